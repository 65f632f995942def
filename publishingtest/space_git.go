package publishingtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleGitUnknown = newUndecidedRule("spaces.git.repository", "an import or an export with a repository or a ref that does not exist is started and fails; without the rule, it returns 400")
	ruleGitAgain   = newSeenRule("spaces.git.again", "without force, a commit that is imported already and a revision that has a commit already are left alone; without the rule, they are imported and exported again")
	ruleGitOlder   = newSeenRule("spaces.git.timestamp", "without force, an import or an export with an older timestamp than the last finished one does nothing; without the rule, it is like any other")
)

// The operations on Git repositories.
var _ = declare(operations{
	"Spaces.Git.Info":   {handle: onSpace(getGitInfo)},
	"Spaces.Git.Import": {onSpace(startGit), limits.Table{limits.BodyOf(spaces.GitImport{})}},
	"Spaces.Git.Export": {onSpace(startGit), limits.Table{limits.BodyOf(spaces.GitExport{})}},
})

// A GitRepository is a directory of a repository at a ref. Imports read it and exports write it:
// see [SpaceGitRepositories.Set].
type GitRepository struct {
	URL       string // without credentials
	Ref       string // full name; if empty, "refs/heads/main"
	Directory string // "" for the root
	OID       string // ID of the latest commit; if empty, it is generated
	Message   string // message of the latest commit
	Pages     []Page
}

// A GitOperation is an import or an export that a call has started.
type GitOperation struct {
	Operation string // "Spaces.Git.Import" or "Spaces.Git.Export"
	URL       string // without credentials
	Ref       string
	Directory string
	Message   string // message of the commit of an export
	StartedAt time.Time
	State     spaces.GitOperationState
	Error     string // reason for the failure
	// Revision is the ID of the revision that the import has created or that the export has
	// committed. It is empty if there was nothing to do.
	Revision string
}

// repositoryKey identifies a GitRepository.
func repositoryKey(url, ref, directory string) string {
	return fmt.Sprintf("%q", []string{url, ref, directory})
}

// gitWork is an import or an export.
type gitWork struct {
	shown      GitOperation
	revision   *revision // current revision at the start
	commitURL  *string
	timestamp  *time.Time
	force      bool
	standalone bool
}

// gitSpace contains the imports and exports of a space.
type gitSpace struct {
	work   []*gitWork
	latest time.Time // timestamp of the last finished import or export
}

func getGitInfo(c *call, sp *space) (response, error) {
	if sp.data.GitSync == nil || sp.data.GitSync.InstallationProvider == nil {
		return response{}, fail(http.StatusNotFound, "spaceId: the space has no Git provider")
	}
	return respondOK(*sp.data.GitSync)
}

// gitRequest is the body of an import or an export.
type gitRequest struct {
	spaces.GitImport
	CommitMessage string `json:"commitMessage"`
}

func startGit(c *call, sp *space) (response, error) {
	in := input[gitRequest](c)
	work := &gitWork{
		commitURL: in.RepoCommitURL, timestamp: in.Timestamp,
		force: publishing.Value(in.Force), standalone: publishing.Value(in.Standalone),
	}
	shown := &work.shown
	shown.Operation, shown.URL, shown.Ref = c.op.Name, in.Repository.URL, in.Ref
	shown.Message = in.CommitMessage
	setIfGiven(&shown.Directory, in.RepoProjectDirectory)
	shown.StartedAt, shown.State = c.now(), spaces.GitOperationStateRunning
	if c.repository(work) == nil && !c.enabled(ruleGitUnknown) {
		return response{}, invalid("url", "a repository with that ref", shown.URL, "")
	}
	c.keepCommits(sp)
	work.revision = sp.main
	sp.git.work = append(sp.git.work, work)
	c.tellGit(sp, work)
	if info := in.GitInfo; info != nil {
		known := *orNew(sp.data.GitSync, spaces.GitSync{})
		replaceIfGiven(&known.InstallationProvider, filled(info.Provider))
		replaceIfGiven(&known.URL, info.URL)
		known.UpdatedAt = new(c.now())
		sp.data.GitSync = &known
	}
	return response{status: http.StatusNoContent}, nil
}

