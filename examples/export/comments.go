package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/examples/export/internal/plain"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// otherComments is the path of the comments on the space, and of those on pages that have no file.
const otherComments = "SUMMARY.comments.md"

// planComments returns an item for each page with comments, and one for the other comments. Their
// marks are empty, because a comment can get a reply without any other change. If the comments
// cannot be listed, they are missing for all pages.
func (e *exporter) planComments(ctx context.Context, pages []item) (items []item, err error) {
	byPage := map[string][]spaces.Comment{}
	options := spaces.CommentListOptions{Limit: 1000, Format: richtext.FormatMarkdown}
	for comment, err := range e.client.Spaces.Comments.All(ctx, e.spaceID, options) {
		switch {
		case err != nil:
			for _, page := range pages {
				e.receipt.expect(page.commentsKey(), page.comments, err.Error())
			}
			return nil, fmt.Errorf("%w, because the comments cannot be listed: %w", errPartial, err)
		case comment.Target.ChangeRequest != nil:
		case comment.Target.Page == nil:
			byPage[otherComments] = append(byPage[otherComments], comment)
		default:
			key := kindComments + comment.Target.Page.ID
			byPage[key] = append(byPage[key], comment)
		}
	}
	add := func(key, path, title string, comments []spaces.Comment) {
		e.receipt.expect(key, "", "")
		items = append(items, item{
			key: key, path: path,
			fill: func(ctx context.Context, to *os.File) (content, error) {
				return e.writeComments(ctx, path, title, comments, to)
			},
		})
	}
	for _, page := range pages {
		key := page.commentsKey()
		if comments := byPage[key]; comments != nil {
			add(key, page.comments, page.title, comments)
		}
		delete(byPage, key)
	}
	var others []spaces.Comment
	for _, comments := range byPage {
		others = append(others, comments...)
	}
	if others != nil {
		add(kindComments, otherComments, "the space", others)
	}
	return items, nil
}

// writeComments writes comments with their replies, in the order in which they were posted.
func (e *exporter) writeComments(ctx context.Context, file, title string, comments []spaces.Comment, to *os.File) (done content, err error) {
	slices.SortFunc(comments, func(a, b spaces.Comment) int {
		return cmp.Or(a.PostedAt.Compare(b.PostedAt), strings.Compare(a.ID, b.ID))
	})
	var out strings.Builder
	out.WriteString("# Comments on " + plain.Escape(title) + "\n")
	for i := range comments {
		c := &comments[i]
		fmt.Fprintf(&out, "\n## %s\n\n%s", posted(c.PostedBy, c.PostedAt, c.EditedAt), position(c))
		if err := e.writeBody(&out, c.Body, &done); err != nil {
			return done, fmt.Errorf("comment %s: %w", c.ID, err)
		}
		if c.Replies.Count == 0 {
			continue
		}
		var replies []spaces.CommentReply
		options := spaces.CommentReplyListOptions{Limit: 1000, Format: richtext.FormatMarkdown}
		for reply, err := range e.client.Spaces.Comments.Replies.All(ctx, e.spaceID, c.ID, options) {
			if err != nil {
				return done, err
			}
			replies = append(replies, reply)
		}
		slices.SortFunc(replies, func(a, b spaces.CommentReply) int {
			return cmp.Or(a.PostedAt.Compare(b.PostedAt), strings.Compare(a.ID, b.ID))
		})
		for i := range replies {
			r := &replies[i]
			fmt.Fprintf(&out, "\n### %s\n\n", posted(r.PostedBy, r.PostedAt, r.EditedAt))
			if err := e.writeBody(&out, r.Body, &done); err != nil {
				return done, fmt.Errorf("reply %s: %w", r.ID, err)
			}
		}
	}
	text, _ := e.localized(out.String(), file)
	_, err = to.WriteString(text)
	return done, err
}

// writeBody writes a text as a quotation, so that a heading in it is not taken for a comment.
func (e *exporter) writeBody(out *strings.Builder, body richtext.Content, done *content) error {
	if body.Markdown == nil {
		return errors.New("the response contains no Markdown")
	}
	text := strings.Trim(e.plainly(*body.Markdown, done), "\n")
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" {
			line = " " + line
		}
		out.WriteString(">" + line + "\n")
	}
	return nil
}

// posted returns who posted a comment or a reply, and when.
func posted(by api.User, at time.Time, edited *time.Time) string {
	text := named(by) + ", " + at.UTC().Format(time.RFC3339)
	if edited != nil {
		text += ", edited " + edited.UTC().Format(time.RFC3339)
	}
	return text
}

func named(user api.User) string { return plain.Escape(cmp.Or(user.DisplayName, user.ID)) }

// position returns a list of what is known about a comment: its status and what it is on.
func position(c *spaces.Comment) string {
	lines := []string{"Status: " + plain.Escape(string(c.Status))}
	if c.ResolvedAt != nil {
		lines[0] += ", " + c.ResolvedAt.UTC().Format(time.RFC3339)
	}
	if c.ResolvedBy != nil {
		lines[0] += ", " + named(*c.ResolvedBy)
	}
	if page := c.Target.Page; page != nil {
		text := "Page: " + plain.Escape(page.ID)
		if page.Title != nil {
			text += ", " + plain.Escape(*page.Title)
		}
		if page.Outdated != nil && *page.Outdated {
			text += ", outdated"
		}
		lines = append(lines, text)
	}
	if node := c.Target.Node; node != nil {
		text := "Node: " + plain.Escape(node.ID)
		if node.Preview != nil {
			text += ", " + plain.Escape(*node.Preview)
		}
		lines = append(lines, text)
	}
	if cell := c.Target.TableCell; cell != nil {
		lines = append(lines, "Cell: record "+plain.Escape(cell.Record)+", definition "+plain.Escape(cell.Definition))
	}
	lines = append(lines, "Revision: "+plain.Escape(c.Target.Revision))
	return "* " + strings.Join(lines, "\n* ") + "\n\n"
}
