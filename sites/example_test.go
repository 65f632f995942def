package sites_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

func ExampleService_All() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	for site, err := range client.Sites.All(context.Background(), ids.Organization, sites.ListOptions{Published: new(true)}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(site.Title)
	}
	// Output:
	// Acme Docs
	// Acme Handbook
	// Acme Partners
}

func ExampleService_Create() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	site, err := client.Sites.Create(context.Background(), ids.Organization, sites.Create{
		Title:      new("Acme Manual"),
		Visibility: sites.VisibilityUnlisted,
		Spaces:     ids.Spaces[:1],
	})
	if err != nil {
		fmt.Println(err) // api.MayHaveApplied(err) reports whether the site may have been created nonetheless
		return
	}
	fmt.Println(site.Title, site.Visibility, site.Published)
	// Output: Acme Manual unlisted false
}

func ExampleService_Update() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	site, err := client.Sites.Update(context.Background(), ids.Organization, ids.Sites[0], sites.Update{Title: new("Acme Manual")})
	if errors.Is(err, publishing.ErrNotFound) {
		fmt.Println("the site does not exist")
		return
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(site.Title)
	// Output: Acme Manual
}

func ExampleService_Delete() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	for range 2 {
		outcome, err := client.Sites.Delete(context.Background(), ids.Organization, ids.Sites[4])
		fmt.Println(outcome, err)
	}
	// Output:
	// deleted <nil>
	// already-absent <nil>
}

func ExampleService_Publish() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	result, err := client.Sites.Publish(context.Background(), ids.Organization, ids.Sites[2], sites.PublishOptions{})
	if errors.Is(err, sites.ErrCheckout) {
		fmt.Println("the site must be paid for first")
		return
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	if result.Site != nil { // nil if this release does not know the form of the response
		fmt.Println(result.Site.Title, result.Site.Published)
	}
	// Output: Acme Status true
}

func ExampleSectionService_Create() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	section, err := client.Sites.Sections.Create(context.Background(), ids.Organization, ids.Sites[1], sites.SectionCreate{
		SpaceID: api.Set(ids.Spaces[2]),
		Title:   new("For everybody"),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(section.Title)
	// Output: For everybody
}

func ExampleShareLinkService_Update() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	link, err := client.Sites.ShareLinks.Update(context.Background(), ids.Organization, ids.Sites[0], ids.ShareLink, sites.ShareLinkUpdate{
		Active: new(false),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(*link.Name, *link.Active)
	// Output: Reviewers false
}

func ExampleRedirectService_Resolve() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx, site := server.Client(), context.Background(), ids.Sites[1]

	_, err := client.Sites.Redirects.Create(ctx, ids.Organization, site, sites.RedirectCreate{
		Source:      "/old/reference",
		Destination: sites.RedirectDestination{Kind: sites.RedirectDestinationKindSection, SiteSectionID: &ids.Section},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	resolved, err := client.Sites.Redirects.Resolve(ctx, ids.Organization, site, sites.RedirectResolveOptions{Source: "/old/reference"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(resolved.Redirect.Source, "leads to", resolved.Target)
	// Output: /old/reference leads to https://sites.publishing.example/site_2
}

func ExampleAskService_Stream() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	question := sites.AskQuestion{Question: "Is there somebody on call?", Scope: sites.SearchScope{Mode: sites.SearchModeAll}}
	options := sites.AskStreamOptions{Format: richtext.FormatMarkdown}
	var text ask.Text
	var sources []ask.Source
	for event, err := range client.Sites.Ask.Stream(context.Background(), ids.Organization, ids.Sites[0], question, options) {
		if err != nil {
			fmt.Println(err)
			return
		}
		text.Add(event)
		if event.Answer != nil {
			sources = event.Answer.Sources
		}
	}
	fmt.Println(text.String())
	fmt.Println(len(sources), "source")
	// Output:
	// From "Support":
	//
	// An outage goes to the person on call, at any hour.
	// 1 source
}

func ExampleClaims() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	schema, err := sites.Claims{Signed: []sites.Claim{{Name: "beta", Description: "Whether the visitor tries what is new."}}}.Schema()
	if err != nil {
		fmt.Println(err)
		return
	}
	put, err := client.Sites.AdaptiveSchema.Put(context.Background(), ids.Organization, ids.Sites[0], sites.AdaptiveSchemaPut{JSONSchema: schema})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(put.Object)
	// Output: site-adaptive-schema
}

func ExampleCustomizationService_Edit() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	announce := func(settings *customization.Settings) error {
		settings.Announcement = &customization.Announcement{Enabled: true, Message: "We have moved", Style: customization.AnnouncementStyleInfo}
		return nil
	}
	for range 2 { // the second edit finds nothing to change
		settings, err := client.Sites.Customization.Edit(context.Background(), ids.Organization, ids.Sites[0], announce)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(settings.Announcement.Message)
	}
	fmt.Println(server.Calls.Commits("Sites.Customization.Put"), "put")
	// Output:
	// We have moved
	// We have moved
	// 1 put
}

func ExamplePageURL() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	site, err := client.Sites.Get(ctx, ids.Organization, ids.Sites[0], sites.GetOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	onlyDefault := sites.SiteSpaceListOptions{Default: new(true)}
	for placed, err := range client.Sites.SiteSpaces.All(ctx, ids.Organization, site.ID, onlyDefault) {
		if err != nil {
			fmt.Println(err)
			return
		}
		tree, err := client.Spaces.Pages.Tree(ctx, placed.Space.ID, spaces.PageTreeOptions{})
		if err != nil {
			fmt.Println(err)
			return
		}
		for visit := range spaces.WalkPages(tree.Pages) {
			fmt.Println(sites.PageURL(*site, nil, placed, *visit.Page)) // nil: the site space has a URL of its own
		}
	}
	// Output:
	// https://sites.publishing.example/acme/getting-started
	// https://sites.publishing.example/acme/publishing
	// https://sites.publishing.example/acme/publishing/share-links
	// https://sites.publishing.example/acme/publishing/custom-domains
}

func ExampleInsightsEventService_CollectAggregate() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, org, site := server.Client(), ids.Organization, ids.Sites[0]
	for i := range 3 {
		server.Sites.Insights.Events.Add(org, site, insights.Event{
			Type:      insights.EventTypePageView,
			Session:   insights.EventSession{VisitorID: "visitor-1", SessionID: "session-1"},
			Location:  insights.EventLocation{URL: "https://docs.acme.example/start"},
			Timestamp: new(time.Date(2026, time.March, 1+i, 9, 0, 0, 0, time.UTC)),
		})
	}

	url := insights.EventsColumn{Column: insights.EventsColumnURL}
	result, err := client.Sites.Insights.Events.CollectAggregate(context.Background(), org, site, insights.EventAggregate{
		Select:  []insights.EventsColumn{url, {Column: insights.EventsColumnEventsCount}},
		GroupBy: []insights.EventsColumn{url},
		Range: insights.EventsRange{
			From: new(time.Date(2026, time.March, 1, 0, 0, 0, 0, time.UTC)),
			To:   new(time.Date(2026, time.April, 1, 0, 0, 0, 0, time.UTC)),
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := result.Rows()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range rows {
		fmt.Println(row[result.Index(url)], *row[1].Number)
	}
	// Output: https://docs.acme.example/start 3
}
