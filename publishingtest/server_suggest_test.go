package publishingtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestMisspelledNamesAreSuggested(t *testing.T) {
	t.Parallel()
	tb := &fakeTB{}
	server := publishingtest.NewServer(tb)
	t.Cleanup(tb.cleanups[0])
	server.AddUser(api.User{ID: "ada"})
	server.AddOrganization(orgs.Organization{ID: "acme"})
	server.AddSpace("acme", spaces.Space{ID: "handbook"})
	for want, mistakes := range map[string][]func(){
		`there is no operation "Sites.Gte"; did you mean "Sites.Get"?`: {
			func() { server.Fail("Sites.Gte", 1, publishingtest.Reset()) },
			func() { server.Delay("Sites.Gte", publishingtest.Forever) },
			func() { server.TruncateAfter("Sites.Gte", 1) },
			func() { server.Pace("Sites.Gte", publishingtest.Forever) },
			func() { server.ScriptStream("Sites.Gte") },
			func() { server.CallCount("Sites.Gte") },
			func() { server.Commits("Sites.Gte") },
			func() { server.Calls("Sites.List", "Sites.Gte") },
		},
		`there is no operation "org.ask.stream"; did you mean "Orgs.Ask.Stream"?`: {func() { server.ScriptStream("org.ask.stream") }},
		`there is no operation "Sites.All"; did you mean "Sites.List"?`:           {func() { server.CallCount("Sites.All") }},
		`there is no operation "Permissions.Sites.Aggregate.All"; did you mean "Permissions.Sites.Aggregate.List"?`: {
			func() { server.CallCount("Permissions.Sites.Aggregate.All") },
		},
		`there is no operation "Nonsense"; client.Orgs.Ask.Stream is "Orgs.Ask.Stream"`: {func() { server.CallCount("Nonsense") }},
		`there is no user "adda"; did you mean "ada"?`: {
			func() { server.TokenFor("adda") }, func() { server.ClientFor("adda") }, func() { server.ActAs("adda") },
		},
		`there is no organization "amce"; did you mean "acme"?`: {func() { server.Sites("amce") }},
		`there is no space "Handboo"; did you mean "handbook"?`: {func() { server.Pages("Handboo", "") }},
	} {
		for _, mistake := range mistakes {
			tb.failures = nil
			mistake()
			require.NotEmpty(t, tb.failures)
			require.Contains(t, tb.failures[0], want)
		}
	}
	for id, want := range map[string]string{
		"site.absent-405":           `WithoutRule: there is no rule "site.absent-405"; did you mean "site.absent-404"?`,
		"something else altogether": `WithoutRule: there is no rule "something else altogether"`,
	} {
		_, err := publishingtest.Start(publishingtest.WithoutRule(id))
		require.EqualError(t, err, "start server: "+want)
	}
}
