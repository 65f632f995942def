package sites

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/failure"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// RedirectPut is the request body of [RedirectService.Put].
//
// Experimental: may change in any minor release; see [api].
type RedirectPut struct {
	Redirects []RedirectChange `json:"redirects" check:"required,items=1..500"` // 1 to 500 changes
}

// RedirectChange creates, updates or deletes a redirect, or publishes a draft. Source and Intent
// identify the redirect, because a path can have both a live redirect and a draft.
//
// Experimental: may change in any minor release; see [api].
type RedirectChange struct {
	// Source is the path to redirect: see [RedirectCreate].
	Source string `json:"source" check:"required,len=..512,match=path"`
	// Intent is empty or [RedirectIntentLive] for the live redirect, and [RedirectIntentDraft] for
	// the draft. [RedirectIntentPublish] replaces the live redirect by the draft; apart from
	// Source, no other field may then be set.
	Intent RedirectIntent `json:"intent,omitzero"`
	// Destination is required unless Intent is [RedirectIntentPublish]. Sending null deletes the
	// redirect.
	Destination api.Nullable[RedirectDestination] `json:"destination,omitzero"`
	// CaptureWildcard is described at [RedirectCreate]; nil means false.
	CaptureWildcard *bool `json:"captureWildcard,omitzero"`
	// Permanent makes the redirect permanent; nil means the service's default.
	Permanent *bool `json:"permanent,omitzero"`
}

// Validate checks that a change with [RedirectIntentPublish] has only Source and Intent, and that a
// change of the live redirect or the draft has a Destination, which may be null.
func (c RedirectChange) Validate() error {
	if c.Destination.IsZero() &&
		slices.Contains([]RedirectIntent{"", RedirectIntentLive, RedirectIntentDraft}, c.Intent) {
		return &api.ValidationError{
			Field: "destination", Rule: "a destination, or null to delete the redirect",
		}
	}
	for _, field := range check.Given(c) {
		if c.Intent == RedirectIntentPublish && field != "source" && field != "intent" {
			return &api.ValidationError{Field: field, Rule: `no value with the intent "publish"`, Value: "one"}
		}
	}
	return nil
}

// RedirectIntent selects the live redirect or the draft for a [RedirectChange], or publishes the
// draft.
//
// Experimental: may change in any minor release; see [api].
type RedirectIntent string

// Intents of changes.
const (
	RedirectIntentLive    RedirectIntent = "live"
	RedirectIntentDraft   RedirectIntent = "draft"
	RedirectIntentPublish RedirectIntent = "publish"
)

// RedirectPutResults contains the results of [RedirectService.Put].
//
// Experimental: may change in any minor release; see [api].
type RedirectPutResults struct {
	// Results contains a result for each change. The order of the results is undocumented; Source
	// and Draft identify the change.
	Results []RedirectPutResult `json:"results" response:"about"`
}

// RedirectPutResult is the result of a [RedirectChange].
//
// Experimental: may change in any minor release; see [api].
type RedirectPutResult struct {
	Status RedirectPutStatus `json:"status"`
	Source string            `json:"source"`
	Draft  bool              `json:"draft"` // false for a draft that was published
	// ID is the ID of the redirect. It is nil if the redirect was deleted, or if Status is
	// [RedirectPutStatusError].
	ID *string `json:"id,omitzero" response:"required,if=status:created|updated|published"`
	// Error is the reason for a failure, or nil if the change succeeded.
	Error *string `json:"error,omitzero" response:"required,if=status:error"`
}

// RedirectPutStatus is the outcome of a [RedirectChange].
//
// Experimental: may change in any minor release; see [api].
type RedirectPutStatus string

// Outcomes of changes.
const (
	RedirectPutStatusCreated   RedirectPutStatus = "created"
	RedirectPutStatusUpdated   RedirectPutStatus = "updated"
	RedirectPutStatusDeleted   RedirectPutStatus = "deleted"
	RedirectPutStatusPublished RedirectPutStatus = "published"
	RedirectPutStatusError     RedirectPutStatus = "error"
)

