package publishing_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

var errPolicy = errors.New("not in this job")

// recorded returns the option of a policy that records each write and rejects it.
func recorded(writes *[]publishing.Write) publishing.Option {
	return publishing.WithWritePolicy(func(_ context.Context, w publishing.Write) error {
		*writes = append(*writes, w)
		return errPolicy
	})
}

func TestOfUnknownOperationsOnlyGetAndHeadRead(t *testing.T) {
	t.Parallel()
	type caller func(*publishing.Client, publishing.Request, ...publishing.CallOption) error
	callers := map[string]caller{
		"Do": func(c *publishing.Client, r publishing.Request, opts ...publishing.CallOption) error {
			return c.Do(t.Context(), r, nil, opts...)
		},
		"All": func(c *publishing.Client, r publishing.Request, opts ...publishing.CallOption) error {
			_, err := pagination.Collect(publishing.All[any](t.Context(), c, r, opts...), 10)
			return err
		},
		"Stream": func(c *publishing.Client, r publishing.Request, opts ...publishing.CallOption) error {
			var last error
			for _, err := range c.Stream(t.Context(), r, opts...) {
				last = err
			}
			return last
		},
	}
	options := map[string]struct {
		writes bool
		opts   []publishing.CallOption
	}{
		"nothing":        {false, nil},
		"replay":         {false, []publishing.CallOption{publishing.WithReplay()}},
		"prefetch":       {false, []publishing.CallOption{publishing.WithPrefetch()}},
		"no validation":  {false, []publishing.CallOption{publishing.WithoutValidation()}},
		"another header": {false, []publishing.CallOption{publishing.WithHeader("X-Auth-Method", "sso"), publishing.WithQuery("login_method", "sso")}},
		"override":       {true, []publishing.CallOption{publishing.WithHeader("X-HTTP-Method-Override", "DELETE")}},
		"override 2":     {true, []publishing.CallOption{publishing.WithHeader("x-http-method", "GET")}},
		"override 3":     {true, []publishing.CallOption{publishing.WithHeader("X-Method-Override", "PATCH")}},
		"override 4":     {true, []publishing.CallOption{publishing.WithQuery("_method", "delete")}},
		"override 5":     {true, []publishing.CallOption{publishing.WithQuery("http_method_override", "PUT")}},
	}
	cells := 0
	for by, call := range callers {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} {
			for _, replay := range []bool{false, true} {
				for name, option := range options {
					cells++
					cell := fmt.Sprintf("%s %s replay %t, %s", by, method, replay, name)
					request := publishing.Request{
						Method: method, Path: "/v1/spaces/{spaceId}/things",
						Params: map[string]string{"spaceId": "s"}, Operation: "Things.Call",
					}
					opts := slices.Clone(option.opts)
					if replay {
						opts = append(opts, publishing.WithReplay())
					}
					s := &service{response: `{"items":[]}`}
					err := call(s.client(t, publishing.WithToken("t"), publishing.WithReadOnly()), request, opts...)
					writes := option.writes || method != "GET" && method != "HEAD"
					if !writes {
						require.NotErrorIs(t, err, publishing.ErrReadOnly, cell)
						require.Len(t, s.seen, 1, cell)
						continue
					}
					require.ErrorIs(t, err, publishing.ErrReadOnly, cell)
					require.Empty(t, s.seen, cell)

					var asked []publishing.Write
					err = call(s.client(t, publishing.WithToken("t"), recorded(&asked)), request, option.opts...)
					require.ErrorIs(t, err, errPolicy, cell)
					require.Empty(t, s.seen, cell)
					require.Equal(t, []publishing.Write{{
						Operation: "Things.Call", Method: method, Template: "/v1/spaces/{spaceId}/things",
						Params: map[string]string{"spaceId": "s"}, Space: "s", MayDelete: true,
					}}, asked, cell)
				}
			}
		}
	}
	t.Logf("%d cells", cells)
}

