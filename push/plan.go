package push

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/push/internal/source"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// run is the state of one push.
type run struct {
	client    *publishing.Client
	target    Target
	directory fs.FS
	options   Options
	tree      *source.Tree
	page      string // path in the space, if the push is of one page
	state     *state
	isKnown   bool // whether the Store had a state

	changeRequest *changerequests.ChangeRequest
	revision      string
	isContinued   bool // whether the pages in the state are those that the last push left
	follows       bool // whether the revision directly follows that of the intent
	hasWritten    bool // whether the push has written content, including temporary slugs
	root          *node
	nodes         map[string]*node // keys are IDs
	pages         map[*source.Page]*node
	files         []spaces.File
	assets        map[string]*asset // keys are paths
	ops           []*op
	barred        map[string]string // why pages are not inserted or not moved to another parent
	rejection     error             // the last one that a change by somebody else can explain

	directoryNotes, planNotes []Note
	result                    Result
}

// node is a page of the space, before or after the push.
type node struct {
	id       string // empty until it is inserted
	isGone   bool   // whether somebody else has deleted it or a page above it
	kind     spaces.PageType
	title    string
	meta     *source.Meta // nil if there is none, as for most pages
	slug     string
	order    int // position in the directory, from 1; 0 for a page that is not in it
	parent   *node
	children []*node

	// The values in the space, before the push.
	readSlug   string
	readParent *node
}

// set copies the fields of a page that the push needs. A pointer to the page would keep the whole
// revision in memory.
func (n *node) set(page *spaces.Page) {
	text := func(s *string) string { return strings.Clone(publishing.Value(s)) }
	n.kind, n.title, n.slug = page.Type, strings.Clone(page.Title), text(page.Slug)
	n.readSlug = n.slug
	meta := source.Meta{
		Description: text(page.Description), Icon: text(page.Icon), Emoji: text(page.Emoji), Condition: text(page.Condition),
		Hidden: publishing.Value(page.Hidden), NoIndex: publishing.Value(page.NoIndex), NoRobotsIndex: publishing.Value(page.NoRobotsIndex),
	}
	if n.meta = nil; meta != (source.Meta{}) {
		n.meta = &meta
	}
}

// fields returns a hash of the title and metadata, as the function fields does.
func (n *node) fields() string { return fields(n.title, publishing.Value(n.meta)) }

// plain returns the title and metadata without the line breaks of blocks in front matter, which the
// service may keep.
func (n *node) plain() (title string, meta source.Meta) {
	meta = publishing.Value(n.meta)
	for _, text := range []*string{&meta.Description, &meta.Icon, &meta.Emoji, &meta.Condition} {
		*text = strings.TrimRight(*text, "\n")
	}
	return strings.TrimRight(n.title, "\n"), meta
}

// isAs reports whether the page has the title and metadata that a batch sent. The service may keep
// the markup of a heading.
func (n *node) isAs(sent pageIntent) bool {
	title, meta := n.plain()
	found := []string{n.fields(), fields(title, meta)}
	if sent.HasMarkup {
		found = append(found, fields(source.TitleOf(title), meta))
	}
	return slices.Contains(found, sent.Fields)
}

func (n *node) remove() {
	n.parent.children = slices.DeleteFunc(n.parent.children, func(c *node) bool { return c == n })
}

// asset is a file that pages refer to.
type asset struct {
	path, sum string
	size      int64
	id, url   string
}

// op is an operation of the plan.
type op struct {
	kind         ActionKind
	page         *source.Page // nil for an upload or the deletion of a page
	path         string
	node         *node
	parent       *node  // parent of an inserted page, or the new parent of a moved one
	slug         string // slug of an inserted page, or the new slug of a moved one
	at           *int64
	fields, body bool
	isEmptied    bool // whether the page loses what its file contained
	isKept       bool // whether the page keeps it, because somebody else has changed the text
	isQuiet      bool // whether it is a part of an insertion
	isTemporary  bool // whether it is a move to a temporary slug
}

func (o *op) action() Action { return Action{o.kind, o.path} }

// actions returns the operations of the plan that the push reports to its caller.
func (r *run) actions() (actions []Action) {
	for _, o := range r.ops {
		if !o.isQuiet {
			actions = append(actions, o.action())
		}
	}
	return actions
}

func newRun(
	ctx context.Context, client *publishing.Client, target Target, directory fs.FS, options Options,
) (*run, error) {
	r := &run{client: client, target: target, directory: directory, options: options}
	tree, err := source.Read(directory)
	return r, r.read(ctx, tree, err)
}

