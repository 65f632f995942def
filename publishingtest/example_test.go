package publishingtest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func ExampleStart() {
	server, err := publishingtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"})
	server.Sites.Add(org.ID, sites.Site{Title: "Handbook", Published: true})
	server.Sites.Add(org.ID, sites.Site{Title: "Drafts"})

	// The program under test gets the URL and the token.
	client, err := publishing.NewClient(server.URL(), publishing.WithToken(server.Token()))
	if err != nil {
		fmt.Println(err)
		return
	}
	for site, err := range client.Sites.All(context.Background(), org.ID, sites.ListOptions{Published: new(true)}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(site.ID, site.Title)
	}
	// Output:
	// site_1 Handbook
}

func ExampleStartDemo() {
	server, demo := publishingtest.StartDemo()
	defer server.Close()

	client := server.Client()
	for page, err := range client.Sites.ListPages(context.Background(), demo.Organization, sites.ListOptions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if page.Count != nil { // the service may omit it
			fmt.Println(len(page.Items), "of", *page.Count)
		}
	}
	// Output:
	// 2 of 5
	// 2 of 5
	// 1 of 5
}

// The response to a creation is lost. The client does not retry the call, and its error reports
// that the call may have taken effect, which it has.
func ExampleFaults_Add() {
	server, err := publishingtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{}).ID
	server.Faults.Add("Sites.Create", 1, publishingtest.Status(http.StatusBadGateway).AfterCommit())

	_, err = server.Client().Sites.Create(context.Background(), org, sites.Create{Title: new("Handbook")})
	fmt.Println("server error:", errors.Is(err, publishing.ErrServer))
	fmt.Println("may have applied:", publishing.MayHaveApplied(err))
	fmt.Println("calls:", server.Calls.Count("Sites.Create"), "commits:", server.Calls.Commits("Sites.Create"), "sites:", len(server.Sites.All(org)))
	// Output:
	// server error: true
	// may have applied: true
	// calls: 1 commits: 1 sites: 1
}

// The test decides when the parts of an answer are sent.
func ExampleStreams_Script() {
	server, err := publishingtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()

	goOn := make(chan struct{}, 1)
	server.Streams.Script("Orgs.Ask.Stream",
		publishingtest.TextEvent("Press "),
		publishingtest.Wait(publishingtest.Until(goOn)),
		publishingtest.TextEvent("Publish."),
		publishingtest.Interrupt(),
	)

	for event, err := range server.Client().Orgs.Ask.Stream(context.Background(), "org", orgs.AskQuestion{Question: "How do I publish?"}, orgs.AskStreamOptions{}) {
		if err != nil {
			fmt.Println("interrupted:", errors.As(err, new(*publishing.TransportError)))
			return
		}
		fmt.Printf("%q\n", event.Answer.Markdown())
		goOn <- struct{}{}
	}
	// Output:
	// "Press "
	// "Publish."
	// interrupted: true
}

// A handler of the test serves an operation that the server does not have. The server serves all
// others.
func ExampleServer_ServeHTTP() {
	server, err := publishingtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	server.Sites.Add(org, sites.Site{Title: "Handbook"})
	ctx := context.Background()

	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/orgs/{organizationId}/badges", func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"organization": %q, "awarded": 2}`, req.PathValue("organizationId"))
	})
	mux.Handle("/", server)
	both := httptest.NewServer(mux)
	defer both.Close()
	client, err := publishing.NewClient(both.URL, publishing.WithToken(server.Token()))
	if err != nil {
		fmt.Println(err)
		return
	}

	var badges struct {
		Organization string `json:"organization"`
		Awarded      int    `json:"awarded"`
	}
	request := publishing.Request{
		Path:      "/v1/orgs/{organizationId}/badges",
		Params:    map[string]string{"organizationId": org},
		Operation: "Badges.Get",
	}
	if err := client.Do(ctx, request, &badges); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(badges.Organization, badges.Awarded)
	for site, err := range client.Sites.All(ctx, org, sites.ListOptions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(site.Title)
	}
	// Output:
	// org_1 2
	// Handbook
}

func ExampleServer_Calls() {
	server, err := publishingtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{}).ID

	_, err = server.Client().Sites.List(context.Background(), org, sites.ListOptions{Title: "hand & book", Limit: 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, call := range server.Calls.All() {
		fmt.Println(call.Operation, call.Method, call.EscapedPath, call.Query.Encode())
	}
	// Output:
	// Sites.List GET /v1/orgs/org_1/sites limit=10&title=hand+%26+book
}

// An answer consists of the pages that were seeded.
func ExampleSpaces_Add() {
	server, err := publishingtest.Start(publishingtest.WithTextMode(ask.TextModeDelta))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{}).ID
	server.Spaces.Add(org, spaces.Space{Title: "Guides"}, publishingtest.Page{
		Title:    "Publishing",
		Sections: []publishingtest.Section{{Title: "Go live", Body: "Press **Publish**."}},
	})

	for event, err := range server.Client().Orgs.Ask.Stream(context.Background(), org, orgs.AskQuestion{Question: "How do I publish?"}, orgs.AskStreamOptions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%q from %d pages\n", event.Answer.Markdown(), len(event.Answer.Sources))
	}
	// Output:
	// "From " from 0 pages
	// "\"Publishing\":\n\n" from 0 pages
	// "Press " from 0 pages
	// "**Publish**." from 1 pages
}

