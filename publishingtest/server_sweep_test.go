package publishingtest_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

// brokenTable lists the limits that no request of [contract.Transcript.Mutants] breaks, with a
// value that breaks them if it is not that of brokenBy, and the field to put it into if it is not
// that of the limit.
const brokenTable = "testdata/broken.tsv"

// brokenBy are values that break limits, by the last part of their names.
var brokenBy = map[string]any{"null": nil, "required": absent, "type": 7, "enum": "zebra", "uri": "zebra", "false": true}

// sweep counts the requests of [TestInvalidRequestsAreRejected].
type sweep struct {
	transcript *contract.Transcript
	around     *testing.T // ends after all operations

	unchanged *world // world of a sample, shared by calls of all operations; nil if there is none

	rules  map[string]publishingtest.Rule
	broken []broken

	mu     sync.Mutex
	sent   map[string]int  // number of requests, by operation
	proven map[string]bool // the rules
}

// elements matches what tells the elements of a list or object in a message apart.
var elements = regexp.MustCompile(`\[[^\]]*\]`)

// The sweep exceeds these numbers of requests. With fewer it has lost some.
const leastSampled, leastSwept = 1500, 7000

// TestInvalidRequestsAreRejected changes a valid request of each operation in one place to what the
// API reference or the public description forbids, which is a sweep in the doc of package contract.
// The server must reject each of these requests. The first request that a rule rejects proves the
// rule: a server without the rule does not reject it for that reason. The rules that no request
// breaks have proofs by hand, which [TestEachRuleHoldsUntilItIsSwitchedOff] runs.
func TestInvalidRequestsAreRejected(t *testing.T) {
	t.Parallel()
	transcript := must(contract.ReadTranscript(".."))(t)
	for _, l := range descriptionLengths {
		require.NoError(t, transcript.Limit(l.op, l.field, l.least, l.most, l.prefix))
	}
	calls := map[string][]responseCall{}
	for _, call := range slices.Concat(responseCalls(), sweptCalls()) {
		calls[call.op] = append(calls[call.op], call)
	}
	s := &sweep{transcript: transcript, around: t, sent: map[string]int{}, proven: map[string]bool{}}
	s.rules, s.broken = map[string]publishingtest.Rule{}, readBroken(t)
	for _, rule := range publishingtest.Rules() {
		s.rules[rule.ID] = rule
	}
	t.Run("operations", func(t *testing.T) {
		t.Parallel()
		t.Cleanup(func() {
			if !t.Failed() {
				s.compare(t)
			}
		})
		for _, o := range sample.OneByOne(op.All()) {
			t.Run(o.Name, func(t *testing.T) {
				if sample.Whole() { // the operations of a sample share a server
					t.Parallel()
				}
				s.operation(t, o, calls[o.Name])
			})
		}
	})
}

