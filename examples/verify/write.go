package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A scratch is the space and the site that a run has created, for the experiments.
type scratch struct {
	*publishing.Client
	ctx                    context.Context
	orgID, spaceID, siteID string
	request                string // change request of the space
	title                  string // title of the space
	opts                   []api.CallOption
}

// An experiment settles a rule by writing to what the run has created.
type experiment struct {
	rule string
	// with and without are the statuses with the rule and without it.
	with, without int
	// try makes the calls, of which the last determines the status.
	try func(s scratch) error
	// holds reports whether the rule holds, if the status is the same with the rule and without it.
	holds func(s scratch) (bool, error)
}

// place places a space on the site.
func (s scratch) place(spaceID string, section *string) (*sites.SiteSpace, error) {
	siteSpace := sites.SiteSpaceCreate{SpaceID: publishing.Set(spaceID), SectionID: section}
	return s.Sites.SiteSpaces.Create(s.ctx, s.orgID, s.siteID, siteSpace, s.opts...)
}

func (s scratch) section(spaceID string) (*sites.Section, error) {
	section := sites.SectionCreate{SpaceID: publishing.Set(spaceID)}
	return s.Sites.Sections.Create(s.ctx, s.orgID, s.siteID, section, s.opts...)
}

func (s scratch) group(group sites.SectionGroupCreate) error {
	group.Title = "Group"
	return errorOf(s.Sites.SectionGroups.Create(s.ctx, s.orgID, s.siteID, group, s.opts...))
}

func (s scratch) update(update sites.Update) error {
	return errorOf(s.Sites.Update(s.ctx, s.orgID, s.siteID, update, s.opts...))
}

func (s scratch) redirect(source, sectionID string) error {
	return errorOf(s.Sites.Redirects.Create(s.ctx, s.orgID, s.siteID, sites.RedirectCreate{
		Source: source, Destination: sites.RedirectDestination{
			Kind: sites.RedirectDestinationKindSection, SiteSectionID: &sectionID,
		},
	}, s.opts...))
}

// insert inserts an empty page into the change request.
func (s scratch) insert(page changerequests.ContentChange) error {
	page.Operation = changerequests.ContentOperationInsertPage
	page.Document = new(richtext.Content)
	update := changerequests.ContentUpdate{Changes: []changerequests.ContentChange{page}}
	return errorOf(s.ChangeRequests.Content.Update(s.ctx, s.spaceID, s.request, update, s.opts...))
}