func ExampleWithClock() {
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	server, err := publishingtest.Start(publishingtest.WithClock(func() time.Time { return noon }))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{}).ID

	site, err := server.Client().Sites.Create(context.Background(), org, sites.Create{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(site.CreatedAt)
	// Output:
	// 2026-01-01 12:00:00 +0000 UTC
}

// A deleted space can be restored for seven days.
func ExampleServer_Advance() {
	server, err := publishingtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	ctx, client := context.Background(), server.Client()
	org := server.Orgs.Add(orgs.Organization{}).ID
	space := server.Spaces.Add(org, spaces.Space{Title: "Guides"}).ID

	const day = 24 * time.Hour
	for _, later := range []time.Duration{6 * day, 7 * day} {
		if _, err := client.Spaces.Delete(ctx, space); err != nil {
			fmt.Println(err)
			return
		}
		server.Advance(later)
		_, err := client.Spaces.Restore(ctx, space)
		fmt.Println(later, "later: too late:", errors.Is(err, publishing.ErrNotFound))
	}
	// Output:
	// 144h0m0s later: too late: false
	// 168h0m0s later: too late: true
}

// The first site cannot be updated, the other one can.
func ExampleFault_WhenParam() {
	server, err := publishingtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{}).ID

	locked := server.Sites.Add(org, sites.Site{Title: "Handbook"})
	server.Sites.Add(org, sites.Site{Title: "Status"})
	server.Faults.Add("Sites.Update", 1, publishingtest.Status(http.StatusForbidden).WhenParam("siteId", locked.ID))

	for _, site := range server.Sites.All(org) {
		_, err := server.Client().Sites.Update(context.Background(), org, site.ID, sites.Update{Title: new("Renamed")})
		fmt.Println(site.Title, errors.Is(err, publishing.ErrForbidden))
	}
	// Output:
	// Handbook true
	// Status false
}

// Without the rule, the server accepts a subject of any length, as a service does that has raised
// its limit.
func ExampleWithoutRule() {
	for _, opts := range [][]publishingtest.Option{nil, {publishingtest.WithoutRule("changerequests.create.limits")}} {
		server, err := publishingtest.Start(opts...)
		if err != nil {
			fmt.Println(err)
			return
		}
		defer server.Close()
		space := server.Spaces.Add(server.Orgs.Add(orgs.Organization{}).ID, spaces.Space{}).ID
		_, err = server.Client(publishing.WithoutValidation()).ChangeRequests.Create(context.Background(), space, changerequests.Create{
			Subject: new(strings.Repeat("x", 101)),
		})
		fmt.Println(err != nil && strings.Contains(err.Error(), "[changerequests.create.limits]"))
	}
	// Output:
	// true
	// false
}

// Both sides change a page, so that the merge has a conflict. Editing the page again in the change
// request settles it.
func ExampleSpacePages_Edit() {
	server, err := publishingtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{}).ID
	space := server.Spaces.Add(org, spaces.Space{}, publishingtest.Page{ID: "home", Title: "Home"}).ID
	request := server.ChangeRequests.Add(space, changerequests.ChangeRequest{Subject: "A better title"}).ID
	server.Spaces.Pages.Edit(space, request, "home", func(page *publishingtest.Page) { page.Title = "Welcome" })
	server.Spaces.Pages.Edit(space, "", "home", func(page *publishingtest.Page) { page.Title = "Start" })

	client := server.Client()
	_, err = client.ChangeRequests.Merge(context.Background(), space, request, changerequests.MergeOptions{})
	fmt.Println("conflicts:", errors.Is(err, changerequests.ErrMergeConflicts))

	server.Spaces.Pages.Edit(space, request, "home", func(page *publishingtest.Page) { page.Title = "Welcome, start here" })
	if _, err = client.ChangeRequests.Merge(context.Background(), space, request, changerequests.MergeOptions{}); err != nil {
		fmt.Println(err)
		return
	}
	content, err := client.Spaces.Content.Get(context.Background(), space, spaces.ContentGetOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(content.Type, content.Pages[0].Title)
	// Output:
	// conflicts: true
	// merge Welcome, start here
}