// operation sends the invalid requests of an operation, and then the valid ones that they were made
// of. A sample has each change to each place of a request once.
func (s *sweep) operation(t *testing.T, o *op.Op, calls []responseCall) {
	t.Helper()
	worlds, samples := make([]*world, len(calls)), make([]contract.Sample, len(calls))
	send := func(i int, request *contract.Sample, token string) *httptest.ResponseRecorder {
		w := worlds[i]
		if w == nil {
			w, _ = s.prepare(t, &calls[i])
		}
		got := w.serve(t, o, *request, token)
		worlds[i] = w
		if got.Code < http.StatusBadRequest && !o.Reads() { // what was accepted may have changed it
			s.drop(w, worlds)
		}
		return got
	}
	for i := range calls {
		worlds[i], samples[i] = s.prepare(t, &calls[i])
	}
	lacking := slices.DeleteFunc(s.transcript.Unsampled(o, samples), func(field string) bool {
		return o.Name == "Spaces.Create" && strings.HasPrefix(field, "template.params.contentRefs.") // a new space has no files
	})
	require.Empty(t, lacking, "no call sends these fields: add one to sweptCalls")
	mutants := must(s.transcript.Mutants(o, samples))(t)
	mutants = append(mutants, s.breaking(o, samples)...)
	valid, before := map[int]bool{0: true}, map[*world]int{}
	if !o.Reads() {
		for _, w := range worlds {
			before[w] = stateSizeWithoutIDs(w.Server)
		}
	}
	for _, m := range sample.Of(mutants, func(m contract.Mutant) []string { return []string{m.Where() + " " + m.Change} }) {
		got := send(m.From, &m.Sample, publishingtest.DefaultToken)
		s.count(t, o, m.String(), got)
		s.prove(t, o, &calls[m.From], &m, got)
		valid[m.From] = true
	}
	for _, w := range worlds {
		if size, kept := before[w]; kept {
			require.Equal(t, size, stateSizeWithoutIDs(w.Server), "a request that is rejected must not change anything")
		}
	}
	ends := must(s.transcript.Ends(o, samples))(t)
	for _, m := range sample.Of(ends, func(m contract.Mutant) []string { return []string{m.Where() + " " + m.Change} }) {
		_, message := ruleOf(t, send(m.From, &m.Sample, publishingtest.DefaultToken))
		if _, want, rejected := strings.Cut(message, ": want "); rejected && strings.Contains(want, contract.Ended[m.Change]) {
			t.Errorf("%s: want a request that is within the limit: %s", m.String(), message)
		}
		valid[m.From] = true
	}
	if !slices.Contains(callsForVisitors, o.Name) {
		s.count(t, o, "header\tno credentials", send(0, &samples[0], ""))
	}
	for i := range calls {
		if !sample.Whole() && !valid[i] {
			continue
		}
		got := send(i, &samples[i], publishingtest.DefaultToken)
		require.Less(t, got.Code, http.StatusMultipleChoices, "the valid request: %s", got.Body)
		require.Empty(t, strictProblems(o.Name, samples[i].Query.Get("page"), wireResponse{got.Code, got.Header(), got.Body.String()}))
	}
}

// A broken is a line of brokenTable.
type broken struct {
	rule, field string
	value       any
}

func readBroken(t *testing.T) (list []broken) {
	t.Helper()
	data, err := os.ReadFile(brokenTable)
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")[1:] {
		cells := append(strings.Split(line, "\t"), "", "")
		value, is := brokenBy[cells[0][strings.LastIndexByte(cells[0], '.')+1:]]
		if cells[1] != "" {
			value = nil // a pointer would be decoded into
			require.NoError(t, json.Unmarshal([]byte(cells[1]), &value), line)
		}
		require.True(t, is || cells[1] != "", "%s: no value: %s", brokenTable, line)
		list = append(list, broken{cells[0], cells[2], value})
	}
	return list
}

// breaking returns the requests that break the rules of an operation in brokenTable. Each is made
// of the first request that has the object around the field.
func (s *sweep) breaking(o *op.Op, samples []contract.Sample) (list []contract.Mutant) {
	for _, line := range s.broken {
		field, is := strings.CutPrefix(line.rule, strings.ToLower(o.Name)+".")
		if !is {
			continue
		}
		field = cmp.Or(line.field, field[:strings.LastIndexByte(field, '.')])
		m := contract.Mutant{Place: brokenTable, Change: line.rule, Sample: samples[0]}
		for i, sample := range samples {
			if body, found := replaced(sample.Body, field, line.value); found {
				m.Sample, m.Body, m.From = sample, body, i
				break
			}
		}
		if m.Body == samples[0].Body {
			m.Query = maps.Clone(m.Query)
			m.Query.Set(strings.TrimSuffix(field, "[]"), fmt.Sprint(line.value))
		}
		list = append(list, m)
	}
	return list
}

// absent stands for no value.
var absent = new(struct{})

// replaced returns JSON with another value of a field, such as "events[].type", and whether it has
// the object around the field.
func replaced(text, field string, value any) (string, bool) {
	var root any
	if json.Unmarshal([]byte(text), &root) != nil {
		return "", false
	}
	found := replace(root, strings.Split(strings.TrimPrefix(strings.NewReplacer("[]", ".[]", "{}", ".{}").Replace(field), "."), "."), value)
	return encoded(root), found
}