// A header of the client overrides the method of each call, of known operations too.
func TestAnOverriddenMethodMakesEachCallAWrite(t *testing.T) {
	t.Parallel()
	s := &service{response: `{"object":"site","id":"s"}`}
	client := s.client(t, publishing.WithToken("t"), publishing.WithReadOnly(), publishing.WithHeader("X-HTTP-Method-Override", "DELETE"))
	_, err := client.Sites.Get(t.Context(), "o", "s", sites.GetOptions{})
	require.ErrorIs(t, err, publishing.ErrReadOnly)
	_, err = client.Orgs.Ask.Answer(t.Context(), "o", orgs.AskQuestion{Question: "why?"}, orgs.AskAnswerOptions{})
	require.ErrorIs(t, err, publishing.ErrReadOnly)
	require.Empty(t, s.seen)
}

func TestEachBodyThatMayDeleteIsToldToThePolicy(t *testing.T) {
	t.Parallel()
	var asked []publishing.Write
	s := &service{response: `{}`}
	client := s.client(t, publishing.WithToken("t"), recorded(&asked))
	ctx := t.Context()
	change := func(changes ...changerequests.ContentChange) func() error {
		return func() error {
			_, err := client.ChangeRequests.Content.Update(ctx, "s", "c", changerequests.ContentUpdate{Changes: changes})
			return err
		}
	}
	redirect := func(change sites.RedirectChange, opts ...publishing.CallOption) func() error {
		return func() error {
			_, err := client.Sites.Redirects.Put(ctx, "o", "s", sites.RedirectPut{Redirects: []sites.RedirectChange{change}}, opts...)
			return err
		}
	}
	to := api.Set(sites.RedirectDestination{Kind: sites.RedirectDestinationKindSection, SiteSectionID: new("x")})
	insert := changerequests.ContentChange{
		Operation: changerequests.ContentOperationInsertPage, Document: new(richtext.Markdown("New")),
	}
	for name, test := range map[string]struct {
		call func() error
		want bool
	}{
		"a page is inserted": {change(insert), false},
		"a page is updated": {change(changerequests.ContentChange{
			Operation: changerequests.ContentOperationUpdatePage, Page: "p", Title: new("Title"), Into: api.Null[string](),
		}), false},
		"a page is deleted":     {change(insert, changerequests.ContentChange{Operation: changerequests.ContentOperationDeletePage, Page: "p"}), true},
		"a page is reverted":    {change(changerequests.ContentChange{Operation: changerequests.ContentOperationRevertPage, Page: "p"}), true},
		"an unknown change":     {change(changerequests.ContentChange{Raw: api.Raw(`{"operation":"vanish_page","page":"p"}`)}), true},
		"a raw delete":          {change(changerequests.ContentChange{Raw: api.Raw(`{"operation":"delete_page","page":"p"}`)}), true},
		"a redirect is set":     {redirect(sites.RedirectChange{Source: "/a", Destination: to}), false},
		"a redirect is deleted": {redirect(sites.RedirectChange{Source: "/a", Destination: api.Null[sites.RedirectDestination]()}), true},
		"a draft is published":  {redirect(sites.RedirectChange{Source: "/a", Intent: sites.RedirectIntentPublish}), false},
		"a field is added by the call": {
			redirect(sites.RedirectChange{Source: "/a", Destination: to}, publishing.WithBodyField("more", true)), true,
		},
		"a field becomes another by the call": {
			redirect(sites.RedirectChange{Source: "/a", Destination: to}, publishing.WithBodyField("redirects",
				[]map[string]any{{"source": "/a", "destination": nil}})), true,
		},
		"a site gets a title": {func() error {
			_, err := client.Sites.Update(ctx, "o", "s", sites.Update{Title: new("Title")})
			return err
		}, false},
		"a site loses its proxy": {func() error {
			_, err := client.Sites.Update(ctx, "o", "s", sites.Update{Proxy: api.Null[string]()})
			return err
		}, true},
		"members of a team are added": {func() error {
			return client.Orgs.Teams.Members.Update(ctx, "o", "t", orgs.TeamMemberUpdate{Add: []string{"u"}})
		}, false},
		"members of a team are removed": {func() error {
			return client.Orgs.Teams.Members.Update(ctx, "o", "t", orgs.TeamMemberUpdate{Remove: []string{"u"}})
		}, true},
		"a space is deleted": {func() error { _, err := client.Spaces.Delete(ctx, "s"); return err }, true},
		"a merge": {func() error {
			_, err := client.ChangeRequests.Merge(ctx, "s", "c", changerequests.MergeOptions{})
			return err
		}, true},
		"an import": {func() error {
			_, err := client.Spaces.Content.Import(ctx, "s", spaces.ContentImport{URL: "https://a.example", Source: spaces.ImportSourceWebsite})
			return err
		}, true},
		"a template": {func() error {
			return client.Spaces.Content.ApplyTemplate(ctx, "s", spaces.ContentApplyTemplate{ID: "t"})
		}, true},
		"a render with an action": {func() error {
			_, err := client.Integrations.Render(ctx, "i", integrations.Render{
				ComponentID: "c", Props: api.Raw(`{}`), Context: integrations.RenderContext{Raw: api.Raw(`{"type":"other"}`)}, Action: api.Raw(`{"action":"a"}`),
			})
			return err
		}, true},
	} {
		asked = nil
		err := test.call()
		require.ErrorIs(t, err, errPolicy, name)
		require.Len(t, asked, 1, name)
		require.Equal(t, test.want, asked[0].MayDelete, name)
		require.False(t, asked[0].CostsCredits, name)
	}
	require.Empty(t, s.seen)
}

