package arch

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// signaturesFit requires each method of a service to have the signature of an operation.
func signaturesFit(t *tree) []string {
	var list []string
	for _, area := range t.areas() {
		_, wrong := methods(t, area)
		list = append(list, wrong...)
	}
	return list
}

func TestSignaturesOfServicesFit(t *testing.T) {
	t.Parallel()
	holds(t, signaturesFit)
}

// TestServicesAreFound proves that the rules apply to the services of the module.
func TestServicesAreFound(t *testing.T) {
	t.Parallel()
	loaded := ownTree(t)
	seen := map[string]int{}
	for _, area := range loaded.areas() {
		list, _ := methods(loaded, area)
		seen[area.dir] = len(list)
	}
	require.GreaterOrEqual(t, seen["orgs"], 12)
	require.GreaterOrEqual(t, seen["sites"], 16)
	require.GreaterOrEqual(t, seen["spaces"], 4)
}

const opsHead = "package a\n\nvar onA = op.Group{Path: \"/v1/as/{aId}\"}\n\nvar opGet = onA.New(\"A.Get\", \"GET\", \"\")\n"

func TestSignaturesFitDetectsOtherSignatures(t *testing.T) {
	t.Parallel()
	with := func(name, decl string, want ...string) sample {
		return sample{name, map[string]string{"a/ops.go": opsHead, "a/a.go": "package a\n" + decl}, want}
	}
	detects(t, signaturesFit, []sample{
		with("a call", `func (s Service) Get(ctx context.Context, aID string, o Options, opts ...api.CallOption) (*A, error) {
			return transport.JSON[A](ctx, s.core, opGet.Path(aID).Query(o).Body(o), opts)
		}`),
		with("an error alone", `func (s Service) Get(ctx context.Context, aID string, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path(aID), opts)
		}`),
		with("a sequence with a keeper", `func (s Service) Get(ctx context.Context, opts ...api.CallOption) iter.Seq2[A, error] {
			return transport.PagesAs[A](ctx, s.core, opGet.Path(), keep, opts)
		}`),
		with("not a service", `func (a A) Get() int { return 1 }`),
		with("an id after the body", `func (s Service) Get(ctx context.Context, body Body, aID string, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path(aID), opts)
		}`, "want the id aID before the query and the body"),
		with("no context", `func (s Service) Get(aID string, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path(), opts)
		}`, "want ctx context.Context first"),
		with("no options", `func (s Service) Get(ctx context.Context) error {
			return transport.None(ctx, s.core, opGet.Path(), opts)
		}`, "opts ...api.CallOption last"),
		with("a pointer", `func (s Service) Get(ctx context.Context, options *Options, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path().Query(options), opts)
		}`, "want options by value"),
		with("a secret", `func (s Service) Get(ctx context.Context, key api.Secret, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path().Secret(key), opts)
		}`, "want key in the options"),
		with("three results", `func (s Service) Get(ctx context.Context, opts ...api.CallOption) (*A, *Meta, error) {
			return transport.Three(ctx, s.core, opGet.Path(), opts)
		}`, "want (T, error), error or iter.Seq2[T, error]"),
		with("a sequence without an error", `func (s Service) Get(ctx context.Context, opts ...api.CallOption) iter.Seq[A] {
			return transport.All[A](ctx, s.core, opGet.Path(), opts)
		}`, "want (T, error), error or iter.Seq2[T, error]"),
		with("a token source", `func (s Service) TokenSource(aID string) func(context.Context) (string, error) {
			return cached(func() { s.Get(ctx, aID) })
		}`),
		with("a token source with options", `func (s Service) TokenSource(aID string, o Options) func(context.Context) (string, error) {
			return cached(func() { s.Get(ctx, aID) })
		}`, "Service.TokenSource: want only ids"),
		with("a pointer as receiver", `func (s *Service) Get(ctx context.Context, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path(), opts)
		}`, "want a value receiver"),
		{"no area", map[string]string{"b/b.go": "package b\nfunc (s Service) Get() {}"}, nil},
	})
}