func replace(around any, steps []string, value any) bool {
	step, last := steps[0], len(steps) == 1
	switch around := around.(type) {
	case []any:
		switch {
		case step != "[]" || len(around) == 0:
			return false
		case last:
			around[0] = value
			return true
		default:
			return replace(around[0], steps[1:], value)
		}
	case map[string]any:
		if step == "{}" && len(around) > 0 {
			step = slices.Sorted(maps.Keys(around))[0]
		}
		switch {
		case !last:
			return replace(around[step], steps[1:], value)
		case value == absent:
			delete(around, step)
		default:
			around[step] = value
		}
		return true
	default:
		return false
	}
}

// ruleOf returns the rule that a response is a rejection of, or "".
func ruleOf(t *testing.T, got *httptest.ResponseRecorder) (id, message string) {
	t.Helper()
	require.Less(t, got.Code, http.StatusInternalServerError, got.Body)
	if got.Code != http.StatusBadRequest {
		return "", ""
	}
	message = wireResponse{got.Code, got.Header(), got.Body.String()}.message(t)
	return strings.TrimSuffix(message[strings.LastIndex(message, " [")+len(" ["):], "]"), message
}

// prove shows that the rule that rejected an invalid request does not reject it when it is switched
// off.
func (s *sweep) prove(t *testing.T, o *op.Op, call *responseCall, m *contract.Mutant, got *httptest.ResponseRecorder) {
	t.Helper()
	id, message := ruleOf(t, got)
	rule, is := s.rules[id]
	first := is && s.first(id)
	if m.Place == brokenTable {
		field, _, _ := strings.Cut(message, ": want ")
		field = strings.ToLower(o.Name) + "." + elements.ReplaceAllString(field, "[]")
		if !strings.HasPrefix(strings.ReplaceAll(m.Change, "{}", "[]"), field+".") {
			t.Errorf("%s: want a request that breaks %s: %s: %s", brokenTable, m.Change, m.Body, got.Body)
		}
	}
	if !first {
		return
	}
	rejects := func(opts ...publishingtest.Option) bool {
		w := call.prepare(t, opts...)
		defer w.Close()
		other, _ := ruleOf(t, w.serve(t, o, m.Sample, publishingtest.DefaultToken))
		return other == id
	}
	require.False(t, rejects(publishingtest.WithoutRule(id)), "%s rejects %s although it is off", id, m)
	if rule.FromDescription || sample.Whole() {
		require.Equal(t, !rule.FromDescription, rejects(publishingtest.WithoutDescriptionLimits()), "%s without the limits of the description", id)
	}
}

// first reports whether a rule has no proof yet.
func (s *sweep) first(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	first := !s.proven[id]
	s.proven[id] = true
	return first
}

// prepare returns a server for a call, and the request of the call. In a sample, calls that need no
// other calls before them share a server until one changes it.
func (s *sweep) prepare(t *testing.T, call *responseCall) (*world, contract.Sample) {
	t.Helper()
	if sample.Whole() || call.first != nil {
		w := call.prepare(t)
		return w, call.request(t, w)
	}
	if s.unchanged == nil {
		s.unchanged = call.prepare(s.around)
	}
	return s.unchanged, call.request(t, s.unchanged)
}

// drop makes the calls of a server that was changed prepare another one.
func (s *sweep) drop(w *world, worlds []*world) {
	if s.unchanged == w {
		s.unchanged = nil
	}
	for i := range worlds {
		if worlds[i] == w {
			worlds[i] = nil
		}
	}
}

