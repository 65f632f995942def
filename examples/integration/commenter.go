package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A commenter comments on change requests that are outdated.
type commenter struct {
	clients *clients
	log     *slog.Logger
	spaces  locks
}

// contentUpdated comments on each open change request of a space that is outdated and does not have
// the comment yet. No event is about change requests, so it lists them. If it returns an error, it
// may be called again: a comment that was created although the response was lost is found then.
func (c *commenter) contentUpdated(ctx context.Context, event integrations.SpaceContentUpdatedEvent) error {
	client, err := c.clients.of(event.InstallationID)
	if err != nil {
		return err
	}
	// Two deliveries at a time would both find no comment.
	unlock, err := c.spaces.lock(ctx, event.SpaceID)
	if err != nil {
		return err
	}
	defer unlock()
	var outdated []changerequests.ChangeRequest
	for request, err := range client.ChangeRequests.All(ctx, event.SpaceID, changerequests.ListOptions{Status: changerequests.StatusOpen}) {
		if err != nil {
			return err
		}
		if request.Outdated {
			outdated = append(outdated, request)
		}
	}
	var failed []error
	for i := range outdated { // one that fails does not keep the others from their comment
		err := c.comment(ctx, client, &outdated[i])
		switch {
		case errors.Is(err, publishing.ErrNotFound): // another delivery would fail too
			c.log.Warn("the change request does not exist any more, or the installation may not see it",
				slog.String("id", outdated[i].ID), slog.Any("error", err))
		case err != nil:
			failed = append(failed, fmt.Errorf("change request %s: %w", outdated[i].ID, err))
		}
	}
	return errors.Join(failed...)
}

// comment comments on an outdated change request, unless it has the comment.
func (c *commenter) comment(ctx context.Context, client *publishing.Client, request *changerequests.ChangeRequest) error {
	mark := markOf(request)
	// As which user an installation comments is undocumented, so its comment is found by its text.
	for comment, err := range client.ChangeRequests.Comments.All(ctx, request.Space, request.ID, spaces.CommentListOptions{
		Order: api.OrderDesc, Format: richtext.FormatMarkdown, Status: spaces.CommentStatusFilterAll,
	}) {
		if err != nil {
			return err
		}
		if comment.Body.Markdown == nil {
			return fmt.Errorf("the comment %s has no Markdown, so it may be one of this integration", comment.ID)
		}
		if strings.Contains(*comment.Body.Markdown, mark) {
			return nil
		}
	}
	comment, err := client.ChangeRequests.Comments.Create(ctx, request.Space, request.ID, spaces.CommentCreate{
		Body: richtext.Markdown("The main content has changed. Please update this change request from it before you merge.\n\n" + mark),
	})
	if err != nil {
		return err
	}
	c.log.Info("commented", slog.String("space", request.Space), slog.String("change-request", request.ID), slog.String("comment", comment.ID))
	return nil
}

// markOf returns the end of the comment on an outdated change request, by which it is found later.
// After an update from the main content, the change request has another one, so that it can get
// another comment when it is outdated again.
func markOf(request *changerequests.ChangeRequest) string {
	base := request.RevisionInitial
	if request.RevisionMergedAncestor != nil {
		base = *request.RevisionMergedAncestor
	}
	return "`outdated since " + base + "`" // code is not escaped in Markdown
}

// locks are locks by name. Only those exist that somebody has or waits for.
type locks struct {
	mu     sync.Mutex
	byName map[string]*lock
}

type lock struct {
	taken chan struct{} // contains an element while somebody has the lock
	users int           // those who have the lock or wait for it, guarded by the mutex of the locks
}

// lock waits for the lock with a name until ctx is done.
func (l *locks) lock(ctx context.Context, name string) (unlock func(), err error) {
	wanted := l.join(name)
	select {
	case wanted.taken <- struct{}{}:
		return func() {
			<-wanted.taken
			l.leave(name)
		}, nil
	case <-ctx.Done():
		l.leave(name)
		return nil, fmt.Errorf("wait for another delivery: %w", ctx.Err())
	}
}

func (l *locks) join(name string) *lock {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byName == nil {
		l.byName = map[string]*lock{}
	}
	if l.byName[name] == nil {
		l.byName[name] = &lock{taken: make(chan struct{}, 1)}
	}
	l.byName[name].users++
	return l.byName[name]
}

func (l *locks) leave(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byName[name].users--; l.byName[name].users == 0 {
		delete(l.byName, name)
	}
}