// experiments are in the order in which they are made. A space is placed on the site before the
// site has sections.
var experiments = []experiment{
	{"spaces.create.empty", 0, 0, nil, func(s scratch) (bool, error) {
		content, err := s.Spaces.Content.Get(s.ctx, s.spaceID, spaces.ContentGetOptions{})
		return err == nil && len(content.Pages) == 0, err
	}},
	{"spaces.restore.live-409", 409, 200, func(s scratch) error {
		return errorOf(s.Spaces.Restore(s.ctx, s.spaceID, s.opts...))
	}, nil},
	{"changerequests.updatefrommain.nothing-newer", 0, 0, nil, func(s scratch) (bool, error) {
		before, err := s.ChangeRequests.Get(s.ctx, s.spaceID, s.request)
		if err != nil {
			return false, err
		}
		result, err := s.ChangeRequests.UpdateFromMain(s.ctx, s.spaceID, s.request)
		return err == nil && result.Revision == before.Revision, err
	}},
	{"changerequests.content.update.title", 0, 0, nil, func(s scratch) (bool, error) {
		if err := s.insert(changerequests.ContentChange{Slug: new("scratch")}); err != nil {
			return false, err
		}
		tree, err := s.ChangeRequests.Pages.Tree(s.ctx, s.spaceID, s.request, spaces.PageTreeOptions{})
		if err != nil || len(tree.Pages) == 0 {
			return false, errors.Join(err, errNoPage)
		}
		return tree.Pages[len(tree.Pages)-1].Title == "Untitled", nil
	}},
	{"changerequests.content.update.at", 200, 400, func(s scratch) error {
		return s.insert(changerequests.ContentChange{Title: new("Last"), At: new(int64(1000))})
	}, nil},
	{"changerequests.content.update.merged", 200, 409, func(s scratch) error {
		archived := changerequests.Update{Status: changerequests.StatusArchived}
		if _, err := s.ChangeRequests.Update(s.ctx, s.spaceID, s.request, archived); err != nil {
			return err
		}
		return s.insert(changerequests.ContentChange{Title: new("Late")})
	}, nil},
	{"sites.sharelinks.create.active", 0, 0, nil, func(s scratch) (bool, error) {
		name := sites.ShareLinkCreate{Name: "Scratch"}
		link, err := s.Sites.ShareLinks.Create(s.ctx, s.orgID, s.siteID, name)
		return err == nil && (link.Active == nil || *link.Active), err
	}},
	{"sites.sitespaces.first-default", 0, 0, nil, func(s scratch) (bool, error) {
		placed, err := s.place(s.spaceID, nil)
		return err == nil && publishing.Value(placed.Default), err
	}},
	{"sites.sitespaces.create.space-exists", 400, 201, func(s scratch) error {
		return errorOf(s.place(absent, nil))
	}, nil},
	{"sites.update.default-site-space-exists", 400, 200, func(s scratch) error {
		return s.update(sites.Update{DefaultSiteSpace: new(absent)})
	}, nil},
	{"sites.sitespaces.move.itself", 400, 200, func(s scratch) error {
		placed, err := s.Sites.SiteSpaces.List(s.ctx, s.orgID, s.siteID, sites.SiteSpaceListOptions{})
		if err != nil || len(placed.Items) == 0 {
			return err
		}
		id := placed.Items[0].ID
		var itself sites.SiteSpaceMove
		itself.Position.After = &sites.SiteSpacePointer{SiteSpace: id}
		return errorOf(s.Sites.SiteSpaces.Move(s.ctx, s.orgID, s.siteID, id, itself, s.opts...))
	}, nil},
	{"sites.sitespaces.create.section-exists", 400, 201, func(s scratch) error {
		return errorOf(s.place(s.spaceID, new(absent)))
	}, nil},
	{"sites.sections.create.space-exists", 400, 201, func(s scratch) error {
		return errorOf(s.section(absent))
	}, nil},
	{"sites.sections.create.title-of-space", 0, 0, nil, func(s scratch) (bool, error) {
		section, err := s.section(s.spaceID)
		return err == nil && section.Title == s.title, err
	}},
	{"sites.update.default-site-section-exists", 400, 200, func(s scratch) error {
		return s.update(sites.Update{DefaultSiteSection: new(absent)})
	}, nil},
	{"sites.sectiongroups.create.parent-exists", 400, 201, func(s scratch) error {
		return s.group(sites.SectionGroupCreate{Parent: new(absent)})
	}, nil},
	{"sites.sectiongroups.create.sections-exist", 400, 201, func(s scratch) error {
		return s.group(sites.SectionGroupCreate{Sections: []string{absent}})
	}, nil},
	{"sites.redirects.destination.exists", 400, 201, func(s scratch) error {
		return s.redirect("/nowhere", absent)
	}, nil},
	{"sites.redirects.source.unique", 400, 201, func(s scratch) error {
		first := s
		first.opts = nil // only the status of the second redirect counts
		section, err := first.section(s.spaceID)
		if err != nil {
			return err
		}
		if err := first.redirect("/twice", section.ID); err != nil {
			return err
		}
		return s.redirect("/twice", section.ID)
	}, nil},
}

var errNoPage = errors.New("the change request has no page")

// notProbed are the beginnings of the rules that are not tried on purpose, with the reason.
var notProbed = []struct{ prefix, reason string }{
	{"orgs.invites.", "sends mail"},
	{"orgs.linkinvites.", "gives people access"},
	{"orgs.members.", "changes members"},
	{"orgs.teams.", "is created at the level of the organization"},
	{"orgs.saml.", "changes how people sign in"},
	{"orgs.fonts.", "is created at the level of the organization"},
	{"orgs.openapi.", "is created at the level of the organization"},
	{"orgs.translations.", "is created at the level of the organization"},
	{"orgs.", "changes the organization"},
	{"collections.", "is created at the level of the organization"},
	{"permissions.", "changes roles"},
	{"team", "changes roles"},
	{"customhostnames.", "changes hostnames"},
	{"hostname.", "changes hostnames"},
	{"installation.", "changes integrations"},
	{"integration", "changes integrations"},
	{"changerequests.requestedreviewers.", "sends mail"},
	{"changerequests.reviews.", "sends mail"},
	{"comment", "may send mail"},
	{"changerequests.comments.", "may send mail"},
	{"spaces.comments.", "may send mail"},
	{"reply.", "may send mail"},
	{"sites.published.", "publishes"},
	{"sites.ads", "shows ads"},
	{"sites.ask.", "costs credits"},
	{"sites.insights.", "tracks visitors"},
	{"users.", "changes a user"},
}

