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
	server.Users.Add(api.User{ID: "ada"})
	server.Orgs.Add(orgs.Organization{ID: "acme"})
	server.Spaces.Add("acme", spaces.Space{ID: "handbook"})
	for want, mistakes := range map[string][]func(){
		`there is no operation "Sites.Gte"; did you mean "Sites.Get"?`: {
			func() { server.Faults.Add("Sites.Gte", 1, publishingtest.Reset()) },
			func() { server.Faults.Delay("Sites.Gte", publishingtest.Forever) },
			func() { server.Faults.TruncateAfter("Sites.Gte", 1) },
			func() { server.Streams.Delay("Sites.Gte", publishingtest.Forever) },
			func() { server.Streams.Script("Sites.Gte") },
			func() { server.Calls.Count("Sites.Gte") },
			func() { server.Calls.Commits("Sites.Gte") },
			func() { server.Calls.All("Sites.List", "Sites.Gte") },
		},
		`there is no operation "org.ask.stream"; did you mean "Orgs.Ask.Stream"?`: {func() { server.Streams.Script("org.ask.stream") }},
		`there is no operation "Sites.All"; did you mean "Sites.List"?`:           {func() { server.Calls.Count("Sites.All") }},
		`there is no operation "Permissions.Sites.Aggregate.All"; did you mean "Permissions.Sites.Aggregate.List"?`: {
			func() { server.Calls.Count("Permissions.Sites.Aggregate.All") },
		},
		`there is no operation "Nonsense"; client.Orgs.Ask.Stream is "Orgs.Ask.Stream"`: {func() { server.Calls.Count("Nonsense") }},
		`there is no user "adda"; did you mean "ada"?`: {
			func() { server.TokenFor("adda") }, func() { server.ClientFor("adda") }, func() { server.ActAs("adda") },
		},
		`there is no organization "amce"; did you mean "acme"?`: {func() { server.Sites.All("amce") }},
		`there is no space "Handboo"; did you mean "handbook"?`: {func() { server.Spaces.Pages.All("Handboo", "") }},
	} {
		for _, mistake := range mistakes {
			failures := tb.failuresOf(mistake)
			require.Len(t, failures, 1)
			require.Contains(t, failures[0], want)
		}
	}
	for id, want := range map[string]string{
		"sites.list.titel":          `WithoutRule: there is no rule "sites.list.titel"; did you mean "sites.list.title"?`,
		"something else altogether": `WithoutRule: there is no rule "something else altogether"`,
	} {
		_, err := publishingtest.Start(publishingtest.WithoutRule(id))
		require.EqualError(t, err, "start server: "+want)
	}
}