// read reads the assets and the state. tree contains the pages of the directory, and err is the
// error of reading them.
func (r *run) read(ctx context.Context, tree *source.Tree, err error) error {
	r.options.settle = cmp.Or(r.options.settle, 2*time.Second)
	if r.options.HTTPClient == nil {
		r.options.HTTPClient = &http.Client{Timeout: time.Minute}
	}
	if r.target.Space == "" {
		return errors.New("pushing: the target has no space")
	}
	if wrong, ok := errors.AsType[*source.Error](err); ok {
		return &DirectoryError{notesOf(wrong.Problems...)}
	}
	if err != nil {
		return fmt.Errorf("pushing: %w", err)
	}
	r.tree, r.assets = tree, map[string]*asset{}
	var problems []Note
	for _, name := range tree.Assets {
		if ctx.Err() != nil {
			return fmt.Errorf("pushing: %w", context.Cause(ctx))
		}
		a, err := readAsset(r.directory, name)
		if err != nil {
			problems = append(problems, Note{Kind: NoteFile, Path: name, Text: err.Error()})
			continue
		}
		r.assets[name] = a
		if a.size <= changerequests.MaxContentFileSize {
			continue
		}
		if r.options.AssetURL != nil {
			a.url = r.options.AssetURL(name)
		}
		if a.url == "" {
			n := Note{Kind: NoteFile, Path: name, Text: fmt.Sprintf("has %d bytes and no URL, so links to it stay as they are", a.size)}
			r.directoryNotes = append(r.directoryNotes, n)
			if r.options.Strict {
				problems = append(problems, n)
			}
		}
	}
	if r.options.Strict {
		for _, n := range tree.Notes {
			if n.IsLink {
				problems = append(problems, notesOf(n)...)
			}
		}
	}
	if len(problems) > 0 {
		return &DirectoryError{problems}
	}
	r.state, r.isKnown, err = loadState(ctx, r.options.Store, r.target.Space)
	return err
}

func notesOf(notes ...source.Note) (converted []Note) {
	for _, n := range notes {
		kind := NoteForm
		if n.IsLink {
			kind = NoteLink
		}
		converted = append(converted, Note{kind, n.Path, n.Line, n.Text})
	}
	return converted
}

func readAsset(directory fs.FS, name string) (*asset, error) {
	file, err := directory.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	sum := sha256.New()
	size, err := io.Copy(sum, file)
	return &asset{path: name, sum: hex.EncodeToString(sum.Sum(nil)), size: size}, err
}

// conflict adds a note about something that somebody else has changed and that the push does not
// touch.
func (r *run) conflict(path, format string, args ...any) {
	r.planNotes = append(r.planNotes,
		Note{Kind: NoteConflict, Path: path, Text: fmt.Sprintf(format, args...)})
}

// head reads the change request to push to. If there is none, it reads the revision of the main
// content.
func (r *run) head(ctx context.Context) error {
	id := cmp.Or(r.target.ChangeRequest, r.state.ChangeRequest)
	if r.changeRequest != nil {
		id = r.changeRequest.ID
	}
	if id != "" {
		found, err := r.client.ChangeRequests.Get(ctx, r.target.Space, id, api.WithStrictDecoding())
		isGone := r.target.ChangeRequest == "" && r.changeRequest == nil &&
			errors.Is(err, api.ErrNotFound)
		if err != nil && !isGone {
			return err
		}
		isDropped := isGone || found.Status == changerequests.StatusArchived
		if !isGone && (isDropped || found.Status == changerequests.StatusMerged) &&
			(r.target.ChangeRequest != "" || r.changeRequest != nil) {
			return fmt.Errorf("pushing: the change request %s is %s", id, found.Status)
		}
		r.isContinued = !isDropped && found.ID == r.state.ChangeRequest // id can be its number
		if !isGone && (r.target.ChangeRequest != "" || r.changeRequest != nil ||
			found.Status == changerequests.StatusDraft || found.Status == changerequests.StatusOpen) {
			r.changeRequest, r.revision = found, found.Revision
			return nil
		}
		if isDropped {
			r.state.drop()
		}
	}
	r.isContinued = true // all pages in the state are those of the main content
	space, err := r.client.Spaces.Get(ctx, r.target.Space, spaces.GetOptions{}, api.WithStrictDecoding())
	if err != nil {
		return err
	}
	r.revision = space.Revision
	return nil
}

// settle reads the change request until two reads return the same revision. By then, a request
// whose response was lost has ended.
func (r *run) settle(ctx context.Context) error {
	for {
		before := r.revision
		if err := r.head(ctx); err != nil || r.revision == before {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("pushing: %w", context.Cause(ctx))
		case <-time.After(r.options.settle):
		}
	}
}

// errBarred means that an operation cannot be performed, and that the plan has to leave it out.
var errBarred = errors.New("pushing: an operation cannot be performed")

