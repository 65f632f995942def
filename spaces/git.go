package spaces

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/failure"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/poll"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// GitService synchronizes the content of a space with a Git repository.
//
// [GitService.Import] and [GitService.Export] only start an operation, which the response does not
// identify. [GitService.WaitImported] and [GitService.WaitExported] wait for the result.
// [Permissions].TriggerGitSync of a space reports whether the caller may start an operation. The
// host of the repository must accept connections from the service. If the branch is protected, it
// must allow commits by the service. The maximum size of a file is 100 MB.
//
// A program that exports whenever the content changes must skip revisions with a [GitCommit]. An
// import changes the content too, so imports and exports would otherwise alternate endlessly.
//
// Experimental: may change in any minor release; see [api].
type GitService struct {
	core *transport.Core
}

// Info returns the provider and the URL of the Git repository of a space. The GitSync field of the
// [Space] contains them too. If the space is not synchronized, the error matches [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/git/info
func (s GitService) Info(
	ctx context.Context, spaceID string, opts ...api.CallOption,
) (*GitSync, error) {
	return transport.JSON[GitSync](ctx, s.core, opGitInfo.Path(spaceID), opts)
}

// GitRepository is the URL of a Git repository, with the credentials to access it. The JSON form is
// a single URL that contains the credentials.
//
// Experimental: may change in any minor release; see [api].
type GitRepository struct {
	// URL is absolute and contains neither a user nor a password, such as
	// "https://github.com/acme/docs.git".
	URL string `check:"required"`
	// User is the name that the host expects, such as "x-access-token" on GitHub and "oauth2" on
	// GitLab. It is not treated as a secret.
	User string
	// Token is the password or the access token. If User is empty, it is sent as the user.
	Token api.Secret
}

// Validate checks that URL is absolute and contains neither a user nor a password.
func (r GitRepository) Validate() error {
	if r.URL == "" {
		return nil // the check of required fields reports an error
	}
	return noUser("", &r.URL)
}