// keepCommits stores the generated commits of a space that was seeded with GitSync. From then on,
// only imports and exports create commits.
func (st *state) keepCommits(sp *space) {
	if sp.data.GitSync != nil && len(sp.git.work) == 0 {
		for rev := range sp.kept.Values() {
			rev.git = generatedCommit(rev)
		}
	}
}

func generatedCommit(rev *revision) *spaces.GitCommit {
	return &spaces.GitCommit{
		OID: gitOID("commit", rev.id), Message: "Revision " + rev.id, CreatedByService: new(true),
	}
}

// commitOf returns the commit of a revision, or nil if it has none.
func (sp *space) commitOf(rev *revision) *spaces.GitCommit {
	if rev.git == nil && sp.data.GitSync != nil && len(sp.git.work) == 0 {
		return generatedCommit(rev)
	}
	return rev.git
}

func (w *gitWork) isRunning() bool { return w.shown.State == spaces.GitOperationStateRunning }

func (w *gitWork) isExport() bool { return w.shown.Operation == "Spaces.Git.Export" }

// repository returns the directory of a repository that an import reads or an export writes, or nil
// if it does not exist.
func (st *state) repository(w *gitWork) *GitRepository {
	found, _ := st.repositories.Get(repositoryKey(w.shown.URL, w.shown.Ref, w.shown.Directory))
	return found
}

// finish ends an import or an export. failure is the reason why it failed, or empty if it
// succeeded.
func (st *state) finish(sp *space, w *gitWork, failure string) {
	from := st.repository(w)
	if from == nil && failure == "" {
		failure = "the repository or the ref does not exist"
	}
	if failure != "" {
		w.shown.State, w.shown.Error = spaces.GitOperationStateFailure, failure
		return
	}
	w.shown.State = spaces.GitOperationStateSuccess
	if !w.force && w.timestamp != nil && w.timestamp.Before(sp.git.latest) &&
		st.enabled(ruleGitOlder) {
		return
	}
	setIfGiven(&sp.git.latest, w.timestamp)
	once := st.enabled(ruleGitAgain) && !w.force
	switch {
	case w.isExport():
		if !once || w.revision.git == nil {
			w.finishExport(from)
		}
	case !once || !sp.hasCommit(from.OID):
		st.finishImport(sp, w, from)
	}
}

// hasCommit reports whether a revision of the main content has a commit.
func (sp *space) hasCommit(oid string) bool {
	return slices.ContainsFunc(sp.revisions, func(rev *revision) bool {
		return rev.git != nil && rev.git.OID == oid
	})
}

func (st *state) finishImport(sp *space, w *gitWork, from *GitRepository) {
	next := sp.main.revisionContent
	next.pages = st.newPages("", clone(from.Pages), map[string]bool{}, func(kind, chosen string) string {
		if chosen != "" && (kind == "section" || pageWith(sp.main.pages, chosen, true) != nil) { // an ID that was exported
			return chosen
		}
		return st.newID(kind)
	})
	commit := w.commit(from.OID, from.Message, false)
	if !w.standalone {
		w.shown.Revision = st.commit(branch{space: sp},
			revision{kind: spaces.RevisionTypeEdits, revisionContent: next, git: commit}).id
		return
	}
	w.shown.Revision = st.newID("revision")
	sp.kept.Add(w.shown.Revision, &revision{
		id: w.shown.Revision, kind: spaces.RevisionTypeEdits, created: st.now(),
		parents: []string{sp.main.id}, revisionContent: next, git: commit,
	})
}

func (w *gitWork) finishExport(to *GitRepository) {
	w.revision.git = w.commit(gitOID("commit "+to.URL+" "+to.Ref+" "+to.Directory, w.revision.id),
		w.shown.Message, true)
	w.shown.Revision = w.revision.id
	to.OID, to.Message, to.Pages = w.revision.git.OID, w.shown.Message, clone(seedsOf(w.revision.pages))
}

// commit returns the commit of the revision that an import creates or an export commits.
func (w *gitWork) commit(oid, message string, exported bool) *spaces.GitCommit {
	commit := &spaces.GitCommit{
		OID: oid, Message: message, CreatedByService: &exported, Ref: &w.shown.Ref,
	}
	if w.commitURL != nil {
		commit.URL = new(strings.TrimSuffix(*w.commitURL, "/") + "/" + oid)
	}
	return commit
}