// plan determines the operations that change the current revision. The indexes of the others depend
// on an operation that cannot be performed, so it then plans again.
func (r *run) plan(ctx context.Context) error {
	r.barred = map[string]string{}
	for {
		if err := r.planUnbarred(ctx); !errors.Is(err, errBarred) {
			return err
		}
	}
}

// planUnbarred plans without the operations that are barred. If it bars another one, it returns
// errBarred.
func (r *run) planUnbarred(ctx context.Context) error {
	r.ops, r.planNotes, r.revision = nil, nil, ""
	var err error
	if r.state.Intent != nil {
		err = r.settle(ctx)
	} else {
		err = r.head(ctx)
	}
	if in := r.state.Intent; err == nil && in != nil && in.IsOpening && r.changeRequest == nil {
		err = r.reopen(ctx)
	}
	if err != nil {
		return err
	}
	if r.changeRequest != nil && r.changeRequest.ID != r.state.ChangeRequest {
		if err := r.enter(ctx); err != nil {
			return err
		}
	}
	if r.changeRequest != nil &&
		(r.changeRequest.ID != r.state.ChangeRequest || r.revision != r.state.Revision) {
		r.state.ChangeRequest, r.state.Revision, r.state.Foreign = r.changeRequest.ID, r.revision, ""
		if r.revision != r.changeRequest.RevisionInitial {
			r.state.Foreign = r.revision
		}
	}
	if err := r.load(ctx); err != nil {
		return err
	}
	if err := r.resolve(ctx); err != nil {
		return err
	}
	if err := r.planUploads(ctx); err != nil {
		return err
	}
	if err := r.locate(ctx); err != nil {
		return err
	}
	for p, n := range r.pages {
		if r.page != "" && !p.HasTitle {
			p.Title = slugOf(p)
			if n.id != "" {
				p.Title = n.title
			}
		}
	}
	reordered := r.reordered()
	r.planInserts()
	if err := r.planUpdates(ctx); err != nil {
		return err
	}
	r.planOrder(reordered)
	if err := r.planDeletes(ctx); err != nil {
		return err
	}
	return r.planSlugs()
}

// enter prepares the state for another change request than that of the last push. What the pushes
// wrote to the last one is in the main content only if it was merged. Pages of the main content are
// absent from the change request only if somebody else has deleted them, unless it is based on an
// older revision.
func (r *run) enter(ctx context.Context) error {
	isMerged := r.state.ChangeRequest == ""
	if !isMerged {
		last, err := r.client.ChangeRequests.Get(ctx, r.target.Space, r.state.ChangeRequest, api.WithStrictDecoding())
		if err != nil && !errors.Is(err, api.ErrNotFound) {
			return err
		}
		isMerged = err == nil && last.Status == changerequests.StatusMerged
	}
	if isMerged {
		r.state.begin()
	} else {
		r.state.drop()
	}
	if len(r.state.Pages) == 0 {
		return nil
	}
	main, err := r.client.Spaces.Get(ctx, r.target.Space, spaces.GetOptions{}, api.WithStrictDecoding())
	if err != nil {
		return err
	}
	r.isContinued = main.Revision == baseOf(r.changeRequest)
	return nil
}

// load reads the pages of the revision.
func (r *run) load(ctx context.Context) error {
	revision, err := r.getRevision(ctx)
	if err != nil {
		return err
	}
	r.follows = r.state.Intent != nil && slices.Equal(revision.Parents, []string{r.state.Intent.Revision})
	r.root, r.nodes, r.pages, r.files = &node{}, map[string]*node{}, map[*source.Page]*node{}, revision.Files
	var add func(parent *node, pages []spaces.Page)
	add = func(parent *node, pages []spaces.Page) {
		for i := range pages {
			n := &node{id: strings.Clone(pages[i].ID), parent: parent, readParent: parent}
			n.set(&pages[i])
			parent.children = append(parent.children, n)
			r.nodes[n.id] = n
			add(n, pages[i].Pages)
		}
	}
	add(r.root, revision.Pages)
	return nil
}

func (r *run) getRevision(ctx context.Context) (*spaces.Revision, error) {
	without := false
	return r.client.Spaces.Revisions.Get(ctx, r.target.Space,
		r.revision, spaces.RevisionGetOptions{Metadata: &without}, api.WithStrictDecoding())
}

// text reads the text of a page.
func (r *run) text(ctx context.Context, id string) (string, error) {
	without := false
	page, err := r.client.Spaces.Revisions.Pages.Get(ctx, r.target.Space, r.revision, id, spaces.PageGetOptions{
		Format: richtext.FormatMarkdown, MarkdownRefs: spaces.MarkdownRefsStable, Metadata: &without,
	}, api.WithStrictDecoding())
	if err != nil {
		return "", err
	}
	if page.Markdown == nil {
		return "", fmt.Errorf("pushing: the response for the page %s contains no Markdown", id)
	}
	return *page.Markdown, nil
}

