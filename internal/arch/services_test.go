package arch

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// helpers are the functions of the areas that are neither operations nor constructors nor codecs,
// each with the reason why it cannot be in the core or in a caller's program. An entry without a
// function is a problem too.
var helpers = map[string]string{
	"sites.Claims.Schema":                      "the API reference prescribes the JSON Schema of boolean claims, which every caller of AdaptiveSchema.Put needs and which is easy to get wrong",
	"sites.newClaimsSchema":                    "signed and unsigned claims have the same form in Claims.Schema",
	"orgs.processed":                           "reports to the core when OpenAPIService.WaitProcessed is done",
	"orgs.OpenAPIProcessingError.Error":        "an error of the area: the service reports it in a 200",
	"orgs.OpenAPIWaitError.Error":              "an error of the area: it contains the specification as last seen",
	"orgs.OpenAPIWaitError.Unwrap":             "errors.Is finds the end of the context in it",
	"changerequests.Number":                    "a change request is identified by its ID or its number, and IDs are strings",
	"changerequests.changesUpTo":               "gives the core the limit of ContentService.AllChanges",
	"changerequests.complete":                  "reports to the core when ContentService.AllChanges is done",
	"changerequests.MergeConflictsError.Error": "an error of the area: the service reports conflicts in a 200, for which the core has no error",
	"changerequests.MergeConflictsError.Is":    "matches ErrMergeConflicts",
	"changerequests.MergeResult.Err":           "reports to the core that a 200 is a failure",
	"sites.CheckoutError.Error":                "an error of the area: the service reports a site that has to be paid for in a 200, for which the core has no error",
	"sites.CheckoutError.Is":                   "matches ErrCheckout",
	"sites.PublishResult.Err":                  "reports to the core that a 200 is a failure",
	"sites.SignVisitorToken":                   "every site with visitor authentication needs its tokens, and the service has no operation that signs one",
	"sites.newVisitorClaims":                   "the payload of SignVisitorToken",
	"sites.VisitorURL":                         "every login page sends visitors back, and open redirects are easy to miss",
	"sites.newVisitorTarget":                   "which locations VisitorURL accepts",
	"sites.withVisitorToken":                   "a query of a page must not change on the way through a login page",
	"sites.EventsAggregation.markTruncated":    "a result does not contain the limit that it may have reached",
	"sites.EventsAggregationResult.Index":      "rows are read by column, and a column of a claim is found by its claim",
	"sites.EventsAggregationResult.Rows":       "every program needs rows, and columns of different lengths are easy to overlook",
	"sites.EventsValue.String":                 "a value can have several types, and most programs print it",
	"sites.Tracker.Track":                      "every program that serves visitors needs a queue that never blocks, loses count or sends an event twice",
	"sites.Tracker.Stats":                      "the outcomes of the events of a Tracker",
	"sites.Tracker.Close":                      "sends what a Tracker has queued",
	"sites.Tracker.abandon":                    "the deadline of Tracker.Close",
	"sites.Tracker.awaitBatch":                 "when a Tracker sends",
	"sites.Tracker.count":                      "the outcomes of the events of a Tracker",
	"sites.Tracker.encode":                     "one event that cannot be encoded must not cost the others of its batch",
	"sites.Tracker.fail":                       "the failures of a Tracker",
	"sites.Tracker.hasRoom":                    "the bound of a Tracker",
	"sites.Tracker.isFull":                     "the bound of a Tracker",
	"sites.Tracker.pause":                      "the wait of a Tracker before a retry",
	"sites.Tracker.run":                        "the goroutine of a Tracker",
	"sites.Tracker.sendBatch":                  "what a Tracker retries",
	"sites.Tracker.setCalling":                 "Tracker.Close must not call events dropped that may have arrived",
	"sites.Tracker.signal":                     "wakes the goroutine of a Tracker up",
	"sites.Tracker.takeBatch":                  "the batches of a Tracker",
	"sites.Tracker.withoutExpired":             "the service rejects a whole call for one old event",
	"sites.trackedEvents.events":               "the events of a failure",
	"sites.TrackerOptions.withDefaults":        "the defaults of a Tracker",
	"sites.beforeDeadline":                     "Tracker.Close returns by its deadline",
	"integrations.WalkElements":                "every program that reads an output needs all its elements, which are in a dozen fields",
	"integrations.walkElements":                "the recursion of WalkElements",
	"integrations.elementsIn":                  "where an element contains others is a property of the API",
	"integrations.eventArmOf":                  "one line for each type of events",
	"integrations.eventArms":                   "the variants of a union, which its codec goes through in both directions",
	"sites.sectionGroupBranches":               "two codecs share these types",
	"spaces.pageBranches":                      "three codecs share these types",
	"spaces.GitCommit.ByService":               "two operations name the field differently",
	"spaces.imported":                          "reports to the core when GitService.WaitImported is done",
	"spaces.exported":                          "reports to the core when GitService.WaitExported is done",
	"spaces.synchronized":                      "what imported and exported share",
	"spaces.newGitOperation":                   "synchronized must not take the result of an earlier operation for its own",
	"spaces.GitSyncError.Error":                "an error of the area: the service reports it in a 200",
	"spaces.GitWaitError.Error":                "an error of the area: it contains what was last seen",
	"spaces.GitWaitError.Unwrap":               "errors.Is finds the end of the context in it",
	"spaces.Variable.String":                   "a variable can have several types, and most programs need its text",
	"spaces.WalkPages":                         "every user of a page tree needs its reading order, which is easy to get wrong",
	"spaces.walkPages":                         "the recursion of WalkPages",
	"spaces.DiffPages":                         "every program that follows changes compares page trees, and moves are easy to get wrong",
	"spaces.listPages":                         "the pages as treediff compares them",
	"spaces.PageDiff.String":                   "programs print and log what has changed",
	"spaces.editedPage":                        "which fields count as an edit is a property of the API",
	"spaces.bothDiffer":                        "editedPage ignores some fields that only one page has",
	"spaces.sameValue":                         "editedPage treats absent and zero alike",
	"spaces.deepEqual":                         "editedPage compares fields of several types",
	"urls.newPrefixes":                         "begins the search of Service.ResolvePublished",
	"urls.prefixes.next":                       "gives the core the requests of Service.ResolvePublished, and reports when it is done",
	"urls.prefixes.parse":                      "which part of an address is that of a site is a property of the API",
	"urls.prefixes.ask":                        "the body of a request of Service.ResolvePublished",
	"urls.prefixes.resolved":                   "the result of Service.ResolvePublished",
}