// Set sets the content of a directory of a repository, as a commit does, and returns the directory.
// The server never connects to the repository. URL is required and must not contain credentials. An
// imported page keeps its ID if the space already contains a page with this ID. Otherwise, the
// import generates an ID.
func (s SpaceGitRepositories) Set(seed GitRepository) GitRepository {
	server := open(s.server)
	defer server.mu.hold()()
	seed = clone(seed)
	if bare := userinfo().ReplaceAllString(seed.URL, "$1"); seed.URL == "" || bare != seed.URL {
		server.mistake("a repository needs a URL without credentials, such as %q",
			orElse(bare, "https://git.example.com/acme/docs.git"))
	}
	server.acceptSources(seed.Pages)
	fill(&seed.Ref, "refs/heads/main")
	fill(&seed.OID, gitOID("commit", server.state.newID("commit")))
	server.state.repositories.Put(repositoryKey(seed.URL, seed.Ref, seed.Directory), &seed)
	return clone(seed)
}

// All returns the repositories, including exported content, in the order in which they were seeded.
func (s SpaceGitRepositories) All() []GitRepository {
	server := open(s.server)
	defer server.mu.hold()()
	return values(server.state.repositories.Values(), func(repository *GitRepository) GitRepository {
		return *repository
	})
}

// Complete completes the oldest running import or export of a space, and returns the import or
// export. The import or export fails if its repository, ref or directory has not been seeded. If no
// import or export is running, the test fails.
func (s SpaceGit) Complete(spaceID string) GitOperation { return open(s.server).finishGit(spaceID, "") }

// Fail is like [SpaceGit.Complete], but makes the import or export fail. The content of the space
// does not change.
func (s SpaceGit) Fail(spaceID, reason string) GitOperation {
	return open(s.server).finishGit(spaceID, orElse(reason, "it failed"))
}

func (s *server) finishGit(spaceID, failure string) GitOperation {
	defer s.mu.hold()()
	sp := spaceKind.seeded(s, spaceID)
	work := sp.git.work
	at := slices.IndexFunc(work, (*gitWork).isRunning)
	s.mistakeIf(at < 0, "no import or export of the space %q is running", spaceID)
	s.state.finish(sp, work[at], failure)
	s.state.tellGit(sp, work[at])
	return work[at].shown
}

// All returns the imports and exports of a space, in the order in which they were started.
func (s SpaceGit) All(spaceID string) []GitOperation {
	server := open(s.server)
	defer server.mu.hold()()
	return values(slices.Values(spaceKind.seeded(server, spaceID).git.work), func(w *gitWork) GitOperation {
		return w.shown
	})
}

// userinfo matches the user and the password in a URL. Its only group is the text before the user.
var userinfo = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(:(?:\\?/){2})[^/?#\s"]*@`)
})

// withoutCredentials removes the credentials from the URLs in the body of a request, so that the
// server neither stores nor shows them.
func withoutCredentials(o *op.Op, body []byte) []byte {
	if !strings.HasPrefix(o.Name, "Spaces.Git.") {
		return body
	}
	var decoded any
	if json.Unmarshal(body, &decoded) != nil {
		return userinfo().ReplaceAll(body, []byte("$1"))
	}
	stripped, changed := withoutUserinfo(decoded)
	if !changed {
		return body
	}
	encoded, _ := jsonx.Marshal(stripped) // an earlier request was decoded, so it can be encoded
	return encoded
}

func withoutUserinfo(decoded any) (stripped any, changed bool) {
	switch decoded := decoded.(type) {
	case string:
		text := userinfo().ReplaceAllString(decoded, "$1")
		return text, text != decoded
	case []any:
		for i, element := range decoded {
			var one bool
			decoded[i], one = withoutUserinfo(element)
			changed = changed || one
		}
	case map[string]any:
		for name, value := range decoded {
			var one bool
			decoded[name], one = withoutUserinfo(value)
			changed = changed || one
		}
	}
	return decoded, changed
}