func TestAReadOnlyClientSearchesRendersAndAsks(t *testing.T) {
	t.Parallel()
	s := &service{response: `{"items":[],"element":null}`}
	client := s.client(t, publishing.WithToken("t"), publishing.WithReadOnly(), publishing.WithoutValidation())
	_, err := client.Sites.Search.List(t.Context(), "o", "s", sites.SearchQuery{Query: "a"}, sites.SearchListOptions{})
	require.NotErrorIs(t, err, publishing.ErrReadOnly)
	_, err = client.Integrations.Render(t.Context(), "i", integrations.Render{ComponentID: "c", Props: api.Raw(`{}`)})
	require.NotErrorIs(t, err, publishing.ErrReadOnly)
	_, err = client.Orgs.Ask.Answer(t.Context(), "o", orgs.AskQuestion{Question: "why?"}, orgs.AskAnswerOptions{})
	require.NotErrorIs(t, err, publishing.ErrReadOnly)
	require.Len(t, s.seen, 3)
	_, err = client.Integrations.Render(t.Context(), "i", integrations.Render{ComponentID: "c", Props: api.Raw(`{}`)}, publishing.WithBodyField("action", nil))
	require.ErrorIs(t, err, publishing.ErrReadOnly)
	require.Len(t, s.seen, 3)

	var asked []publishing.Write
	client = s.client(t, publishing.WithToken("t"), recorded(&asked))
	_, err = client.Orgs.Ask.Answer(t.Context(), "o", orgs.AskQuestion{Question: "why?"}, orgs.AskAnswerOptions{})
	require.ErrorIs(t, err, errPolicy)
	require.Len(t, asked, 1)
	require.True(t, asked[0].CostsCredits)
	require.False(t, asked[0].MayDelete)
}

func TestAllPoliciesMustPermitAWrite(t *testing.T) {
	t.Parallel()
	s := &service{response: `{"object":"site","id":"s"}`}
	var log []string
	policy := func(name string, err error) publishing.Option {
		return publishing.WithWritePolicy(func(context.Context, publishing.Write) error {
			log = append(log, name)
			return err
		})
	}
	call := func(opts ...publishing.Option) error {
		log = nil
		_, err := s.client(t, append(opts, publishing.WithToken("t"))...).Sites.Update(t.Context(), "o", "s", sites.Update{})
		return err
	}
	require.NoError(t, call(policy("a", nil), policy("b", nil)))
	require.Equal(t, []string{"a", "b"}, log)
	require.Len(t, s.seen, 1)
	require.ErrorIs(t, call(policy("a", nil), policy("b", errPolicy), policy("c", nil)), errPolicy)
	require.Equal(t, []string{"a", "b"}, log)
	require.ErrorIs(t, call(policy("a", nil), publishing.WithReadOnly()), publishing.ErrReadOnly)
	require.Len(t, s.seen, 1)
}