// onlyCalls requires each method of a service to be one call of the core.
func onlyCalls(t *tree) []string {
	var list []string
	for _, area := range t.areas() {
		_, wrong := methods(t, area)
		list = append(list, wrong...)
	}
	return list
}

// onlyKnownFunctions allows only services, constructors, codecs and the helpers in an area. Other
// logic belongs in the core.
func onlyKnownFunctions(helpers map[string]string) rule {
	return func(t *tree) []string {
		found := problems{tree: t}
		used := map[string]bool{}
		for _, area := range t.areas() {
			for _, f := range area.sources() {
				for _, decl := range f.Decls {
					switch decl := decl.(type) {
					case *ast.FuncDecl:
						name := functionName(area, decl)
						switch {
						case helpers[name] != "":
							used[name] = true
						case !isKind(decl):
							found.add(decl, "%s: want only operations, New…, MarshalJSON, UnmarshalJSON, LogValue, Known, keep… and the listed helpers", name)
						}
					case *ast.GenDecl:
						checkFunctionValues(&found, decl)
					}
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(helpers)) {
			if !used[name] {
				found.list = append(found.list, name+": a listed helper that does not exist")
			}
		}
		return found.list
	}
}

func functionName(area *pkg, fn *ast.FuncDecl) string {
	if owner := receiver(fn); owner != "" {
		return area.dir + "." + owner + "." + fn.Name.Name
	}
	return area.dir + "." + fn.Name.Name
}

// isKind reports whether every area may have a function like fn.
func isKind(fn *ast.FuncDecl) bool {
	name, owner := fn.Name.Name, receiver(fn)
	switch {
	case owner == "":
		return strings.HasPrefix(name, "New") || strings.HasPrefix(name, "keep")
	case strings.HasSuffix(owner, "Service"):
		return fn.Name.IsExported() // checked by onlyCalls
	default:
		return name == "MarshalJSON" || name == "UnmarshalJSON" || name == "LogValue" || name == "Known"
	}
}

// checkFunctionValues rejects variables that contain functions.
func checkFunctionValues(found *problems, decl *ast.GenDecl) {
	if decl.Tok != token.VAR {
		return
	}
	for _, spec := range decl.Specs {
		for i, value := range spec.(*ast.ValueSpec).Values {
			if _, ok := value.(*ast.FuncLit); ok {
				found.add(spec, "%s: want no function in a variable", spec.(*ast.ValueSpec).Names[i].Name)
			}
		}
	}
}

func TestEachServiceMethodIsOneCallOfTheCore(t *testing.T) {
	t.Parallel()
	holds(t, onlyCalls)
}

func TestAreasContainNoOtherFunctions(t *testing.T) {
	t.Parallel()
	holds(t, onlyKnownFunctions(helpers))
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

const opsHead = "package a\n\nvar opGet = op.New(\"A.Get\", \"GET\", \"/v1/as/{aId}\")\n"

func TestOnlyCallsDetectsOtherStatements(t *testing.T) {
	t.Parallel()
	with := func(name, decl string, want ...string) sample {
		return sample{name, map[string]string{"a/ops.go": opsHead, "a/a.go": "package a\n" + decl}, want}
	}
	detects(t, onlyCalls, []sample{
		with("a call", `func (s Service) Get(ctx context.Context, aID string, o Options, opts ...api.CallOption) (*A, error) {
			return transport.JSON[A](ctx, s.core, opGet.Path(aID).Query(o).Body(o), opts)
		}`),
		with("an error alone", `func (s Service) Get(ctx context.Context, aID string, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path(aID), opts)
		}`),
		with("a sequence with a keeper", `func (s Service) Get(ctx context.Context, opts ...api.CallOption) iter.Seq2[A, error] {
			return transport.PagesAs[A, B](ctx, s.core, opGet.Path(), keep, opts)
		}`),
		with("not a service", `func (a A) Get() int { return 1 }`),
		with("two statements", `func (s Service) Get(ctx context.Context, aID string, opts ...api.CallOption) (*A, error) {
			aID += "x"
			return transport.JSON[A](ctx, s.core, opGet.Path(aID), opts)
		}`, "Service.Get: want one statement"),
		with("not a return", `func (s Service) Get(ctx context.Context, aID string, opts ...api.CallOption) (a *A, err error) {
			panic(1)
		}`, "want one statement"),
		with("another function", `func (s Service) Get(ctx context.Context, aID string, opts ...api.CallOption) (*A, error) {
			return get(ctx, s.core, opGet.Path(aID), opts)
		}`, "want one statement"),
		with("a wrapped call", `func (s Service) Get(ctx context.Context, aID string, opts ...api.CallOption) error {
			return wrap(transport.None(ctx, s.core, opGet.Path(aID), opts))
		}`, "want one statement"),
		with("another context", `func (s Service) Get(ctx context.Context, aID string, opts ...api.CallOption) error {
			return transport.None(context.Background(), s.core, opGet.Path(aID), opts)
		}`, "want transport.None(ctx, s.core, …, opts)"),
		with("another core", `func (s Service) Get(ctx context.Context, aID string, opts ...api.CallOption) error {
			return transport.None(ctx, s.other.core, opGet.Path(aID), opts)
		}`, "want transport.None(ctx, s.core, …, opts)"),
		with("options forgotten", `func (s Service) Get(ctx context.Context, aID string, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path(aID), nil)
		}`, "want transport.None(ctx, s.core, …, opts)"),
		with("no path", `func (s Service) Get(ctx context.Context, aID string, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, request(aID), opts)
		}`, "want opX.Path(ids)"),
		with("another request method", `func (s Service) Get(ctx context.Context, aID string, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path(aID).At("x"), opts)
		}`, "want opX.Path(ids)"),
		with("ids swapped", `func (s Service) Get(ctx context.Context, aID, bID string, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path(bID, aID), opts)
		}`, "want the ids in the order of the parameters, opGet.Path(aID, bID)"),
		with("an id left out", `func (s Service) Get(ctx context.Context, aID, bID string, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path(aID), opts)
		}`, "want the ids in the order of the parameters"),
		with("an id after the body", `func (s Service) Get(ctx context.Context, body Body, aID string, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path(aID), opts)
		}`, "want the id aID before the query and the body", "want the ids in the order"),
		with("no context", `func (s Service) Get(aID string, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path(), opts)
		}`, "want ctx context.Context first"),
		with("no options", `func (s Service) Get(ctx context.Context) error {
			return transport.None(ctx, s.core, opGet.Path(), opts)
		}`, "opts ...api.CallOption last"),
		with("a pointer", `func (s Service) Get(ctx context.Context, options *Options, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path().Query(options), opts)
		}`, "want options by value"),
		with("three results", `func (s Service) Get(ctx context.Context, opts ...api.CallOption) (*A, *Meta, error) {
			return transport.Three(ctx, s.core, opGet.Path(), opts)
		}`, "want (T, error), error or iter.Seq2[T, error]"),
		with("a sequence without an error", `func (s Service) Get(ctx context.Context, opts ...api.CallOption) iter.Seq[A] {
			return transport.All[A](ctx, s.core, opGet.Path(), opts)
		}`, "want (T, error), error or iter.Seq2[T, error]"),
		with("a token source", `func (s Service) TokenSource(aID string) func(context.Context) (string, error) {
			return transport.TokenSource(s.core, opGet.Path(aID))
		}`),
		with("a token source with options", `func (s Service) TokenSource(aID string, o Options) func(context.Context) (string, error) {
			return transport.TokenSource(s.core, opGet.Path(aID))
		}`, "Service.TokenSource: want only ids", "want the ids in the order"),
		with("a token source of another core", `func (s Service) TokenSource(aID string) func(context.Context) (string, error) {
			return transport.TokenSource(s.other.core, opGet.Path(aID))
		}`, "want transport.TokenSource(s.core, …)"),
		with("a token source with logic", `func (s Service) TokenSource(aID string) func(context.Context) (string, error) {
			return func(ctx context.Context) (string, error) { return "", nil }
		}`, "want one statement"),
		with("a pointer as receiver", `func (s *Service) Get(ctx context.Context, opts ...api.CallOption) error {
			return transport.None(ctx, s.core, opGet.Path(), opts)
		}`, "want a value receiver"),
		{"no area", map[string]string{"b/b.go": "package b\nfunc (s Service) Get() {}"}, nil},
	})
}

func TestOnlyKnownFunctionsDetectsOtherFunctions(t *testing.T) {
	t.Parallel()
	with := func(name, decl string, want ...string) sample {
		return sample{name, map[string]string{
			"a/ops.go":    opsHead,
			"a/a.go":      "package a\nfunc listed() {}\n" + decl,
			"a/a_test.go": "package a\nfunc helperOfATest() {}",
		}, want}
	}
	detects(t, onlyKnownFunctions(map[string]string{"a.listed": "a reason"}), []sample{
		with("constructor", "func New() Service { return Service{} }"),
		with("codecs", "func (a A) MarshalJSON() ([]byte, error) { return nil, nil }\nfunc (a *A) UnmarshalJSON([]byte) error { return nil }\nfunc keepA() {}"),
		with("known", "func (r Role) Known() bool { return true }"),
		with("operation", "func (s Service) Get() {}"),
		with("function", "func parse() {}", "a.parse: want only operations"),
		with("exported function", "func Parse() {}", "a.Parse: want only operations"),
		with("method", "func (a A) Title() string { return \"\" }", "a.A.Title: want only operations"),
		with("unexported method of a service", "func (s Service) get() {}", "a.Service.get: want only operations"),
		with("init", "func init() {}", "a.init: want only operations"),
		with("variable", "var parse = func() {}", "parse: want no function in a variable"),
	})
	require.Equal(t, []string{"a.gone: a listed helper that does not exist"},
		onlyKnownFunctions(map[string]string{"a.gone": "a reason"})(treeOf(t, map[string]string{"a/ops.go": opsHead})))
}