// planUploads plans the uploads of files. It skips a file that the space already contains,
// according to the state or to the content of the file.
func (r *run) planUploads(ctx context.Context) error {
	exists := map[string]bool{}
	for _, f := range r.files {
		exists[f.ID] = true
	}
	uploads := map[string]*op{}
	for _, name := range r.tree.Assets {
		a := r.assets[name]
		if a.size > changerequests.MaxContentFileSize {
			continue
		}
		if known := r.state.Files[a.sum]; exists[known.ID] {
			a.id = known.ID
			continue
		}
		a.id = ""
		delete(r.state.Files, a.sum) // if there was one, it is no longer in the space
		if uploads[a.sum] != nil {
			continue
		}
		for _, f := range r.files {
			if f.Name != path.Base(name) || f.Size != a.size {
				continue
			}
			sum, err := r.download(ctx, f.DownloadURL)
			if err != nil {
				return fmt.Errorf("comparing %s with a file of the space: %w", name, err)
			}
			if sum == a.sum {
				a.id = f.ID
				r.state.Files[a.sum] = fileState{f.ID, f.Name, f.Size}
				break
			}
		}
		if a.id == "" {
			uploads[a.sum] = &op{kind: ActionUpload, path: name}
			r.ops = append(r.ops, uploads[a.sum])
		}
	}
	return nil
}

// download downloads a file and returns its hash.
func (r *run) download(ctx context.Context, url string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", errors.New("its download URL is invalid") // the URL may contain a key
	}
	response, err := r.options.HTTPClient.Do(request)
	if err != nil {
		return "", errors.Unwrap(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("its download gives the status %s", response.Status)
	}
	sum := sha256.New()
	_, err = io.Copy(sum, io.LimitReader(response.Body, changerequests.MaxContentFileSize+1))
	return hex.EncodeToString(sum.Sum(nil)), err
}

// top returns the parent node of a page at the top level of the directory.
func (r *run) top(p *source.Page) *node {
	if r.page != "" {
		n := r.root
		slugs := strings.Split(r.page, "/")
		for _, slug := range slugs[:len(slugs)-1] {
			if n = child(n, slug); n == nil {
				return nil
			}
		}
		return n
	}
	if p.Group == "" {
		return r.root
	}
	var last *node // the group of the page after the last push
	if rec := r.state.Pages[p.Path]; rec != nil && r.nodes[rec.Parent] != nil && r.nodes[rec.Parent].kind == spaces.PageTypeGroup {
		last = r.nodes[rec.Parent]
	}
	if last != nil && last.title == p.Group {
		return last
	}
	for _, c := range r.root.children {
		if c.kind == spaces.PageTypeGroup && c.title == p.Group {
			return c
		}
	}
	return cmp.Or(last, r.root) // the group can have another title by now
}

func child(n *node, slug string) *node {
	for _, c := range n.children {
		if c.slug == slug {
			return c
		}
	}
	return nil
}

func (r *run) above(p *source.Page) *node {
	if p.Parent != nil {
		return r.pages[p.Parent]
	}
	return r.top(p)
}

func slugOf(p *source.Page) string { return cmp.Or(p.Slug, source.SlugOf(p.Title)) }

func fileHash(p *source.Page) sum { return sum(p.Sum[:len(sum{})]) }

const isDeleted = "somebody else has deleted the page, which is not inserted again"

