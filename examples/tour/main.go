// Command tour calls organizations, sites, spaces and change requests in turn: it iterates over a
// list, creates, updates and deletes resources, prints an answer as it streams, merges a change
// request and handles an error.
//
//	go run ./examples/tour
//
// It runs on the in-memory server. If PUBLISHING_BASE_URL and PUBLISHING_TOKEN are set, it runs on
// that service, and deletes what it has created, also if it is interrupted, or prints what may be
// left. If the user of the token is a member of several organizations, set PUBLISHING_ORGANIZATION
// to the ID of one.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, terminal.Writer{Out: os.Stdout})
	stop()
	if err != nil {
		fmt.Fprintln(terminal.Writer{Out: os.Stderr}, "tour:", err)
		os.Exit(1)
	}
}

// run makes the tour on the service that the environment configures, or on the in-memory server.
func run(ctx context.Context, out io.Writer) error {
	on, err := service.Connect(out)
	if err != nil {
		return err
	}
	defer on.Close()
	if err := on.FindOrganization(ctx); err != nil {
		return err
	}
	return newTour(on.Client, on.OrgID, out).run(ctx)
}

type tour struct {
	client *publishing.Client
	orgID  string
	out    io.Writer
	tag    string // part of the names of everything that this tour creates
	siteID string
	undo   []func(context.Context) error
}

func newTour(client *publishing.Client, orgID string, out io.Writer) *tour {
	return &tour{client: client, orgID: orgID, out: out, tag: "tour-" + strconv.FormatInt(time.Now().UnixNano(), 36)}
}

func (t *tour) printf(format string, args ...any) { fmt.Fprintf(t.out, format+"\n", args...) }

func (t *tour) run(ctx context.Context) (err error) {
	defer func() { err = errors.Join(err, t.cleanUp(ctx)) }()
	for _, stop := range []func(context.Context) error{t.organizations, t.lists, t.site, t.specification, t.shareLink, t.answer, t.changeRequest, t.missing} {
		if err := stop(ctx); err != nil {
			return err
		}
	}
	return nil
}

// cleanUp deletes what the tour has created and not deleted, in reverse order. It also runs after
// an interrupt, when the context is done, so it has a timeout of its own.
func (t *tour) cleanUp(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	var errs []error
	for len(t.undo) > 0 {
		last := t.undo[len(t.undo)-1]
		t.undo = t.undo[:len(t.undo)-1]
		errs = append(errs, last(ctx))
	}
	return errors.Join(errs...)
}

// organizations prints whose token it is, and the organizations of the user.
func (t *tour) organizations(ctx context.Context) error {
	t.printf("\n# Whose token, and which organizations")
	me, err := t.client.Users.Me(ctx)
	if err != nil {
		return err
	}
	t.printf("user [%s] %s", me.ID, me.DisplayName)
	for org, err := range t.client.Orgs.All(ctx, orgs.ListOptions{}) {
		if err != nil {
			return err
		}
		t.printf("  organization [%s] %s (the tour changes it: %t)", org.ID, org.Title, org.ID == t.orgID)
	}
	return nil
}

// lists iterates over lists, with two elements on a page.
func (t *tour) lists(ctx context.Context) error {
	t.printf("\n# A list, page by page")
	number := 0
	for page, err := range t.client.Sites.ListPages(ctx, t.orgID, sites.ListOptions{Limit: 2}) {
		if err != nil {
			return err
		}
		number++
		t.printf("page %d:", number)
		for _, site := range page.Items {
			t.printf("  site [%s] %s (%s, published: %t)", site.ID, site.Title, site.Visibility, site.Published)
		}
	}
	t.printf("# A list, element by element, with the next page prefetched")
	for space, err := range t.client.Spaces.All(ctx, t.orgID, spaces.ListOptions{Limit: 2}, publishing.WithPrefetch()) {
		if err != nil {
			return err
		}
		t.printf("  space [%s] %s", space.ID, space.Title)
	}
	return nil
}

// site creates a site and updates it.
func (t *tour) site(ctx context.Context) error {
	t.printf("\n# A site: create, update, get")
	t.undo = append(t.undo, t.removeSite)
	var meta publishing.Meta
	site, err := t.client.Sites.Create(ctx, t.orgID, sites.Create{Title: new(t.tag)}, publishing.WithMeta(&meta))
	if publishing.MayHaveApplied(err) {
		t.printf("There may be a site %s left, unless it is deleted below.", t.tag)
	}
	if err != nil {
		return err
	}
	t.siteID = site.ID
	t.printf("created site [%s] %s with status %d", site.ID, site.Title, meta.Status)

	site, err = t.client.Sites.Update(ctx, t.orgID, site.ID, sites.Update{
		Title: new(t.tag + ", second stop"),
		Proxy: publishing.Set("example.com/tour"),
	})
	if err != nil {
		return err
	}
	t.printf("updated: %s, under %s", site.Title, publishing.Value(site.Proxy).Origin)

	// Null clears the proxy. The title is not set, and so is not changed.
	if _, err = t.client.Sites.Update(ctx, t.orgID, site.ID, sites.Update{Proxy: publishing.Null[string]()}); err != nil {
		return err
	}
	if site, err = t.client.Sites.Get(ctx, t.orgID, site.ID, sites.GetOptions{}); err != nil {
		return err
	}
	t.printf("got: %s, proxy cleared: %t", site.Title, site.Proxy == nil)

	schema, err := sites.Claims{Signed: []sites.Claim{{Name: "isBeta", Description: "Takes part in the beta."}}}.Schema()
	if err != nil {
		return err
	}
	if _, err = t.client.Sites.AdaptiveSchema.Put(ctx, t.orgID, site.ID, sites.AdaptiveSchemaPut{JSONSchema: schema}); err != nil {
		return err
	}
	conditions, err := t.client.Sites.AdaptiveSchema.TemplateConditions(ctx, t.orgID, site.ID)
	if err != nil {
		return err
	}
	for _, condition := range conditions.Items {
		t.printf("condition for its visitors: %s", condition.Condition)
	}
	return nil
}

