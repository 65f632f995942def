package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/urls"
)

// A verdict is the result of trying a rule.
type verdict string

const (
	asExpected verdict = "as expected"
	otherwise  verdict = "otherwise"
	unsettled  verdict = "not settled"
)

// A ruling is the verdict on a rule of the in-memory server that no source states.
type ruling struct {
	Rule    string  `json:"rule"`
	Verdict verdict `json:"verdict"`
	// Detail is the option with which publishingtest plays the rule as it is, or the reason why
	// none does or why the rule was not settled.
	Detail string `json:"detail,omitzero"`
}

// A trial settles a rule by the status of a call that reads.
type trial struct {
	rule string
	at   string // template of the place to call it on
	call func(c call) error
	// with and without are the statuses with the rule and without it.
	with, without int
}

// A call is what a trial needs for its call.
type call struct {
	*publishing.Client
	ctx       context.Context
	anonymous *publishing.Client // has no token
	ids       []string           // of the place
	opts      []api.CallOption
}

// errorOf returns the error of a call.
func errorOf[T any](_ T, err error) error { return err }

// absent is an ID that nothing has.
const absent = "publishing-go-verify-absent"

// trials are the rules that a status settles.
var trials = []trial{
	{"auth.bearer-401", "", func(c call) error {
		return errorOf(c.anonymous.Orgs.List(c.ctx, orgs.ListOptions{Limit: 1}, c.opts...))
	}, 401, 200},
	{"lists.page.cursor", "", func(c call) error {
		return errorOf(c.Orgs.List(c.ctx, orgs.ListOptions{Cursor: absent}, c.opts...))
	}, 400, 200},
	{"path.absent-404", "", func(c call) error {
		return errorOf(c.Orgs.Teams.List(c.ctx, absent, orgs.TeamListOptions{Limit: 1}, c.opts...))
	}, 404, 403},
	{"hostname.absent-404", "", func(c call) error {
		return errorOf(c.CustomHostnames.Get(c.ctx, absent+".example", c.opts...))
	}, 404, 403},
	{"urls.content.absent-404", "", func(c call) error {
		options := urls.ContentOptions{URL: "https://example.com/" + absent}
		return errorOf(c.URLs.Content(c.ctx, options, c.opts...))
	}, 404, 400},
	{"member.absent-404", ofOrg, func(c call) error {
		return errorOf(c.Orgs.Members.Get(c.ctx, c.ids[0], absent, c.opts...))
	}, 404, 403},
	{"mcp-server.absent-404", ofSite, func(c call) error {
		return errorOf(c.Sites.MCPServers.Get(c.ctx, c.ids[0], c.ids[1], absent, c.opts...))
	}, 404, 403},
	{"sites.publishing.preview.site-space", ofSite, func(c call) error {
		options := sites.PublishingPreviewOptions{SiteSpace: absent}
		return errorOf(c.Sites.Publishing.Preview(c.ctx, c.ids[0], c.ids[1], options, c.opts...))
	}, 400, 200},
	{"sites.search.list.site-spaces-exist", ofSite, func(c call) error {
		query := sites.SearchQuery{Query: searched, Scope: sites.SearchScope{
			Mode: sites.SearchModeSpecific, SiteSpaceIDs: []string{absent},
		}}
		options := sites.SearchListOptions{Limit: 1}
		return errorOf(c.Sites.Search.List(c.ctx, c.ids[0], c.ids[1], query, options, c.opts...))
	}, 400, 200},
	{"sites.insights.events.aggregate.grouped", ofSite, func(c call) error {
		return c.aggregate(insights.EventAggregate{Select: device})
	}, 400, 200},
	{"sites.insights.events.aggregate.order-selected", ofSite, func(c call) error {
		return c.aggregate(insights.EventAggregate{
			Select:  []insights.EventsColumn{{Column: insights.EventsColumnEventsCount}},
			GroupBy: device,
			Order:   &insights.EventsOrder{By: device[0], Direction: api.OrderAsc},
		})
	}, 400, 200},
	{"spaces.pdf.page-404", ofSpace, func(c call) error {
		return errorOf(c.Spaces.PDF(c.ctx, c.ids[0], spaces.PDFOptions{PageID: absent}, c.opts...))
	}, 404, 200},
	{"changerequests.pdf.page-404", ofRequest, func(c call) error {
		options := spaces.PDFOptions{PageID: absent}
		return errorOf(c.ChangeRequests.PDF(c.ctx, c.ids[0], c.ids[1], options, c.opts...))
	}, 404, 200},
	{"changes.limit.range", ofRevision, func(c call) error {
		opts := append(c.opts, api.WithQuery("limit", "-1")) // which the SDK rejects
		options := spaces.RevisionChangesOptions{}
		return errorOf(c.Spaces.Revisions.Changes(c.ctx, c.ids[0], c.ids[1], options, opts...))
	}, 400, 200},
}

var device = []insights.EventsColumn{{Column: insights.EventsColumnVisitorDevice}}