// locate finds the pages of the directory in the space. It uses the state, the hash of a renamed
// file, or the path of the page. A page that it does not find gets a node without an ID.
func (r *run) locate(ctx context.Context) error {
	r.directoryNotesOfTree()
	listed := map[string]bool{}
	claimed := map[string]bool{}
	for _, p := range r.tree.Pages {
		listed[p.Path] = true
		switch rec := r.state.Pages[p.Path]; {
		case rec == nil:
		case r.nodes[rec.ID] != nil:
			claimed[rec.ID] = true
		case r.isContinued && !r.options.Overwrite:
			r.pages[p] = &node{isGone: true}
			r.conflict(p.Path, isDeleted)
		default:
			delete(r.state.Pages, p.Path)
		}
	}
	left := map[string]string{}   // paths of the other files in the state, by the ID of their page
	renamed := map[sum][]string{} // those that no longer exist, by the hash of the file
	gone := map[sum][]string{}    // the same, if somebody else has deleted the page
	for _, name := range slices.Sorted(maps.Keys(r.state.Pages)) {
		rec := r.state.Pages[name]
		isRenamed := r.page == "" && !rec.File.isNone() // if another file is the same
		switch {
		case listed[name]:
			continue
		case r.nodes[rec.ID] != nil:
			left[rec.ID] = name
			if isRenamed {
				renamed[rec.File] = append(renamed[rec.File], name)
			}
		case isRenamed && r.isContinued && !r.options.Overwrite:
			gone[rec.File] = append(gone[rec.File], name)
		}
	}
	inherit := func(p *source.Page, name string) {
		rec := r.state.Pages[name]
		delete(r.state.Pages, name)
		delete(left, rec.ID)
		claimed[rec.ID], r.state.Pages[p.Path] = true, rec
	}
	for _, p := range r.tree.Pages {
		if names := renamed[fileHash(p)]; r.state.Pages[p.Path] == nil && r.pages[p] == nil && len(names) > 0 {
			inherit(p, names[0])
			renamed[fileHash(p)] = names[1:]
		}
	}
	for _, p := range r.tree.Pages {
		if r.pages[p] != nil {
			continue
		}
		parent := r.above(p)
		if parent == nil {
			return fmt.Errorf("pushing: the space has no page %s above %s",
				path.Dir(r.page), path.Base(r.page))
		}
		if rec := r.state.Pages[p.Path]; rec != nil {
			r.pages[p] = r.nodes[rec.ID]
			continue
		}
		if parent.isGone {
			r.pages[p] = parent
			r.conflict(p.Path,
				"somebody else has deleted the page above it, and it is not inserted")
			continue
		}
		found := child(parent, slugOf(p))
		if found == nil || found.id == "" || claimed[found.id] {
			r.pages[p] = &node{slug: slugOf(p)}
			if names := gone[fileHash(p)]; len(names) > 0 {
				gone[fileHash(p)] = names[1:]
				inherit(p, names[0])
				r.pages[p] = &node{isGone: true}
				r.conflict(p.Path, isDeleted)
			}
			continue
		}
		r.pages[p] = found
		// The page now has another file, such as a/README.md instead of a.md.
		if name, ok := left[found.id]; ok {
			inherit(p, name)
			continue
		}
		claimed[found.id] = true
		if err := r.adopt(ctx, p, found); err != nil {
			return err
		}
	}
	for i, p := range r.tree.Pages {
		r.pages[p].order = i + 1
	}
	return nil
}

func (r *run) directoryNotesOfTree() {
	for _, n := range r.tree.Notes {
		if n.Group == "" || r.top(&source.Page{Group: n.Group}) == r.root {
			r.planNotes = append(r.planNotes, notesOf(n)...)
		}
	}
}

// adopt decides whether the push treats a page at the path of a file as a page that it wrote. If
// there is a state, the page must also have the text, title and metadata of the file.
func (r *run) adopt(ctx context.Context, p *source.Page, n *node) error {
	if n.kind != spaces.PageTypeDocument {
		r.conflict(p.Path, "the path belongs to a %s, which stays as it is", n.kind)
		return nil
	}
	rec := &pageState{ID: n.id, Slug: n.slug, Want: slugOf(p), Parent: n.parent.id}
	if r.isKnown && !r.options.Overwrite {
		text, err := r.text(ctx, n.id)
		if err != nil {
			return err
		}
		local, err := r.tree.Text(p)
		if err != nil {
			return err
		}
		want := string(local.Markdown)
		if fingerprint(text) != fingerprint(want) || !hasFields(p, n) {
			r.conflict(p.Path, "a page of somebody else has the path, and stays as it is")
			return nil
		}
		rec.Stored = hash("not from a push", n.id) // so that planBody compares the links within the space too
	}
	r.state.Pages[p.Path] = rec
	return nil
}

// normalHash returns a hash of the normal form of a text.
func normalHash(text string) sum { return hash(string(source.Normalize([]byte(text)))) }

// outside matches the destination of a link that leads out of the space.
var outside = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*:|//)`)

// fingerprint returns a hash of the normal form of a text. It ignores the destinations of links
// within the space, because links between pages of one batch get their IDs only when the service
// processes the batch.
func fingerprint(text string) sum {
	rewritten, _ := source.Rewrite([]byte(text), func(to string) string {
		if outside.MatchString(to) {
			return to
		}
		return "x"
	})
	return normalHash(string(rewritten))
}

// fields returns a hash of the title and metadata of a page or a file, and the names of the fields
// of the metadata.
func fields(title string, meta source.Meta) string {
	meta.Emoji = codePoints(meta.Emoji)
	whole, _ := hash(title, fmt.Sprintf("%#v", meta)).MarshalText()
	return strings.Join(append(meta.Names(), string(whole)), " ")
}

// codePoints returns the code points of an emoji, since a service has been seen to return these.
func codePoints(emoji string) string {
	if strings.IndexFunc(emoji, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return strings.ToLower(emoji)
	}
	var points []string
	for _, r := range emoji {
		if r != '\ufe0f' { // which selects a variation
			points = append(points, fmt.Sprintf("%x", r))
		}
	}
	return strings.Join(points, "-")
}