// removeSite deletes the site of this tour. If the response to Create was lost, it finds the site
// by its title.
func (t *tour) removeSite(ctx context.Context) error {
	if t.siteID != "" {
		outcome, err := t.client.Sites.Delete(ctx, t.orgID, t.siteID)
		if err == nil {
			t.printf("\nThe site is %s.", outcome)
		}
		return err
	}
	for site, err := range t.client.Sites.All(ctx, t.orgID, sites.ListOptions{Title: t.tag}) {
		if err != nil {
			return err
		}
		if !strings.Contains(site.Title, t.tag) {
			continue
		}
		outcome, err := t.client.Sites.Delete(ctx, t.orgID, site.ID)
		if err != nil {
			return err
		}
		t.printf("\nThe site is %s.", outcome)
	}
	return nil
}

// specification puts the same specification twice, which creates it and then updates it.
func (t *tour) specification(ctx context.Context) error {
	t.printf("\n# An OpenAPI specification: create or update")
	slug := t.tag
	t.undo = append(t.undo, func(ctx context.Context) error {
		_, err := t.client.Orgs.OpenAPI.Delete(ctx, t.orgID, slug)
		return err
	})
	for range 2 {
		put, err := t.client.Orgs.OpenAPI.Put(ctx, t.orgID, slug, orgs.OpenAPIPut{Source: orgs.OpenAPISource{URL: new("https://example.com/openapi.json")}})
		if publishing.MayHaveApplied(err) {
			t.printf("There may be a specification %s left, unless it is deleted below.", slug)
		}
		if err != nil {
			return err
		}
		t.printf("put specification [%s]: %s", slug, put.Outcome)
	}
	spec, err := t.client.Orgs.OpenAPI.Update(ctx, t.orgID, slug, orgs.OpenAPIUpdate{Visibility: orgs.OpenAPIVisibilityPublic})
	if err != nil {
		return err
	}
	if spec, err = t.client.Orgs.OpenAPI.Get(ctx, t.orgID, spec.Slug); err != nil {
		return err
	}
	t.printf("specification [%s] is %s and %s", spec.Slug, publishing.Value(spec.Visibility), spec.ProcessingState)
	return nil
}

// shareLink deletes a link twice: the outcome reports whether there was something to delete.
func (t *tour) shareLink(ctx context.Context) error {
	t.printf("\n# A share link: create, disable, delete twice")
	link, err := t.client.Sites.ShareLinks.Create(ctx, t.orgID, t.siteID, sites.ShareLinkCreate{Name: "Tour"})
	if err != nil {
		return err
	}
	t.printf("created share link [%s] of site [%s]", link.ID, t.siteID)
	if link, err = t.client.Sites.ShareLinks.Update(ctx, t.orgID, t.siteID, link.ID, sites.ShareLinkUpdate{Active: new(false)}); err != nil {
		return err
	}
	t.printf("active: %t", link.Active == nil || *link.Active)
	for _, when := range []string{"first", "second"} {
		outcome, err := t.client.Sites.ShareLinks.Delete(ctx, t.orgID, t.siteID, link.ID)
		if err != nil {
			return err
		}
		switch outcome {
		case api.Deleted:
			t.printf("%s delete: deleted", when)
		case api.AlreadyAbsent:
			t.printf("%s delete: already absent", when)
		default:
			t.printf("%s delete: deleted by this or an earlier attempt", when)
		}
	}
	return nil
}

