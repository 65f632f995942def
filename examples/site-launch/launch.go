package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A launcher launches a site and prints what it does.
type launcher struct {
	client *publishing.Client
	orgID  string
	plan   plan
	out    io.Writer
	now    func() time.Time

	// Both are nil unless the site is on an in-memory server.
	created func(siteID string) // called after the site was created
	verify  func(siteID string, token api.Secret) error

	// What the steps have found or created.
	parts   []part
	site    *sites.Site
	changes int
}

// A part is a space on the site.
type part struct {
	spacePlan

	space     *spaces.Space
	entry     *spaces.Page // the page of the spacePlan
	siteSpace *sites.SiteSpace
}

// launch does all steps. The site is published after everything that decides who sees it is set.
func (l *launcher) launch(ctx context.Context) error {
	for _, step := range []func(context.Context) error{
		l.fillSpaces, l.createSite, l.createSections, l.color, l.redirect, l.authenticate, l.publish,
		l.resolve, l.admit, l.ask, l.views,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	switch l.changes {
	case 0:
		l.print("unchanged", "everything: the site was launched before")
	case 1:
		l.print("done", "1 change")
	default:
		l.print("done", "%d changes", l.changes)
	}
	return nil
}

// print prints what has happened to what.
func (l *launcher) print(outcome, format string, args ...any) {
	line := fmt.Sprintf("%-10s %s", outcome, terminal.Line(fmt.Sprintf(format, args...)))
	fmt.Fprintln(l.out, strings.TrimRight(line, " "))
}

// changed prints a change.
func (l *launcher) changed(outcome, format string, args ...any) {
	l.changes++
	l.print(outcome, format, args...)
}

// only returns the element that matches, nil if there is none. More than one is an error, since
// changing the wrong one would be worse.
func only[T any](all iter.Seq2[T, error], what string, matches func(T) bool) (*T, error) {
	var found *T
	for element, err := range all {
		switch {
		case err != nil:
			return nil, err
		case !matches(element):
		case found != nil:
			return nil, fmt.Errorf("there are several: want one %s", what)
		default:
			found = &element
		}
	}
	return found, nil
}

// fillSpaces creates the spaces and imports their pages.
func (l *launcher) fillSpaces(ctx context.Context) error {
	for _, wanted := range l.plan.spaces {
		what := fmt.Sprintf("space %q", wanted.title)
		space, err := only(l.client.Spaces.All(ctx, l.orgID, spaces.ListOptions{}), what, func(s spaces.Space) bool { return s.Title == wanted.title })
		if err != nil {
			return err
		}
		if space != nil {
			l.print("unchanged", "%s", what)
		} else {
			if space, err = l.client.Spaces.Create(ctx, l.orgID, spaces.Create{Title: &wanted.title}); err != nil {
				return err
			}
			l.changed("created", "%s", what)
		}
		entry, err := l.importPages(ctx, space.ID, wanted)
		if err != nil {
			return err
		}
		l.parts = append(l.parts, part{spacePlan: wanted, space: space, entry: entry})
	}
	return nil
}

// errLookFirst is the error of an import of which a second run cannot tell whether it is complete.
var errLookFirst = errors.New("look at the space before you run this again")

// importPages imports the pages of a space, unless it has the page of its plan. It returns that
// page.
func (l *launcher) importPages(ctx context.Context, spaceID string, wanted spacePlan) (*spaces.Page, error) {
	what := fmt.Sprintf("pages of space %q from %s", wanted.title, wanted.website)
	entry, err := l.client.Spaces.Pages.GetByPath(ctx, spaceID, wanted.page, spaces.PageGetByPathOptions{})
	if err == nil {
		l.print("unchanged", "%s", what)
		return entry, nil
	}
	if !errors.Is(err, publishing.ErrNotFound) {
		return nil, err
	}
	// Another import would add the same pages again.
	tree, err := l.client.Spaces.Pages.Tree(ctx, spaceID, spaces.PageTreeOptions{Metadata: new(false)})
	if err != nil {
		return nil, err
	}
	if len(tree.Pages) > 0 {
		return nil, fmt.Errorf("space %q has pages, but not %s: correct the plan, or wait if an import has not ended", wanted.title, wanted.page)
	}
	result, err := l.client.Spaces.Content.Import(ctx, spaceID, spaces.ContentImport{URL: wanted.website, Source: spaces.ImportSourceWebsite})
	if publishing.MayHaveApplied(err) {
		return nil, fmt.Errorf("the import into space %q may not have ended; %w: %w", wanted.title, errLookFirst, err)
	}
	if err != nil {
		return nil, err
	}
	if result.ImportedResources < result.TotalResources {
		return nil, fmt.Errorf("%d of the %d resources were imported into space %q; %w",
			result.ImportedResources, result.TotalResources, wanted.title, errLookFirst)
	}
	l.changed("imported", "%s: %d of %d", what, result.ImportedResources, result.TotalResources)
	return l.client.Spaces.Pages.GetByPath(ctx, spaceID, wanted.page, spaces.PageGetByPathOptions{})
}

// createSite creates the site. Only authenticated visitors may ever see it.
func (l *launcher) createSite(ctx context.Context) error {
	what := fmt.Sprintf("site %q for authenticated visitors", l.plan.title)
	site, err := only(l.client.Sites.All(ctx, l.orgID, sites.ListOptions{}), what, func(s sites.Site) bool { return s.Title == l.plan.title })
	switch {
	case err != nil:
		return err
	case site == nil:
		site, err = l.client.Sites.Create(ctx, l.orgID, sites.Create{Title: &l.plan.title, Visibility: sites.VisibilityVisitorAuth})
		if err != nil {
			return err
		}
		l.changed("created", "%s", what)
		if l.created != nil {
			l.created(site.ID)
		}
	case site.Visibility != sites.VisibilityVisitorAuth:
		site, err = l.client.Sites.Update(ctx, l.orgID, site.ID, sites.Update{Visibility: sites.VisibilityVisitorAuth})
		if err != nil {
			return err
		}
		l.changed("changed", "%s", what)
	default:
		l.print("unchanged", "%s", what)
	}
	l.site = site
	return nil
}

// createSections places each space in a section of its own.
func (l *launcher) createSections(ctx context.Context) error {
	for i := range l.parts {
		part := &l.parts[i]
		what := fmt.Sprintf("section %q with space %q", part.section, part.title)
		siteSpace, err := l.siteSpace(ctx, part.space.ID, what)
		if err != nil {
			return err
		}
		switch {
		case siteSpace != nil && siteSpace.Section == nil:
			return fmt.Errorf("space %q is on the site, but not in a section: want a %s", part.title, what)
		case siteSpace != nil:
			l.print("unchanged", "%s", what)
		default:
			create := sites.SectionCreate{SpaceID: api.Set(part.space.ID), Title: &part.section}
			if _, err = l.client.Sites.Sections.Create(ctx, l.orgID, l.site.ID, create); err != nil {
				return err
			}
			l.changed("created", "%s", what)
			if siteSpace, err = l.siteSpace(ctx, part.space.ID, what); err != nil {
				return err
			}
			if siteSpace == nil {
				return fmt.Errorf("the site has no %s after it was created", what)
			}
		}
		part.siteSpace = siteSpace
	}
	return nil
}

// siteSpace returns a space as it is placed on the site, nil if it is not.
func (l *launcher) siteSpace(ctx context.Context, spaceID, what string) (*sites.SiteSpace, error) {
	return only(l.client.Sites.SiteSpaces.All(ctx, l.orgID, l.site.ID, sites.SiteSpaceListOptions{}), what, func(s sites.SiteSpace) bool { return s.Space.ID == spaceID })
}

// color changes one color of the appearance and nothing else.
func (l *launcher) color(ctx context.Context) error {
	changed := false
	var unknown []string
	_, err := l.client.Sites.Customization.Edit(ctx, l.orgID, l.site.ID, func(settings *customization.Settings) error {
		color := &settings.Styling.PrimaryColor
		changed = color.Light != l.plan.color.Light || color.Dark != l.plan.color.Dark
		color.Light, color.Dark = l.plan.color.Light, l.plan.color.Dark
		unknown = slices.Sorted(maps.Keys(settings.Extra))
		return nil
	})
	if err != nil {
		return err
	}
	what := fmt.Sprintf("primary color %s, %s in dark mode", l.plan.color.Light, l.plan.color.Dark)
	if !changed {
		l.print("unchanged", "%s", what)
		return nil
	}
	if len(unknown) > 0 {
		what += "; kept " + strings.Join(unknown, ", ") + ", which this release does not know"
	}
	l.changed("changed", "%s", what)
	return nil
}

// redirect leads visitors from the old path of a page to the page.
func (l *launcher) redirect(ctx context.Context) error {
	part, source := l.parts[l.plan.moved.space], l.plan.moved.source
	what := fmt.Sprintf("redirect of %s to page %q", source, part.entry.Title)
	all := l.client.Sites.Redirects.All(ctx, l.orgID, l.site.ID, sites.RedirectListOptions{Search: source})
	redirect, err := only(all, what, func(r sites.Redirect) bool { return strings.EqualFold(r.Source, source) })
	if err != nil {
		return err
	}
	wanted := sites.RedirectDestination{Kind: sites.RedirectDestinationKindPage, SiteSpaceID: &part.siteSpace.ID, PageID: &part.entry.ID}
	switch {
	case redirect == nil:
		if _, err := l.client.Sites.Redirects.Create(ctx, l.orgID, l.site.ID, sites.RedirectCreate{Source: source, Destination: wanted}); err != nil {
			return err
		}
		l.changed("created", "%s", what)
	case !sameDestination(redirect.Destination, wanted):
		if _, err := l.client.Sites.Redirects.Update(ctx, l.orgID, l.site.ID, redirect.ID, sites.RedirectUpdate{Destination: &wanted}); err != nil {
			return err
		}
		l.changed("changed", "%s", what)
	default:
		l.print("unchanged", "%s", what)
	}
	return nil
}

func sameDestination(a, b sites.RedirectDestination) bool {
	return a.Kind == b.Kind && publishing.Value(a.SiteSpaceID) == publishing.Value(b.SiteSpaceID) && publishing.Value(a.PageID) == publishing.Value(b.PageID)
}

// authenticate sends visitors without a token to the login page.
func (l *launcher) authenticate(ctx context.Context) error {
	what := "login page " + l.plan.login
	auth, err := l.client.Sites.Publishing.Auth.Get(ctx, l.orgID, l.site.ID)
	if err != nil {
		return err
	}
	if auth.Backend == spaces.VisitorAuthBackendCustom && publishing.Value(auth.FallbackURL) == l.plan.login {
		l.print("unchanged", "%s", what)
		return nil
	}
	update := sites.PublishingAuthUpdate{Backend: spaces.VisitorAuthBackendCustom, FallbackURL: api.Set(l.plan.login)}
	if _, err = l.client.Sites.Publishing.Auth.Update(ctx, l.orgID, l.site.ID, update); err != nil {
		return err
	}
	l.changed("changed", "%s", what)
	return nil
}

// publish publishes the site, and gets its address.
func (l *launcher) publish(ctx context.Context) error {
	outcome := "unchanged"
	if !l.site.Published {
		if _, err := l.client.Sites.Publish(ctx, l.orgID, l.site.ID, sites.PublishOptions{}); err != nil {
			return err
		}
		outcome = "published"
		l.changes++
	}
	site, err := l.client.Sites.Get(ctx, l.orgID, l.site.ID, sites.GetOptions{})
	switch {
	case err != nil:
		return err
	case !site.Published || site.URLs.Published == nil:
		return fmt.Errorf("the site %s has no address after it was published", site.ID)
	}
	l.site = site
	l.print(outcome, "%s", *site.URLs.Published)
	return nil
}

// resolve follows the redirect of the moved page.
func (l *launcher) resolve(ctx context.Context) error {
	resolved, err := l.client.Sites.Redirects.Resolve(ctx, l.orgID, l.site.ID, sites.RedirectResolveOptions{Source: l.plan.moved.source})
	if err != nil {
		return err
	}
	l.print("resolved", "%s leads to %s", l.plan.moved.source, resolved.Target)
	return nil
}

// admit signs a token with which the visitor opens the site, as the login page does. The token and
// the address that contains it are printed nowhere: whoever has them can open the site.
func (l *launcher) admit(ctx context.Context) error {
	auth, err := l.client.Sites.Publishing.Auth.Get(ctx, l.orgID, l.site.ID)
	if err != nil {
		return err
	}
	visitor := l.plan.visitor
	token, err := sites.SignVisitorToken(auth.PrivateKey, visitor.claims, l.now().Add(visitor.lifetime))
	if err != nil {
		return err
	}
	if _, err := sites.VisitorURL(*l.site.URLs.Published, "", token); err != nil {
		return err
	}
	what := fmt.Sprintf("an address for %s that is valid for %s", visitor.claims.Name, visitor.lifetime)
	if l.verify != nil {
		if err := l.verify(l.site.ID, token); err != nil {
			return err
		}
		what += ", and opens the site"
	}
	l.print("signed", "%s", what)
	return nil
}

// ask asks the site a question, and prints what it streams.
func (l *launcher) ask(ctx context.Context) error {
	question := sites.AskQuestion{Question: l.plan.ask, Scope: sites.SearchScope{Mode: sites.SearchModeAll}}
	options := sites.AskStreamOptions{Format: richtext.FormatMarkdown}
	var text ask.Text
	sources := 0
	var meta publishing.Meta
	for event, err := range l.client.Sites.Ask.Stream(ctx, l.orgID, l.site.ID, question, options, publishing.WithMeta(&meta)) {
		if err != nil {
			return err
		}
		text.Add(event)
		if event.Answer != nil && len(event.Answer.Sources) > 0 {
			sources = len(event.Answer.Sources)
		}
	}
	l.print("asked", "%s", l.plan.ask)
	for _, line := range terminal.Lines(text.String()) {
		l.print("", "%s", line)
	}
	if !meta.Done {
		l.print("", "The answer may be incomplete: the service did not announce its end.")
	}
	l.print("", "(%d sources)", sources)
	return nil
}