// hasFields reports whether a page has the title and metadata that its file has. The service may
// keep the markup of a heading.
func hasFields(p *source.Page, n *node) bool {
	title, got := n.plain()
	text := func(want, got string) bool { return want == "" || got == want }
	flag := func(want, got bool) bool { return !want || got }
	isTitle := p.Title == n.title || p.Title == title || p.HasMarkup && p.Title == source.TitleOf(title)
	want := p.Meta
	return isTitle && text(want.Description, got.Description) &&
		text(codePoints(want.Emoji), codePoints(got.Emoji)) &&
		text(want.Icon, got.Icon) && text(want.Condition, got.Condition) &&
		flag(want.Hidden, got.Hidden) &&
		flag(want.NoIndex, got.NoIndex) && flag(want.NoRobotsIndex, got.NoRobotsIndex)
}

// reordered returns the parents below which somebody else has changed the order of pages.
func (r *run) reordered() map[*node]bool {
	known := map[string]int{}
	for p := range r.pages {
		if rec := r.state.Pages[p.Path]; rec != nil && rec.At > 0 && r.pages[p].parent != nil && rec.Parent == r.pages[p].parent.id {
			known[rec.ID] = rec.At
		}
	}
	found := map[*node]bool{}
	check := func(parent *node) {
		last := 0
		for _, c := range parent.children {
			if at, ok := known[c.id]; ok {
				found[parent] = found[parent] || at < last
				last = at
			}
		}
	}
	check(r.root)
	for _, n := range r.nodes {
		check(n)
	}
	return found
}

// place puts the node of a page at its place among the children of its parent. It returns the index
// of the place, or nil for the last place.
func (r *run) place(p *source.Page, parent *node) *int64 {
	n := r.pages[p]
	if n.parent != nil {
		n.remove()
	}
	n.parent = parent
	// at is the index of the place, and next is the order of the page there, if it comes later.
	at, next := -1, 0
	for i, c := range parent.children {
		switch {
		case c.order == 0:
		case c.order < n.order:
			at, next = i+1, -1
		case next == 0 || (next > 0 && c.order < next):
			at, next = i, c.order
		}
	}
	if at < 0 || at == len(parent.children) {
		parent.children = append(parent.children, n)
		return nil
	}
	parent.children = slices.Insert(parent.children, at, n)
	index := int64(at)
	return &index
}

// isNotInserted is the note about a page below one that is not inserted.
const isNotInserted = "the page above it is not inserted"

// planInserts plans the insertions of pages, level by level.
func (r *run) planInserts() {
	levels := map[*source.Page]int{}
	var inserts []*op
	for _, p := range r.tree.Pages {
		n, parent := r.pages[p], r.above(p)
		if n.id != "" || n.isGone {
			continue
		}
		if parent.isGone {
			r.barred[p.Path] = isNotInserted
		}
		if why := r.barred[p.Path]; why != "" {
			n.isGone = true
			r.conflict(p.Path, "%s", why)
			continue
		}
		if p.Parent != nil {
			if level, ok := levels[p.Parent]; ok {
				levels[p] = level + 1
			}
		}
		levels[p] += 0
		inserts = append(inserts, &op{
			kind: ActionInsert, page: p, path: p.Path, node: n, parent: parent,
			slug: slugOf(p), fields: true, body: true,
		})
	}
	slices.SortStableFunc(inserts, func(a, b *op) int { return levels[a.page] - levels[b.page] })
	for _, o := range inserts {
		o.at = r.place(o.page, o.parent)
	}
	r.ops = append(r.ops, inserts...)
}