// noUser returns an error about a field unless it is nil or an absolute URL without a user and a
// password. It also returns an error if the text between a colon and the end of the host is not a
// number, because that text could be the beginning of a password that contains a slash. The error
// does not contain the URL.
func noUser(field string, address *string) error {
	if address == nil {
		return nil
	}
	_, rest, isAbsolute := strings.Cut(*address, "://")
	host := rest
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		host = rest[:end]
	}
	_, port, _ := strings.Cut(host[strings.LastIndexByte(host, ']')+1:], ":")
	if isAbsolute && host != "" && !strings.ContainsAny(host, `@\`) && strings.Trim(port, "0123456789") == "" {
		return nil
	}
	return &api.ValidationError{
		Field: field, Rule: "an absolute URL without a user and a password",
		Value: api.Secret{}.String(),
	}
}

// MarshalJSON encodes the URL with the credentials.
func (r GitRepository) MarshalJSON() ([]byte, error) {
	var user *url.Userinfo
	switch {
	case r.User == "" && r.Token.IsZero():
		return jsonx.Marshal(r.URL)
	case r.User == "":
		user = url.User(r.Token.Reveal())
	case r.Token.IsZero():
		user = url.User(r.User)
	default:
		user = url.UserPassword(r.User, r.Token.Reveal())
	}
	scheme := strings.Index(r.URL, "://") + len("://")
	if scheme < len("://") { // Validate reports the invalid URL
		scheme = 0
	}
	return jsonx.Marshal(r.URL[:scheme] + user.String() + "@" + r.URL[scheme:])
}

// UnmarshalJSON decodes a URL and moves its credentials to the other fields. A user without a
// password becomes the Token, because it may be a token.
func (r *GitRepository) UnmarshalJSON(data []byte) error {
	*r = GitRepository{}
	if err := jsonx.Unmarshal(data, &r.URL); err != nil {
		return err
	}
	// An error of net/url would contain the URL.
	scheme, rest, _ := strings.Cut(r.URL, "://")
	end := len(rest)
	if slash := strings.IndexAny(rest, "/?#"); slash >= 0 {
		end = slash
	}
	at := strings.LastIndexByte(rest[:end], '@')
	if at < 0 {
		return nil
	}
	user, password, both := strings.Cut(rest[:at], ":")
	r.URL = scheme + "://" + rest[at+1:]
	if !both {
		user, password = "", user
	}
	r.User, r.Token = keepUnescaped(user), api.NewSecret(keepUnescaped(password))
	return nil
}

// keepUnescaped decodes the percent escapes of a text. If they are invalid, it returns the text
// unchanged.
func keepUnescaped(escaped string) string {
	if text, err := url.PathUnescape(escaped); err == nil {
		return text
	}
	return escaped
}

// LogValue implements [slog.LogValuer]. It hides the token.
func (r GitRepository) LogValue() slog.Value { return logvalue.Of(r) }

// GitImport is the request body of [GitService.Import].
//
// Experimental: may change in any minor release; see [api].
type GitImport struct {
	Repository GitRepository `json:"url" check:"required"`
	Ref        string        `json:"ref" check:"required"` // full name, such as "refs/heads/main"
	// RepoCacheID identifies the configuration of the repository. Use the same text for each import
	// and export with the same configuration. Newer descriptions of the API deprecate it.
	RepoCacheID *string `json:"repoCacheID,omitzero"`
	// RepoTreeURL and RepoCommitURL are the prefixes of the links to files and to commits, such as
	// "https://github.com/acme/docs/blob/main" and "https://github.com/acme/docs/commit". They must
	// not contain credentials, because readers see them.
	RepoTreeURL   *string `json:"repoTreeURL,omitzero"`
	RepoCommitURL *string `json:"repoCommitURL,omitzero"`
	// RepoProjectDirectory is the directory in the repository that contains the content.
	RepoProjectDirectory *string `json:"repoProjectDirectory,omitzero"`
	// Timestamp is the time of the commit that caused the import. The service sorts imports and
	// exports by it.
	Timestamp *time.Time `json:"timestamp,omitzero"`
	// Force repeats the import or export even if the service has already performed it. Do not
	// combine Force with Timestamp.
	Force *bool `json:"force,omitzero"`
	// Standalone imports the content into a separate revision, such as for a preview, and leaves
	// the main content unchanged.
	Standalone *bool `json:"standalone,omitzero"`
	// GitInfo is the new result of [GitService.Info]; nil keeps the result. Newer descriptions of
	// the API deprecate it.
	GitInfo *GitUpdate `json:"gitInfo,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the token.
func (i GitImport) LogValue() slog.Value { return logvalue.Of(i) }

// Validate checks that RepoTreeURL and RepoCommitURL contain neither a user nor a password.
func (i GitImport) Validate() error {
	return errors.Join(
		noUser("repoTreeURL", i.RepoTreeURL), noUser("repoCommitURL", i.RepoCommitURL),
	)
}

// GitUpdate sets the result of [GitService.Info].
//
// Experimental: may change in any minor release; see [api].
type GitUpdate struct {
	// Provider is [GitProviderGitHub] or [GitProviderGitLab].
	Provider GitProvider `json:"provider,omitzero"`
	// URL is shown to readers, so it must not contain credentials.
	URL *string `json:"url,omitzero"`
}

// Validate checks that URL contains neither a user nor a password.
func (u GitUpdate) Validate() error { return noUser("url", u.URL) }

// Import starts an import, which replaces the content of a space with the content of a repository.
// The previous content remains in the revisions of the space. [GitService.WaitImported] waits for
// the result.
//
// Success means that the import was accepted, not that the repository exists or has a new commit.
// Import is not retried after a lost response.
//
// API: POST /v1/spaces/{spaceId}/git/import
func (s GitService) Import(
	ctx context.Context, spaceID string, gitImport GitImport, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opGitImport.Path(spaceID).Body(gitImport), opts)
}