// count counts an invalid request.
func (s *sweep) count(t *testing.T, o *op.Op, mutant string, got *httptest.ResponseRecorder) {
	t.Helper()
	require.Less(t, got.Code, http.StatusInternalServerError, "%s: %s", mutant, got.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent[o.Name]++
	if got.Code < http.StatusBadRequest {
		t.Errorf("the server accepts an invalid request: %s", mutant)
	}
}

// compare requires enough requests, and a proof of each rule.
func (s *sweep) compare(t *testing.T) {
	t.Helper()
	sent := 0
	for _, requests := range s.sent {
		sent += requests
	}
	t.Logf("%d requests", sent)
	least, selected := sample.Count(leastSampled, leastSwept), len(s.sent) < len(op.All()) // whether -run selects operations
	if sent < least && !selected {
		t.Errorf("%d requests: want at least %d", sent, least)
	}
	if sample.Whole() && !selected {
		byHand := proofsByHand(t)
		for id := range s.rules {
			switch {
			case s.proven[id] && byHand[id] != nil:
				t.Errorf("%s: this test proves it, remove the proof by hand", id)
			case !s.proven[id] && byHand[id] == nil:
				t.Errorf("%s has no proof: let sweptCalls send its field, or add one to the …Proofs function of its resource", id)
			}
		}
	}
}

// prepare returns a server for a call.
func (call *responseCall) prepare(t *testing.T, opts ...publishingtest.Option) *world {
	t.Helper()
	w := newProofWorld(t, opts...)
	w.seedEverything()
	if call.first != nil {
		call.first(t, w)
	}
	w.ids = w.responseIDs()
	return w
}

// newer is the first of a call whose response has fields that only newer versions of the service
// have.
func newer(_ *testing.T, w *world) { w.lax = true }

// reads reports whether a call changes nothing, so that others can use the same server.
func (call *responseCall) reads() bool { return call.first == nil && operationOf(call.op).Reads() }

// request returns the request of a call.
func (call *responseCall) request(t *testing.T, w *world) contract.Sample {
	t.Helper()
	ids := maps.Clone(w.ids)
	maps.Copy(ids, call.ids)
	list := mapped(operationOf(call.op).Params(), func(param string) string { return ids[param] })
	query, err := url.ParseQuery(call.query)
	require.NoError(t, err)
	return contract.Sample{IDs: list, Query: query, Body: call.written(t, w)}
}

// wire returns the request of a call as it is sent.
func (call *responseCall) wire(t *testing.T, w *world) (method, path, body string) {
	t.Helper()
	ids := maps.Clone(w.ids)
	maps.Copy(ids, call.ids)
	method, path = operation(t, call.op, ids)
	return method, path + "?" + call.query, call.written(t, w)
}

// written returns the body of a call.
func (call *responseCall) written(t *testing.T, w *world) string {
	t.Helper()
	if call.fill != nil {
		return call.fill(t, w)
	}
	return call.body
}

// serve serves a request without a connection. Without a token it has no credentials at all.
func (w *world) serve(t *testing.T, o *op.Op, request contract.Sample, token string) *httptest.ResponseRecorder {
	t.Helper()
	path := o.Template
	for i, param := range o.Params() {
		path = strings.Replace(path, "{"+param+"}", url.PathEscape(request.IDs[i]), 1)
	}
	req := httptest.NewRequestWithContext(t.Context(), o.Method, path+"?"+request.Query.Encode(), strings.NewReader(request.Body))
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
		if o.SecretHeader != "" {
			req.Header.Set(o.SecretHeader, publishingtest.DefaultPartnerKey)
		}
	}
	got := httptest.NewRecorder()
	w.ServeHTTP(got, req)
	return got
}