// planUpdates plans the changes of pages whose file or place has changed since the last push.
func (r *run) planUpdates(ctx context.Context) error {
	for _, p := range r.tree.Pages {
		n, rec := r.pages[p], r.state.Pages[p.Path]
		if n.id == "" || rec == nil {
			continue
		}
		o := &op{kind: ActionUpdate, page: p, path: p.Path, node: n}
		if p.IsFolder() {
			o.isEmptied = !rec.File.isNone()
		} else {
			rec.File = fileHash(p) // saved before the batch, so that a renamed file finds its page
		}
		if err := r.planBody(ctx, o, rec); err != nil {
			return err
		}
		want := fields(p.Title, p.Meta)
		isStored := n.fields() == want
		switch {
		case rec.Fields == "":
			isStored = hasFields(p, n)
		case r.state.Intent != nil: // a push whose response was lost may have written them
			sent := r.state.Intent.Pages[p.Path]
			isStored = isStored || sent.Fields == want && n.isAs(sent)
		}
		if isStored {
			rec.Fields, rec.Read = want, n.fields()
		}
		isEdited := o.body && r.options.Overwrite && rec.Read != "" && rec.Read != n.fields()
		o.fields = (isEdited || rec.Fields != want) && !r.keepsText(p, rec) && !o.isKept
		if rec.Read == "" { // before the first write
			rec.Read = n.fields()
		}
		// A write of the text also writes the title and metadata.
		if (o.fields || o.body) && rec.Read != n.fields() && !r.options.Overwrite {
			r.conflict(p.Path,
				"somebody else has changed the title or metadata, and the page stays as it is")
			o.fields, o.body = false, false
		}
		parent, slug := r.above(p), slugOf(p)
		isPlaced := n.parent == parent &&
			(n.slug == slug || rec.Want == slug && n.slug != temporarySlug(n.id))
		switch why := r.barred[p.Path]; {
		case parent.isGone && r.barred[p.Parent.Path] != "":
			r.conflict(p.Path, "%s", isNotInserted)
		case parent.isGone:
			r.conflict(p.Path,
				"somebody else has deleted the page above it, and it stays where it is")
		case isPlaced:
			rec.Want, rec.Parent = slug, parent.id
			if n.slug == slug { // otherwise, rec.Slug stays what was read after the last write
				rec.Slug = slug
			}
		case isMoved(n, rec) && !r.options.Overwrite:
			r.conflict(p.Path, "somebody else has moved the page, which stays there")
		case why != "":
			r.conflict(p.Path, "%s", why)
			if p.HasSlug && n.slug != slug { // a text with the slug would be rejected too
				o.fields, o.body = false, false
			}
		case parent.isBelow(n):
			r.conflict(p.Path,
				"somebody else has moved the page above it below it, and it stays where it is")
		default:
			o.kind = ActionMove
			if n.parent != parent {
				o.parent, o.at = parent, r.place(p, parent)
			}
			if n.slug != slug {
				n.slug, o.slug = slug, slug
			}
		}
		// The text would write the slug in its front matter. If the service stored another slug
		// than a push sent, it does so again.
		isKnown := rec.Want == slug && rec.Slug == n.slug
		if o.body && p.HasSlug && n.slug != slug && !isKnown && !r.options.Overwrite {
			r.conflict(p.Path, "somebody else has changed the slug or the place of the page, and the text, which contains another slug, stays as it is")
			o.body = false
		}
		if o.kind == ActionMove || o.body || o.fields {
			r.ops = append(r.ops, o)
		}
	}
	return nil
}

// isMoved reports whether somebody else has moved a page.
func isMoved(n *node, rec *pageState) bool {
	return n.parent.id != rec.Parent || (n.slug != rec.Slug && n.slug != temporarySlug(n.id))
}

// isBelow reports whether n is other or is below it.
func (n *node) isBelow(other *node) bool {
	for ; n != nil && n != other; n = n.parent {
	}
	return n != nil
}

// keepsText reports whether a page keeps the text and metadata of a file that no longer exists,
// because a folder without a file has taken its place, and the push may not delete the text.
func (r *run) keepsText(p *source.Page, rec *pageState) bool {
	return p.IsFolder() && !rec.File.isNone() && !(r.options.Prune && rec.Created)
}

// planBody determines whether the push writes the text of a page.
func (r *run) planBody(ctx context.Context, o *op, rec *pageState) error {
	p := o.page
	if p.IsFolder() && (rec.Sent.isNone() || r.keepsText(p, rec)) {
		return nil
	}
	local, err := r.tree.Text(p)
	if err != nil {
		return err
	}
	text, isResolved := r.render(local, nil)
	if isResolved && rec.Sent == hash(text) {
		rec.File = fileHash(p)
		return nil
	}
	stored, err := r.text(ctx, rec.ID)
	if err != nil {
		return err
	}
	found := normalHash(stored)
	isOurs := rec.Stored.isNone() || rec.Stored == found
	// What has the same normal form can differ in what the push does not know, such as the layout
	// in the front matter. If the text differs from what a push has sent, it is therefore written.
	// So is the first text with such fields, but without a Store, each push would write it again.
	isHidden := p.HasOther && r.options.Store != nil
	isSame := found == normalHash(text) && (rec.Sent.isNone() && !isHidden || !isOurs)
	switch {
	case isResolved && (isSame || rec.Sent == hash(text)):
		rec.Sent, rec.Stored, rec.File = hash(text), found, fileHash(p)
	case !isOurs && !r.options.Overwrite && o.isEmptied:
		o.isKept = true
		r.conflict(p.Path, "somebody else has changed the text, and the page stays as it is")
	case !isOurs && !r.options.Overwrite:
		r.conflict(p.Path, "somebody else has changed the text, which stays as it is")
	default:
		o.body = true
		if rec.Stored.isNone() { // what the first write replaces, in case it does not happen
			rec.Stored = found
		}
	}
	return nil
}