// changeRequest takes a change request from draft to merge, in a copy of a space that is deleted at
// the end.
func (t *tour) changeRequest(ctx context.Context) error {
	t.printf("\n# A change request: draft, open, discussed, merged")
	page, err := t.client.Spaces.List(ctx, t.orgID, spaces.ListOptions{Limit: 1})
	if err != nil || len(page.Items) == 0 {
		return err
	}
	space, err := t.copySpace(ctx, page.Items[0])
	if err != nil {
		return err
	}
	request, err := t.client.ChangeRequests.Create(ctx, space, changerequests.Create{Subject: new("A better start")})
	if err != nil {
		return err
	}
	id := changerequests.Number(request.Number) // can be used like request.ID
	t.undo = append(t.undo, func(ctx context.Context) error { return t.archive(ctx, space, id) })
	t.printf("created change request [%s], number %d: %s", request.ID, request.Number, request.Status)

	if request, err = t.client.ChangeRequests.Update(ctx, space, id, changerequests.Update{Status: changerequests.StatusOpen}); err != nil {
		return err
	}
	t.printf("change request [%s] is %s", request.ID, request.Status)
	comment, err := t.client.ChangeRequests.Comments.Create(ctx, space, id, spaces.CommentCreate{Body: richtext.Markdown("Ready to **merge**?")})
	if err != nil {
		return err
	}
	t.printf("comment [%s] is %s", comment.ID, comment.Status)
	if comment, err = t.client.ChangeRequests.Comments.Update(ctx, space, id, comment.ID, spaces.CommentUpdate{Resolved: new(true)}); err != nil {
		return err
	}
	t.printf("comment [%s] is %s", comment.ID, comment.Status)

	result, err := t.client.ChangeRequests.Merge(ctx, space, id, changerequests.MergeOptions{})
	if errors.Is(err, changerequests.ErrMergeConflicts) {
		t.printf("not merged: the main content has changed the same pages")
		return nil
	}
	if err != nil {
		return err
	}
	content, err := t.client.Spaces.Content.Get(ctx, space, spaces.ContentGetOptions{Metadata: new(false)})
	if err != nil {
		return err
	}
	t.printf("merged: revision %s is the current content: %t", result.Revision, content.ID == result.Revision)
	for visit := range spaces.WalkPages(content.Pages) {
		t.printf("  %s%s", strings.Repeat("  ", visit.Depth), visit.Page.Title)
	}
	return nil
}

// copySpace duplicates a space and returns the ID of the copy. If the response is lost, the copy
// cannot be distinguished from other spaces, so it is not deleted, but reported.
func (t *tour) copySpace(ctx context.Context, space spaces.Space) (string, error) {
	duplicate, err := t.client.Spaces.Duplicate(ctx, space.ID)
	if err != nil {
		if publishing.MayHaveApplied(err) {
			t.printf("There may be a copy of space [%s] left.", space.ID)
		}
		return "", err
	}
	t.undo = append(t.undo, func(ctx context.Context) error {
		outcome, err := t.client.Spaces.Delete(ctx, duplicate.ID)
		if err != nil {
			return err
		}
		t.printf("The copy of the space is %s.", outcome)
		return nil
	})
	t.printf("duplicated space [%s]: space [%s] %s", space.ID, duplicate.ID, duplicate.Title)
	return duplicate.ID, nil
}

// archive archives a change request unless it is merged.
func (t *tour) archive(ctx context.Context, space, id string) error {
	request, err := t.client.ChangeRequests.Get(ctx, space, id)
	if err != nil || request.Status == changerequests.StatusMerged {
		return err
	}
	_, err = t.client.ChangeRequests.Update(ctx, space, id, changerequests.Update{Status: changerequests.StatusArchived})
	return err
}

// missing gets a site that does not exist, and distinguishes that from other errors.
func (t *tour) missing(ctx context.Context) error {
	t.printf("\n# A site that does not exist")
	_, err := t.client.Sites.Get(ctx, t.orgID, "no-such-site", sites.GetOptions{})
	if !errors.Is(err, publishing.ErrNotFound) {
		return fmt.Errorf("a site that does not exist: %w", err)
	}
	if e, ok := errors.AsType[*publishing.Error](err); ok {
		t.printf("status %d: %s", e.Status, e.Message)
	}
	if _, err = t.client.Sites.Update(ctx, t.orgID, "no-such-site", sites.Update{Title: new("x")}); err != nil {
		t.printf("invalid, so nothing was sent: %v", err)
	}
	return nil
}

// answer asks a question and prints the answer as it streams.
func (t *tour) answer(ctx context.Context) error {
	questions, err := t.client.Orgs.Ask.Questions(ctx, t.orgID)
	if err != nil {
		return err
	}
	query := "How do I publish?"
	if len(questions.Questions) > 0 {
		query = questions.Questions[0]
	}
	t.printf("\n# An answer as it streams: %s", query)
	var text ask.Text
	var sources []ask.Source
	var meta publishing.Meta
	question := orgs.AskQuestion{Question: query}
	options := orgs.AskStreamOptions{Format: richtext.FormatMarkdown}
	for event, err := range t.client.Orgs.Ask.Stream(ctx, t.orgID, question, options, publishing.WithMeta(&meta)) {
		if err != nil {
			return err
		}
		if piece := text.Add(event); piece != "" {
			fmt.Fprint(t.out, piece)
		}
		if event.Answer != nil && len(event.Answer.Sources) > 0 {
			sources = event.Answer.Sources
		}
	}
	t.printf("")
	if !meta.Done {
		t.printf("  The answer may be incomplete: the service did not announce its end.")
	}
	for _, source := range sources {
		switch source.Type {
		case ask.SourceTypePage:
			t.printf("  from page %s of space [%s]", source.Page, source.Space)
		case ask.SourceTypeRecord:
			t.printf("  from %s, %s", source.Title, source.URL)
		}
	}
	return nil
}