func TestAPolicyThatIsNilOrPanicsIsTold(t *testing.T) {
	t.Parallel()
	s := &service{response: `{}`}
	_, err := publishing.NewClient("https://api.example.com", publishing.WithToken("t"), publishing.WithWritePolicy(nil))
	require.EqualError(t, err, "new client: WithWritePolicy: the policy is nil")
	client := s.client(t, publishing.WithToken("t"), publishing.WithWritePolicy(func(context.Context, publishing.Write) error { panic("lost my way") }))
	_, err = client.Sites.Delete(t.Context(), "o", "s")
	require.EqualError(t, err, "Sites.Delete: DELETE /v1/orgs/o/sites/s: rejected before it was sent: the policy panicked: lost my way")
	require.Empty(t, s.seen)
}

func TestARejectedWriteIsObservedAndNotSent(t *testing.T) {
	t.Parallel()
	s := &service{response: `{}`}
	var logged bytes.Buffer
	var infos []publishing.CallInfo
	type key struct{}
	client := s.client(t, publishing.WithToken("t"),
		publishing.WithLogger(slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))),
		publishing.WithObserver(func(_ context.Context, info publishing.CallInfo) { infos = append(infos, info) }),
		publishing.WithCallContext(func(ctx context.Context, _ publishing.CallInfo) context.Context {
			return context.WithValue(ctx, key{}, "mine")
		}),
		publishing.WithWritePolicy(func(ctx context.Context, _ publishing.Write) error {
			require.Equal(t, "mine", ctx.Value(key{}))
			// A policy may ask another service, whose failure says nothing about this call.
			return &publishing.TransportError{FailedCall: api.FailedCall{Operation: "Locks.Get", MayHaveApplied: true}, Retryable: true, Err: errPolicy}
		}))
	meta := publishing.Meta{Status: 299, Attempts: 7}
	err := client.Orgs.Invites.Join(t.Context(), "o", "secret-invite", publishing.WithMeta(&meta))
	rejected, ok := errors.AsType[*publishing.WriteRejectedError](err)
	require.True(t, ok, err)
	require.Equal(t, api.FailedCall{Operation: "Orgs.Invites.Join", Method: http.MethodPost, Path: "/v1/orgs/o/invites/{inviteId}"}, rejected.FailedCall)
	require.ErrorIs(t, err, errPolicy)
	require.NotContains(t, err.Error(), "secret-invite")
	require.False(t, publishing.MayHaveApplied(err))
	require.False(t, publishing.Retryable(err))
	require.Zero(t, meta.Status)
	require.Zero(t, meta.Attempts)
	require.Len(t, infos, 1)
	require.ErrorIs(t, infos[0].Err, errPolicy)
	require.Contains(t, logged.String(), "error=rejected")
	require.Empty(t, s.seen)
}

// Invalid input is rejected as such, and a policy only learns about calls that would be sent.
func TestAPolicyDecidesAboutCallsThatWouldBeSent(t *testing.T) {
	t.Parallel()
	var asked []publishing.Write
	s := &service{response: `{}`}
	client := s.client(t, publishing.WithToken("t"), recorded(&asked))
	_, err := client.Sites.Delete(t.Context(), "", "s")
	_, invalid := errors.AsType[*publishing.ValidationError](err)
	require.True(t, invalid, err)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = client.Sites.Delete(ended, "o", "s")
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, asked)
}

// A retry is no new write.
func TestAPolicyDecidesOnceForEachCall(t *testing.T) {
	t.Parallel()
	s := &service{response: `{}`}
	attempts, asked := 0, 0
	client := s.client(t, publishing.WithToken("t"),
		publishing.WithWritePolicy(func(context.Context, publishing.Write) error { asked++; return nil }),
		publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1}),
		publishing.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
				if attempts++; attempts < 3 {
					return &http.Response{StatusCode: http.StatusServiceUnavailable, Body: http.NoBody, Request: req}, nil
				}
				return next.RoundTrip(req)
			})
		}))
	_, err := client.Sites.Delete(t.Context(), "o", "s")
	require.NoError(t, err)
	require.Equal(t, []int{3, 1}, []int{attempts, asked})
	require.Len(t, s.seen, 1)
}