// sweptCalls are calls with the fields of bodies that no other call here has.
func sweptCalls() []responseCall {
	const rich = `{"object":"document","data":{"schemaVersion":1},"nodes":[{"object":"block","type":"paragraph","key":"a",` +
		`"isVoid":false,"data":{"align":"start"},` +
		`"nodes":[{"object":"text","key":"b","leaves":[{"object":"leaf","text":"So.","marks":[{"object":"mark","type":"bold"}]}]}]}]}`
	in := func(name, id string) map[string]string { return map[string]string{name: id} }
	talk := in("integrationName", "talk")
	position := func(where, kind, field, id string) string {
		return fmt.Sprintf(`{"position":{%q:{"type":%q,%q:%q}}}`, where, kind, field, id)
	}
	const repository = `"url":"https://git.example.com/a.git","ref":"refs/heads/main","repoCacheID":"c",` +
		`"repoTreeURL":"https://git.example.com/tree","repoCommitURL":"https://git.example.com/commit",` +
		`"repoProjectDirectory":"docs","timestamp":"2026-01-02T03:04:05Z","force":true,"gitInfo":{"provider":"github",` +
		`"url":"https://git.example.com/a"}`
	calls := []responseCall{
		{op: "ChangeRequests.Comments.Update", body: `{"removedReactions":["1f44d"]}`},
		{op: "ChangeRequests.Comments.Replies.Update", body: `{"removedReactions":["1f44d"]}`},
		{op: "ChangeRequests.Comments.Create", body: `{"body":{"document":` + rich + `}}`},
		{op: "ChangeRequests.Comments.Replies.Create", body: `{"body":{"document":` + rich + `}}`},
		{op: "ChangeRequests.Update", body: `{"description":` + rich + `,"links":[{"ref":{"kind":"url","url":"https://x.example"}}]}`},
		{op: "ChangeRequests.RequestedReviewers.Create", body: `{"users":["ada"],"description":` + rich + `}`},
		{op: "Spaces.Comments.Update", ids: in("commentId", "doubt"), body: `{"addedReactions":["1f44d"]}`},
		{op: "Spaces.Comments.Update", ids: in("commentId", "doubt"), body: `{"removedReactions":["1f44d"]}`},
		{op: "Spaces.Comments.Create", body: `{"body":{"document":` + rich + `}}`},
		{op: "Spaces.Comments.Replies.Create", ids: in("commentId", "doubt"), body: `{"body":{"document":` + rich + `}}`},
		{op: "Spaces.Comments.Replies.Update", ids: map[string]string{"commentId": "doubt", "commentReplyId": "because"}, body: `{"resolved":true,` +
			`"addedReactions":["1f44d"],"removedReactions":["1f44d"]}`},
		{op: "Integrations.Publish", body: strings.Replace(fullPublication, `"img-src 'none'"`, `{"img-src":"none"}`, 1)},
		{
			op: "Integrations.Render", ids: in("integrationName", "bot"), first: poll,
			body: `{"componentId":"poll","props":{},"state":{"choice":"a"},"action":{"action":"vote"},"context":{"type":"document",` +
				`"theme":"light","organizationId":"acme","spaceId":"guides","editable":false}}`,
		},
		{op: "Integrations.Installations.Update", ids: talk, body: `{"externalIds":["a"],"configuration":{"a":1}}`},
		{op: "Collections.Move", ids: in("collectionId", "nested-shelf"), body: `{"parent":null,"position":{"before":{"type":"space",` +
			`"space":"guides"}}}`},
		{op: "Collections.Move", ids: in("collectionId", "nested-shelf"), body: `{"parent":null,"position":{"after":{"type":"space",` +
			`"space":"guides"}}}`},
		{op: "Collections.Move", ids: in("collectionId", "nested-shelf"), body: `{"parent":null,"position":{"before":{"type":"collection",` +
			`"collection":"shelf"}}}`},
		{op: "Collections.Move", ids: in("collectionId", "nested-shelf"), body: `{"parent":null,"position":{"after":{"type":"collection",` +
			`"collection":"shelf"}}}`},
		{op: "Spaces.Move", ids: in("spaceId", "guides"), body: `{"position":{"after":{"type":"collection","collection":"shelf"}}}`},
		{op: "Spaces.Move", body: `{"position":{"before":{"type":"space","space":"guides"}}}`},
		{op: "Spaces.Move", body: `{"position":{"after":{"type":"space","space":"guides"}}}`},
		{op: "Orgs.Conversations.Create", body: `[{"id":"1","subject":"Help","metadata":{"url":"https://desk.example.com/1",` +
			`"attributes":{"plan":"pro"},"createdAt":"2026-01-02T03:04:05Z"},` +
			`"parts":[{"type":"message","role":"user","body":"Help"}]}]`},
		{op: "Orgs.Fonts.Update", body: `{"fontFamily":"New","fontFaces":[{"weight":700,"storageKey":"regular.woff2"}]}`},
		{op: "Orgs.LinkInvites.Update", ids: in("inviteId", "to-space"), body: `{"level":"read"}`},
		{op: "Orgs.SAML.Update", body: `{"label":"New","entityID":"x","certificate":"y","ssoURL":"https://sso.acme.example"}`},
		{op: "Orgs.Teams.Members.Update", body: `{"memberships":{"ada":{"role":"owner"}}}`},
		{op: "Orgs.Update", body: `{"mergeRules":{"type":"rules","rules":[{"rule":"require_specific_reviewers","users":["ada"]}]}}`},
		{op: "Orgs.Ask.Answer", body: `{"query":"welcome links","previousQueries":["Why?"]}`},
		{op: "Orgs.Translations.Glossary.Update", body: `{"operations":[{"type":"update","id":"term","translations":{"en":"page"}}]}`},
		{op: "Orgs.Translations.Glossary.Update", body: `{"operations":[{"type":"delete","id":"term"}]}`},
		{op: "Orgs.Translations.Create", body: `{"source":{"space":"guides","language":"en"},"language":"fr","instructions":` + rich + `}`},
		{op: "Orgs.Translations.Update", body: `{"instructions":` + rich + `}`},
		{op: "Orgs.AgentInstructions.Put", body: `{"instructions":` + rich + `}`},
		{op: "Permissions.Collections.Invite", body: `{"role":"edit","teams":["team"]}`},
		{op: "Permissions.Sites.Invite", body: `{"role":"edit","teams":["team"]}`},
		{op: "Sites.AdsReview.Update", body: `{"status":"live","zoneId":"zone","reportingId":"report"}`},
		{op: "Sites.AdsReview.Update", body: `{"status":"rejected","reason":"x"}`},
		{op: "Sites.Ask.Stream", body: `{"question":"welcome","context":{"siteSpaceId":"home"},"scope":{"mode":"default",` +
			`"currentSiteSpace":"home","includedSiteSpaces":["annex"]}}`},
		{op: "Sites.Ask.Stream", body: `{"question":"welcome","scope":{"mode":"specific","siteSpaceIds":["home"]}}`},
		{op: "Sites.Search.List", body: `{"query":"links","scope":{"mode":"default","currentSiteSpace":"home",` +
			`"includedSiteSpaces":["annex"]}}`},
		{op: "Sites.Search.List", body: `{"query":"links","scope":{"mode":"specific","siteSpaceIds":["home"]}}`},
		{op: "Sites.Search.List", body: `{"query":"links","mode":"specific","siteSpaceIds":["home"]}`},
		{op: "Sites.Search.List", body: `{"query":"links","mode":"current","siteSpaceId":"home"}`},
		{op: "Sites.Customization.Put", body: settingsWith("favicon", map[string]any{"emoji": "1f680"})},
		{op: "Sites.SiteSpaces.Customization.Update", body: fullSettings},
		{op: "Sites.SiteSpaces.Customization.Update", body: `{"favicon":{"emoji":"1f680"}}`},
		{op: "Sites.Insights.Events.Aggregate", body: fullAggregation},
		{op: "Sites.Insights.Events.Track", fill: func(_ *testing.T, w *world) string {
			return `{"events":[` + strings.Replace(fullEvent, "@now", w.Now().UTC().Format(time.RFC3339), 1) + `]}`
		}},
		{op: "Sites.MCPServers.Update", body: `{"name":"x","url":"https://x.example","headers":{"a":"1"},"condition":"true"}`, first: newer},
		{op: "Sites.SectionGroups.Update", body: `{"localizedTitle":{"de":"Neu"}}`, first: newer},
		{op: "Sites.Sections.Update", body: `{"localizedTitle":{"de":"Neu"},"localizedDescription":{"de":"Neu"}}`, first: newer},
		{op: "Sites.Redirects.Create", body: `{"source":"/new","destination":{"kind":"site-section","siteSectionId":"second"}}`},
		{op: "Sites.Redirects.Update", body: `{"source":"/new","destination":{"kind":"site-page","siteSpaceId":"home",` +
			`"pageId":"paged"}}`, first: func(_ *testing.T, w *world) {
			w.Spaces.Pages.Add("guides", "", "", publishingtest.Page{ID: "paged"})
		}},
		{op: "Sites.Redirects.Put", body: `{"redirects":[{"source":"/new","intent":"draft","captureWildcard":true,"permanent":true,` +
			`"destination":{"kind":"site-page","siteSpaceId":"home","pageId":"paged"}}]}`},
		{op: "Sites.Redirects.Put", body: `{"redirects":[{"source":"/new","destination":{"kind":"site-section","siteSectionId":"second"}}]}`},
		{op: "Sites.Redirects.Put", body: `{"redirects":[{"source":"/new","destination":{"kind":"external","url":"https://x.example"}}]}`, first: newer},
		{op: "Sites.Redirects.Create", body: `{"source":"/new","destination":{"kind":"external","url":"https://x.example"}}`, first: newer},
		{op: "Sites.Sections.Create", body: `{"spaceId":"guides","title":"New","icon":"book"}`},
		{op: "Sites.Sections.Move", body: position("before", "site-section", "siteSection", "second")},
		{op: "Sites.SectionGroups.Move", body: position("before", "site-section-group", "id", "others")},
		{op: "Sites.SiteSpaces.Move", body: position("before", "site-space", "siteSpace", "annex")},
		{op: "Sites.Structure.Sort", body: `{"item":{"type":"site-section","id":"first"},"position":{"before":{"type":"site-section",` +
			`"id":"second"}}}`},
		{op: "Sites.Structure.Sort", body: `{"item":{"type":"site-section","id":"first"},"position":{"after":{"type":"site-section",` +
			`"id":"second"}}}`},
		{op: "Sites.Update", body: `{"visibility":"public","basename":"new","agentsContext":"excluded","defaultSiteSpace":"annex",` +
			`"defaultSiteSection":"second"}`},
		{op: "Spaces.Create", body: `{"emoji":"1f680","template":{"id":"letter","params":{"contentRefs":{}}}}`},
		{
			op: "Spaces.Computed.Revision", body: `{"seed":"any","source":{"type":"builtin:translation","props":{},` +
				`"dependencies":{"translation":{` +
				`"ref":{"kind":"translation","translation":"translation"},"value":{"space":"guides","revision":"r"}}}}}`,
			first: func(_ *testing.T, w *world) {
				w.Spaces.Pages.Add("everything", "", "", publishingtest.Page{ID: "valued", Type: spaces.PageTypeComputed, Computed: &spaces.Computed{
					Type: spaces.ComputedTypeTranslation, Props: api.Raw(`{}`), Dependencies: map[string]spaces.ComputedDependency{"translation": {
						Ref: spaces.ContentRef{Kind: "translation", Translation: new("translation")}, Value: api.Raw(`{"space":"guides","revision":"r"}`),
					}},
				}})
			},
		},
		{op: "Spaces.Git.Import", body: `{` + repository + `,"standalone":true}`},
		{op: "Spaces.Git.Export", body: `{` + repository + `,"commitMessage":"Publish"}`},
		{op: "Spaces.Update", body: `{"mergeRules":{"type":"rules","rules":[{"rule":"require_specific_reviewers","users":["ada"]}]}}`},
		{op: "Spaces.Update", body: `{"mergeRules":{"type":"rules","rules":[{"rule":"custom","expression":"true"}]}}`},
		{op: "URLs.Published", body: `{"url":"https://acme.example/docs/a","redirectOnError":true,` +
			`"visitor":{"unsignedClaims":{"plan":"pro"}}}`},
	}
	return calls
}

// poll scripts the component that is rendered.
func poll(_ *testing.T, w *world) {
	w.Integrations.ScriptRender("bot", "poll", integrations.RenderOutput{Complete: &integrations.RenderedComplete{
		Type: integrations.RenderOutputTypeComplete, ReturnValue: api.Raw(`{"a":1}`),
	}})
}