// GitExport is the request body of [GitService.Export].
//
// Experimental: may change in any minor release; see [api].
type GitExport struct {
	Repository GitRepository `json:"url" check:"required"`
	// Ref is the full name, such as "refs/heads/main".
	Ref           string `json:"ref" check:"required"`
	CommitMessage string `json:"commitMessage" check:"required"`
	// RepoCacheID, RepoTreeURL, RepoCommitURL and RepoProjectDirectory are described at
	// [GitImport].
	RepoCacheID          *string `json:"repoCacheID,omitzero"`
	RepoTreeURL          *string `json:"repoTreeURL,omitzero"`
	RepoCommitURL        *string `json:"repoCommitURL,omitzero"`
	RepoProjectDirectory *string `json:"repoProjectDirectory,omitzero"`
	// Timestamp is the time of the revision that caused the export. The service sorts imports and
	// exports by it.
	Timestamp *time.Time `json:"timestamp,omitzero"`
	// Force repeats the import or export even if the service has already performed it. Do not
	// combine Force with Timestamp.
	Force   *bool      `json:"force,omitzero"`
	GitInfo *GitUpdate `json:"gitInfo,omitzero"` // see [GitImport]
	// Standalone is described at [GitImport]. Only newer versions of the service use it.
	Standalone *bool `json:"standalone,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the token.
func (e GitExport) LogValue() slog.Value { return logvalue.Of(e) }

// Validate checks that RepoTreeURL and RepoCommitURL contain neither a user nor a password.
func (e GitExport) Validate() error {
	return errors.Join(
		noUser("repoTreeURL", e.RepoTreeURL), noUser("repoCommitURL", e.RepoCommitURL),
	)
}

// Export starts an export, which commits the current content of a space to a repository.
// [GitService.WaitExported] waits for the result.
//
// Success means that the export was accepted, not that the repository exists or needs a commit. The
// service has been seen to report an export with nothing to commit as pending.
// [GitService.WaitExported] then waits until its limit. Export is not retried after a lost
// response.
//
// API: POST /v1/spaces/{spaceId}/git/export
func (s GitService) Export(
	ctx context.Context, spaceID string, gitExport GitExport, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opGitExport.Path(spaceID).Body(gitExport), opts)
}

// WaitImported polls a space and its content until an import has finished, and returns the current
// revision. before is the space that [Service.Get] returned before the import. If it is another
// space, the error is an [*api.ValidationError]. WaitImported waits until the current revision is
// not before.Revision and has a [GitCommit] that no export created. If the service does not report
// what created the commit, any commit counts.
//
// Newer versions of the service report the operation in the GitSync of the space. If the GitSync
// contains an operation that started after the one in before, WaitImported waits for that
// operation, even if it is an export, and returns a [*GitSyncError] if it fails. If the operation
// in before had not ended, WaitImported waits for another one. Older versions do not report that an
// import failed or had nothing to do; WaitImported then waits until the limit. It cannot detect the
// revision of a standalone import, or a revision that an edit replaces between two polls.
//
// If the limit is reached, ctx ends, or a request fails after the first responses, the error is a
// [*GitWaitError], which wraps the cause and contains the last responses. Options such as
// [api.WithTimeout] apply to each request.
//
// API: GET /v1/spaces/{spaceId}
func (s GitService) WaitImported(
	ctx context.Context, spaceID string, before Space, wait api.Wait, opts ...api.CallOption,
) (*Revision, error) {
	return s.waitSynchronized(ctx, spaceID, before, wait, opts, func(now *Revision) bool {
		return now.ID != before.Revision && now.Git.isOf(GitOperationDirectionImport)
	})
}

// WaitExported polls a space and its content until an export has finished, and returns the current
// revision. It waits until the current revision has a [GitCommit]. A commit that an import has read
// counts only if it is that of before.Revision, which then needs no export. WaitExported cannot
// detect the export if the exported revision has been replaced in the meantime, or if that revision
// had been exported before. In all other respects, it behaves like [GitService.WaitImported].
//
// API: GET /v1/spaces/{spaceId}
func (s GitService) WaitExported(
	ctx context.Context, spaceID string, before Space, wait api.Wait, opts ...api.CallOption,
) (*Revision, error) {
	return s.waitSynchronized(ctx, spaceID, before, wait, opts, func(now *Revision) bool {
		return now.Git.isOf(GitOperationDirectionExport) || now.Git != nil && now.ID == before.Revision
	})
}

// waitSynchronized waits for an import or an export. If the service reports no new operation,
// isDone decides whether the current revision is the result.
func (s GitService) waitSynchronized(
	ctx context.Context, spaceID string,
	before Space, wait api.Wait, opts []api.CallOption, isDone func(now *Revision) bool,
) (*Revision, error) {
	if ctx != nil && before.ID != spaceID { // without a context, the first call fails
		return nil, transport.Reject(opGet.Name, &api.ValidationError{
			Field: "before", Rule: "the space with the ID", Value: before.ID,
		}, opts)
	}
	meta, opts := transport.MetaOf(opts)
	// If an earlier operation was running, a new revision can be its result.
	earlier := newGitOperation(nil, before.GitSync)
	wasRunning := earlier != nil && earlier.State != GitOperationStateSuccess && !earlier.hasFailed()
	var space *Space
	var current *Revision
	var requestID string
	var failed *GitOperation
	err := poll.Until(ctx, opGet.Name, wait, opts, func(ctx context.Context) (bool, error) {
		got, err := Service{core: s.core}.Get(ctx, spaceID, GetOptions{}, opts...)
		if err != nil {
			return false, err
		}
		space, requestID = got, meta.RequestID
		operation := newGitOperation(before.GitSync, space.GitSync)
		if operation != nil && operation.hasFailed() {
			failed = operation
			return true, nil
		}
		now, err := ContentService(s).Get(ctx, spaceID, ContentGetOptions{}, opts...)
		if err != nil {
			return false, err
		}
		current = now
		if operation != nil {
			return operation.State == GitOperationStateSuccess, nil
		}
		return !wasRunning && isDone(current), nil
	})
	switch {
	case err != nil && (space == nil || current == nil):
		return nil, err
	case err != nil:
		return nil, &GitWaitError{
			Operation: opGet.Name, RequestID: requestID, Space: *space, Current: *current, Err: err,
		}
	case failed != nil:
		return nil, &GitSyncError{
			Operation: opGet.Name, RequestID: requestID, Space: space.ID, Result: *failed,
		}
	default:
		return current, nil
	}
}

// newGitOperation returns the operation in now, or nil if it did not start after that in before.
func newGitOperation(before, now *GitSync) *GitOperation {
	switch {
	case now == nil || now.Operation == nil:
		return nil
	case before != nil && before.Operation != nil &&
		!now.Operation.StartedAt.After(before.Operation.StartedAt):
		return nil
	default:
		return now.Operation
	}
}

// hasFailed reports whether the import or the export has ended without success.
func (o *GitOperation) hasFailed() bool {
	return o.State == GitOperationStateFailure || o.State == GitOperationStateTimeout
}

// GitSyncError reports that an import or an export failed or timed out. Only newer versions of the
// service report this.
//
// Experimental: may change in any minor release; see [api].
type GitSyncError struct {
	// Operation is "Spaces.Get", the name of the operation.
	Operation string
	// RequestID is the request ID in the response that contained Result, or "" if there is none.
	RequestID string
	// Space is the ID of the space.
	Space string
	// Result is the import or the export as the service reports it.
	Result GitOperation
}

// Error returns the operation, the state and the error of the import or the export, and the request
// ID. It removes user names and passwords from URLs in the error.
func (e *GitSyncError) Error() string { return failure.Text(e.Operation, e.cause(), e.RequestID) }

// LogValue implements [slog.LogValuer]. Its group contains the operation, the request ID and, as
// the cause, the rest of the error text.
func (e *GitSyncError) LogValue() slog.Value {
	return failure.LogValue(e.Operation, e.RequestID, e.cause())
}

func (e *GitSyncError) cause() string {
	text := fmt.Sprintf("Git synchronization of space %q: %.50q", e.Space, e.Result.State)
	if e.Result.Error != nil {
		text += fmt.Sprintf(": %.300q", failure.WithoutUser(*e.Result.Error))
	}
	return text
}

// GitWaitError reports that a wait for an import or an export ended early.
//
// Experimental: may change in any minor release; see [api].
type GitWaitError struct {
	// Operation is "Spaces.Get", the name of the operation.
	Operation string
	// RequestID is the request ID in the response that contained Space, or "" if there is none.
	RequestID string
	// Space is the last response with the space.
	Space Space
	// Current is the last response with the current revision.
	Current Revision
	// Err is the reason why the wait ended.
	Err error
}

// Error returns the operation, the last revision and the last import or export, the request ID and
// the cause.
func (e *GitWaitError) Error() string {
	return fmt.Sprintf("%s: %v", failure.Text(e.Operation, e.wait(), e.RequestID), e.Err)
}

// LogValue implements [slog.LogValuer]. Its group contains the operation, the request ID and, as
// the cause, the last state and Err.
func (e *GitWaitError) LogValue() slog.Value {
	return failure.LogValue(e.Operation, e.RequestID, fmt.Sprintf("%s: %v", e.wait(), e.Err))
}

func (e *GitWaitError) wait() string {
	text := fmt.Sprintf("wait for Git synchronization of space %q, last seen revision %q",
		e.Space.ID, e.Current.ID)
	if e.Current.Git != nil {
		text += fmt.Sprintf(" of commit %.50q", e.Current.Git.OID)
	} else {
		text += " without a commit"
	}
	if e.Space.GitSync != nil && e.Space.GitSync.Operation != nil {
		text += fmt.Sprintf(", operation %.50q", e.Space.GitSync.Operation.State)
	}
	return text
}

// Unwrap returns Err.
func (e *GitWaitError) Unwrap() error { return e.Err }
