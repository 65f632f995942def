package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

type reviewer struct {
	client *publishing.Client
	out    io.Writer
	now    func() time.Time
}

func (r *reviewer) printf(format string, args ...any) { fmt.Fprintf(r.out, format+"\n", args...) }

// list prints the open change requests of an organization.
func (r *reviewer) list(ctx context.Context, orgID string) error {
	titles := map[string]string{}
	for space, err := range r.client.Spaces.All(ctx, orgID, spaces.ListOptions{}) {
		if err != nil {
			return err
		}
		titles[space.ID] = terminal.Line(space.Title)
	}
	w := tabwriter.NewWriter(r.out, 0, 0, 2, ' ', 0)
	number := 0
	for request, err := range r.client.ChangeRequests.AllInOrg(ctx, orgID, changerequests.ListInOrgOptions{}) {
		if err != nil {
			return errors.Join(w.Flush(), err)
		}
		if number++; number == 1 {
			fmt.Fprintln(w, "ID\tSPACE\tAUTHOR\tAGE\tOPEN COMMENTS\tSUBJECT")
		}
		subject := subjectOf(&request)
		if request.Outdated {
			subject += " (outdated)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\n", idOf(&request), terminal.Truncate(titles[request.Space], 24),
			terminal.Truncate(terminal.Line(request.CreatedBy.DisplayName), 24), r.since(request.CreatedAt), request.Comments, subject)
	}
	if number == 0 {
		r.printf("There are no open change requests.")
	}
	return w.Flush()
}

// idOf returns the argument that identifies a change request.
func idOf(request *changerequests.ChangeRequest) string {
	return terminal.Line(request.Space) + "/" + changerequests.Number(request.Number)
}

func subjectOf(request *changerequests.ChangeRequest) string {
	if subject := terminal.Line(request.Subject); subject != "" {
		return terminal.Truncate(subject, 70)
	}
	return "(no subject)"
}

// since returns the time since then, in the largest unit.
func (r *reviewer) since(then time.Time) string {
	d := r.now().Sub(then)
	for _, unit := range []struct {
		name string
		d    time.Duration
	}{{"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute}} {
		if n := int64(d / unit.d); n == 1 {
			return "1 " + unit.name
		} else if n > 1 {
			return fmt.Sprintf("%d %ss", n, unit.name)
		}
	}
	return "a moment"
}

// show prints a change request with what it changes, its comments, the oldest first, and their
// replies.
func (r *reviewer) show(ctx context.Context, space, id string) error {
	request, err := r.client.ChangeRequests.Get(ctx, space, id)
	if err != nil {
		return err
	}
	r.printf("%s: %s", idOf(request), subjectOf(request))
	state := terminal.Line(string(request.Status))
	if request.Outdated {
		state += ", outdated"
	}
	r.printf("%s, by %s %s ago, changed %s ago", state, terminal.Line(request.CreatedBy.DisplayName), r.since(request.CreatedAt), r.since(request.UpdatedAt))
	r.printf("%s", terminal.Line(request.URLs.App))
	if err := r.changes(ctx, space, id); err != nil {
		return err
	}

	none := true
	for comment, err := range r.client.ChangeRequests.Comments.All(ctx, space, id, spaces.CommentListOptions{
		Order: api.OrderAsc, Format: richtext.FormatMarkdown,
	}) {
		if err != nil {
			return err
		}
		none = false
		if err := r.comment(ctx, space, id, comment); err != nil {
			return err
		}
	}
	if none {
		r.printf("\nThere are no comments.")
	}
	return nil
}

func (r *reviewer) comment(ctx context.Context, space, id string, comment spaces.Comment) error {
	head := fmt.Sprintf("%s, %s ago", terminal.Line(comment.PostedBy.DisplayName), r.since(comment.PostedAt))
	if page := comment.Target.Page; page != nil {
		title := page.ID
		if page.Title != nil {
			title = *page.Title
		}
		head += ", on " + terminal.Line(title)
		if page.Outdated != nil && *page.Outdated {
			head += " (changed since)"
		}
	}
	if comment.Status != spaces.CommentStatusOpen {
		head += ", " + terminal.Line(string(comment.Status))
		if comment.ResolvedBy != nil {
			head += " by " + terminal.Line(comment.ResolvedBy.DisplayName)
		}
	}
	r.printf("\n%s:", head)
	r.text("  ", comment.Body)
	if comment.Replies.Count == 0 {
		return nil
	}
	for reply, err := range r.client.ChangeRequests.Comments.Replies.All(ctx, space, id, comment.ID, spaces.CommentReplyListOptions{Format: richtext.FormatMarkdown}) {
		if err != nil {
			return err
		}
		r.printf("  %s, %s ago:", terminal.Line(reply.PostedBy.DisplayName), r.since(reply.PostedAt))
		r.text("    ", reply.Body)
	}
	return nil
}

// text prints the lines of a comment or a reply, indented.
func (r *reviewer) text(indent string, body richtext.Content) {
	if body.Markdown == nil {
		r.printf("%s(not shown)", indent)
		return
	}
	for _, line := range terminal.Lines(*body.Markdown) {
		r.printf("%s", strings.TrimRight(indent+line, " "))
	}
}