// RedirectPutError is the error that [RedirectService.Put] returns if some of the changes failed or
// have no result. The other changes have taken effect.
//
// Experimental: may change in any minor release; see [api].
type RedirectPutError struct {
	api.FailedCall
	// Results contains the results of all changes.
	Results []RedirectPutResult
	// Missing is the number of changes without a result in the response. If there are any,
	// MayHaveApplied is true.
	Missing int
}

// Unwrap returns an [*api.DecodeError] if changes have no result, and nil otherwise.
func (e *RedirectPutError) Unwrap() error {
	if e.Missing == 0 {
		return nil
	}
	call := e.FailedCall
	call.MayHaveApplied = true
	return &api.DecodeError{
		FailedCall: call, Status: http.StatusOK, Pointer: "/results",
		Err: errors.New("want a result for each change"),
	}
}

// Failed returns the results of the changes that failed: those with the status
// [RedirectPutStatusError] or an Error.
func (e *RedirectPutError) Failed() []RedirectPutResult {
	var failed []RedirectPutResult
	for _, result := range e.Results {
		if result.Status == RedirectPutStatusError || result.Error != nil {
			failed = append(failed, result)
		}
	}
	return failed
}

// Error returns the operation, the request, the number of changes that failed or have no result,
// and the path and the reason of the first failure.
func (e *RedirectPutError) Error() string {
	return failure.Call(e.FailedCall).Text(e.cause())
}

// LogValue implements [slog.LogValuer]. Its group contains the request, the status, the request ID,
// the number of attempts and, as the cause, the rest of the error text.
func (e *RedirectPutError) LogValue() slog.Value {
	return failure.Call(e.FailedCall).LogValue(http.StatusOK, false, e.cause())
}

func (e *RedirectPutError) cause() string {
	failed := e.Failed()
	text := fmt.Sprintf("%d of %d changes of redirects failed", len(failed), len(e.Results)+e.Missing)
	if e.Missing > 0 {
		text += fmt.Sprintf(", and the response has no result for %d", e.Missing)
	}
	if len(failed) > 0 && failed[0].Error != nil {
		reason := failure.WithoutUser(*failed[0].Error) // before a URL in it is cut off
		text += fmt.Sprintf(": %.100q: %.300q", failed[0].Source, reason)
	}
	return failure.WithoutUser(text)
}

// Put creates, updates, deletes and publishes redirects, and returns the results. Each change
// succeeds or fails on its own. If some of the changes fail, or the response has no result for
// some, Put returns a [*RedirectPutError], which contains all results, although the status of the
// response is 200.
//
// Put is retried like an idempotent PUT, unless a change publishes a draft, because a second
// request would no longer find the draft. After a retry, a result can describe the second request:
// for example, a redirect that the first request has created is updated, and one that it has
// deleted may be an error.
//
// API: PUT /v1/orgs/{organizationId}/sites/{siteId}/redirects
func (s RedirectService) Put(
	ctx context.Context, orgID, siteID string, put RedirectPut, opts ...api.CallOption,
) (*RedirectPutResults, error) {
	judge := func(results *RedirectPutResults, failed api.FailedCall) error {
		err := &RedirectPutError{FailedCall: failed}
		for _, result := range results.Results {
			if result != (RedirectPutResult{}) { // null in the response is no result
				err.Results = append(err.Results, result)
			}
		}
		err.Missing = max(0, len(put.Redirects)-len(err.Results))
		if err.Failed() == nil && err.Missing == 0 {
			return nil
		}
		err.MayHaveApplied = err.MayHaveApplied || err.Missing > 0
		return err
	}
	return transport.Judged(
		ctx, s.core, opRedirectPut.Path(orgID, siteID).Body(put), judge, opts,
	)
}