// skipRules notes the rules that no source states and that were not tried.
func (p *report) skipRules() {
	tried := map[string]bool{}
	for _, r := range p.rules {
		tried[r.Rule] = true
	}
	for _, rule := range publishingtest.Rules() {
		if !rule.Undecided || tried[rule.ID] {
			continue
		}
		reason := "has no trial"
		if slices.ContainsFunc(experiments, func(e experiment) bool { return e.rule == rule.ID }) {
			reason = "was not reached"
		}
		for _, skipped := range notProbed {
			if strings.HasPrefix(rule.ID, skipped.prefix) {
				reason = skipped.reason
				break
			}
		}
		p.skipped[rule.ID] = reason
	}
}

// A writer makes the experiments.
type writer struct {
	client *publishing.Client // with the policy of the guard
	guard  *guard
	report *report
	name   string // of the journal
	host   string // of the service
	orgID  string
	wait   func(ctx context.Context, d time.Duration) error
}

// run creates a space and a site, makes the experiments, and deletes everything, also if ctx ends.
func (w *writer) run(ctx context.Context) (err error) {
	j, err := newJournal(w.name)
	if err != nil {
		return err
	}
	j.wait = w.wait
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Minute)
		defer cancel()
		err = errors.Join(err, j.cleanUp(ctx, w.client, w.guard))
	}()
	s := scratch{Client: w.client, ctx: ctx, orgID: w.orgID}
	id := strings.ToLower(rand.Text()[:10])
	s.title = titleOf(kindSpace) + id
	s.spaceID, err = w.create(j, entry{Kind: kindSpace, Title: s.title}, func() (string, error) {
		space, err := w.client.Spaces.Create(ctx, w.orgID, spaces.Create{Title: &s.title})
		return idOf(space, err, func(s *spaces.Space) string { return s.ID })
	})
	if err != nil {
		return err
	}
	title := titleOf(kindSite) + id
	s.siteID, err = w.create(j, entry{Kind: kindSite, Title: title}, func() (string, error) {
		site, err := w.client.Sites.Create(ctx, w.orgID, sites.Create{Title: &title})
		return idOf(site, err, func(s *sites.Site) string { return s.ID })
	})
	if err != nil {
		return err
	}
	subject := changerequests.Create{Subject: new("Scratch")}
	request, err := w.client.ChangeRequests.Create(ctx, s.spaceID, subject)
	if err != nil {
		return err
	}
	s.request = request.ID
	for _, e := range experiments {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		w.report.rules = append(w.report.rules, e.settle(s))
	}
	return nil
}

func idOf[T any](created *T, err error, id func(*T) string) (string, error) {
	if err != nil {
		return "", err
	}
	return id(created), nil
}

// create creates something after the journal has it.
func (w *writer) create(j *journal, e entry, create func() (string, error)) (id string, err error) {
	e.Service, e.Organization, e.Time = w.host, w.orgID, time.Now()
	if err := j.write(e); err != nil {
		return "", err
	}
	stop := w.guard.create()
	defer stop()
	if id, err = create(); err != nil {
		e.Time = time.Time{} // nothing can take effect later
		if publishing.MayHaveApplied(err) {
			e.Time = time.Now() // the last attempt was sent until now
		}
		return "", errors.Join(err, j.write(e))
	}
	e.ID = id
	w.guard.add(id)
	return id, j.write(e)
}

// settle makes an experiment.
func (e experiment) settle(s scratch) ruling {
	if e.holds != nil {
		switch holds, err := e.holds(s); {
		case err != nil:
			return ruling{e.rule, unsettled, statusOf(err)}
		case holds:
			return ruling{e.rule, asExpected, ""}
		default:
			return ruling{e.rule, otherwise, optionOf(e.rule)}
		}
	}
	var meta api.Meta
	s.opts = []api.CallOption{api.WithMeta(&meta)}
	if err := e.try(s); meta.Status == 0 {
		return ruling{e.rule, unsettled, statusOf(err)}
	}
	return judge(e.rule, meta.Status, e.with, e.without)
}

// statusOf describes an error by its status.
func statusOf(err error) string {
	if e, ok := errors.AsType[*publishing.Error](err); ok {
		return fmt.Sprintf("the status is %d", e.Status)
	}
	return "there is no response"
}