func (c call) aggregate(query insights.EventAggregate) error {
	query.Range.Preset = insights.EventsRangePresetLast7Days
	return errorOf(c.Sites.Insights.Events.Aggregate(c.ctx, c.ids[0], c.ids[1], query, c.opts...))
}

// An observation settles a rule by the responses of the walk.
type observation struct {
	rule, operation string
	// holds reports whether a response is as the rule says, and whether that can be told.
	holds func(body any) (holds, known bool)
}

// observations are the rules that a response settles.
var observations = []observation{
	{"content.page.format.default", "Spaces.Pages.Get", func(body any) (bool, bool) {
		markdown, document := textsAt(body, "markdown"), fieldOf(body, "document")
		return len(markdown) > 0, len(markdown) > 0 || document != nil
	}},
	{"orgs.openapi.versions.list.newest-first", "Orgs.OpenAPI.Versions.List", func(body any) (bool, bool) {
		latestFirst := func(a, b time.Time) int { return b.Compare(a) }
		return inOrder(times(textsAt(body, "items.createdAt")), latestFirst)
	}},
	{"permissions.teams.title-order", "Permissions.Spaces.Teams.List", func(body any) (bool, bool) {
		return inOrder(textsAt(body, "items.team.title"), ignoringCase)
	}},
	{"orgs.members.spaces.list.order", "Orgs.Members.Spaces.List", func(body any) (bool, bool) {
		lastFirst := func(a, b string) int { return ignoringCase(b, a) }
		return inOrder(textsAt(body, "items.space.title"), lastFirst)
	}},
	{"space.emoji", "Spaces.List", func(body any) (bool, bool) {
		items, _ := fieldOf(body, "items").([]any)
		with := 0
		for _, item := range items {
			if fieldOf(item, "emoji") != nil || fieldOf(item, "icon") != nil {
				with++
			}
		}
		return with == len(items), len(items) > 0
	}},
}

func fieldOf(value any, name string) any {
	object, _ := value.(map[string]any)
	return object[name]
}

func ignoringCase(a, b string) int {
	return strings.Compare(strings.ToLower(a), strings.ToLower(b))
}

func times(texts []string) (list []time.Time) {
	for _, text := range texts {
		if at, err := time.Parse(time.RFC3339, text); err == nil {
			list = append(list, at)
		}
	}
	return list
}

// inOrder reports whether a list is sorted, and whether its elements are different enough to tell.
func inOrder[T any](list []T, compare func(a, b T) int) (holds, known bool) {
	for i := range len(list) - 1 {
		known = known || compare(list[i], list[i+1]) != 0
	}
	return slices.IsSortedFunc(list, compare), known
}

// settle tries all rules.
func (w *walk) settle(ctx context.Context) error {
	for _, t := range trials {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		w.progress(t.rule)
		w.report.rules = append(w.report.rules, w.try(ctx, t))
	}
	for _, o := range observations {
		w.report.rules = append(w.report.rules, w.observe(o))
	}
	slices.SortFunc(w.report.rules, func(a, b ruling) int { return strings.Compare(a.Rule, b.Rule) })
	return nil
}

func (w *walk) try(ctx context.Context, t trial) ruling {
	ids := w.visited[t.at]
	if t.at != "" && ids == nil {
		return ruling{t.rule, unsettled, "there is nothing to try it on"}
	}
	if w.isFull() {
		return ruling{t.rule, unsettled, enough}
	}
	var meta api.Meta
	w.report.requests++
	_ = t.call(call{w.client, ctx, w.anonymous, ids, []api.CallOption{api.WithMeta(&meta)}})
	w.report.requests += max(meta.Attempts-1, 0)
	return judge(t.rule, meta.Status, t.with, t.without)
}

// judge returns the verdict on a rule that has a status, and another one without it.
func judge(rule string, status, with, without int) ruling {
	detail := ""
	if status == http.StatusUnprocessableEntity { // the service has been seen to return it instead
		status, detail = http.StatusBadRequest, "publishingtest.WithUnprocessable()"
	}
	switch {
	case status == 0:
		return ruling{rule, unsettled, "there is no response"}
	case status == with:
		return ruling{rule, asExpected, detail}
	case status == without:
		return ruling{rule, otherwise, optionOf(rule)}
	case isMissing(status):
		return ruling{rule, unsettled, fmt.Sprintf("the status is %d", status)}
	default:
		detail := fmt.Sprintf("the status is %d; no option of publishingtest plays that", status)
		return ruling{rule, otherwise, detail}
	}
}

func optionOf(rule string) string { return fmt.Sprintf("publishingtest.WithoutRule(%q)", rule) }

func (w *walk) observe(o observation) ruling {
	settled := false
	for _, body := range w.bodies[o.operation] {
		holds, known := o.holds(body)
		if known && !holds {
			return ruling{o.rule, otherwise, optionOf(o.rule)}
		}
		settled = settled || known
	}
	if !settled {
		return ruling{o.rule, unsettled, "no response can tell"}
	}
	return ruling{o.rule, asExpected, ""}
}