// planOrder plans the moves that put the pages below each parent into the order of the directory.
// It needs as few moves as possible.
func (r *run) planOrder(reordered map[*node]bool) {
	var parents []*node
	below := map[*node][]*source.Page{}
	for _, p := range r.tree.Pages {
		parent := r.pages[p].parent
		if parent == nil || parent != r.above(p) {
			continue
		}
		if below[parent] == nil {
			parents = append(parents, parent)
		}
		below[parent] = append(below[parent], p)
	}
	for _, parent := range parents {
		var at []int
		for _, p := range below[parent] {
			at = append(at, slices.Index(parent.children, r.pages[p]))
		}
		stay := longestIncreasing(at)
		if len(stay) == len(at) {
			continue
		}
		if reordered[parent] && !r.options.Overwrite {
			r.conflict(below[parent][0].Path,
				"somebody else has changed the order of the page and those beside it, which stays")
			continue
		}
		var moves []*op
		var orders []int
		for i, p := range below[parent] {
			n := r.pages[p]
			isNew := n.id == "" && !n.isGone
			if !stay[i] && (isNew || r.state.Pages[p.Path] != nil) {
				moves = append(moves,
					&op{kind: ActionMove, page: p, path: p.Path, node: n, isQuiet: isNew})
				orders = append(orders, n.order)
				n.order = 0 // other pages are not placed relative to it before its own move
			}
		}
		for i, o := range moves {
			o.node.order = orders[i]
			if o.at = r.place(o.page, parent); o.at == nil {
				last := int64(len(parent.children) - 1)
				o.at = &last
			}
		}
		r.ops = append(r.ops, moves...)
	}
}

// longestIncreasing returns the indexes of a longest increasing subsequence.
func longestIncreasing(values []int) map[int]bool {
	var ends []int // index of the last value of the best subsequence of each length
	before := make([]int, len(values))
	for i, v := range values {
		at, _ := slices.BinarySearchFunc(ends, v, func(end, v int) int { return cmp.Compare(values[end], v) })
		before[i] = -1
		if at > 0 {
			before[i] = ends[at-1]
		}
		if at == len(ends) {
			ends = append(ends, i)
		} else {
			ends[at] = i
		}
	}
	found := map[int]bool{}
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			found[i] = true
		}
	}
	return found
}

// hasOthersBelow is the note about a page that would be deleted together with others.
const hasOthersBelow = "the file is no longer a page of the directory, but its page has others below it, and stays"

// planDeletes plans the deletions of pages that a push created and whose files are no longer pages
// of the directory.
func (r *run) planDeletes(ctx context.Context) error {
	if r.page != "" {
		return nil
	}
	listed := map[string]bool{}
	for _, p := range r.tree.Pages {
		listed[p.Path] = true
	}
	var names []string
	for name, rec := range r.state.Pages {
		switch {
		case r.nodes[rec.ID] == nil:
			if !listed[name] {
				delete(r.state.Pages, name)
			}
		case !listed[name] && rec.Created:
			names = append(names, name)
		}
	}
	if !r.options.Prune {
		return nil
	}
	// Deeper pages are deleted first, so that a page has no subpages when it is deleted.
	depth := func(n *node) (depth int) {
		for ; n != nil; n = n.parent {
			depth++
		}
		return depth
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(depth(r.nodes[r.state.Pages[b].ID])-depth(r.nodes[r.state.Pages[a].ID]),
			strings.Compare(a, b))
	})
	var lost []string // which MaxDeletes limits
	for _, o := range r.ops {
		if o.isEmptied && (o.body || o.fields) {
			lost = append(lost, o.path)
		}
	}
	for _, name := range names {
		rec := r.state.Pages[name]
		n := r.nodes[rec.ID]
		if len(n.children) > 0 {
			r.conflict(name, "%s", hasOthersBelow)
			continue
		}
		text, err := r.text(ctx, rec.ID)
		if err != nil {
			return err
		}
		if isMoved(n, rec) || (!rec.Stored.isNone() && normalHash(text) != rec.Stored) ||
			rec.Read != n.fields() {
			r.conflict(name,
				"the file is no longer a page of the directory, but somebody else has changed the page, which stays")
			continue
		}
		n.remove()
		lost = append(lost, name)
		r.ops = append(r.ops, &op{kind: ActionDelete, path: name, node: n})
	}
	limit := r.options.MaxDeletes
	if limit == 0 {
		limit = min(10, len(r.state.Pages)/5)
	}
	if limit = max(limit, 0); len(lost) > limit {
		return &DeletesError{lost, limit}
	}
	return nil
}
