package orgs_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

const (
	importsRequest = "/v1/org/organization%2F1/imports"
	importRunJSON  = `{"object": "import-run", "id": "run_1", "status": "failed", "reason": "no pages", "source": {"type": "website", "url": "https://old.example.com"},
		"target": {"space": "space_1", "changeRequest": "request_1", "page": "page_1"}, "site": "site_1", "createdBy": "user_1",
		"pages": [{"id": "page_2", "type": "page", "status": "complete", "sourceURL": "https://old.example.com/a"}, {"id": "page_3", "type": "folder", "status": "pending"}],
		"createdAt": "2026-01-02T03:04:05Z", "updatedAt": "2026-01-02T03:04:06Z", "startedAt": "2026-01-02T03:04:07Z", "completedAt": "2026-01-02T03:04:08Z",
		"urls": {"location": "https://api.example.com/v1/org/org_1/imports/run_1"}}`
	importOfFiles = `{"object": "import-run", "id": "run_2", "status": "in-progress", "source": {"type": "file", "files": ["key_1"]}, "target": {"space": "space_1"}}`
	importBare    = `{"id": "run_3", "status": "pending"}`
)

var importPage = orgs.ImportListOptions{
	Cursor: "c/2+d=", Limit: 1000, Space: "space/1", ChangeRequest: "request 1", Site: "site&1", Status: orgs.ImportStatusFilterActive,
}

var (
	fromWebsite = orgs.ImportSource{Type: orgs.ImportSourceTypeWebsite, URL: new("https://old.example.com")}
	fromFiles   = orgs.ImportSource{Type: orgs.ImportSourceTypeFile, Files: []string{"key_1", "key_2"}}
	fromVideo   = orgs.ImportSource{Type: "video", Raw: api.Raw(`{"type":"video","n":1.50}`)}
)

func listImports(options orgs.ImportListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Orgs.Imports.List(a.Ctx, a.ID[0], options, a.Opts...)
	}
}

func createImport(run orgs.ImportCreate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Orgs.Imports.Create(a.Ctx, a.ID[0], run, a.Opts...)
	}
}

var importRows = []contract.Row{
	{
		Op:   "Orgs.Imports.List",
		Call: listImports(importPage),
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.Imports.All(a.Ctx, a.ID[0], importPage, a.Opts...), a.Orgs.Imports.ListPages(a.Ctx, a.ID[0], importPage, a.Opts...)
		},
		Request:  "GET " + importsRequest + "?changeRequest=request+1&limit=1000&page=c%2F2%2Bd%3D&site=site%261&space=space%2F1&status=active",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 3, "items": [` + importRunJSON + `, ` + importOfFiles + `, ` + importBare + `]}`,
	},

	{
		Op: "Orgs.Imports.Create",
		Call: createImport(orgs.ImportCreate{
			Source: fromWebsite, Target: orgs.ImportTarget{Space: "space_1", ChangeRequest: new("request_1"), Page: new("page_1")}, Site: new("site_1"), Enhance: new(true),
		}),
		Request: "POST " + importsRequest,
		Body: `{"source": {"type": "website", "url": "https://old.example.com"}, "target": {"space": "space_1", "changeRequest": "request_1", "page": "page_1"},
			"site": "site_1", "enhance": true}`,
		Status:   201,
		Response: importRunJSON,
	},
	{
		Op:       "Orgs.Imports.Create",
		Name:     "of files, not enhanced",
		Call:     createImport(orgs.ImportCreate{Source: fromFiles, Target: orgs.ImportTarget{Space: "space_1"}, Enhance: new(false)}),
		Request:  "POST " + importsRequest,
		Body:     `{"source": {"type": "file", "files": ["key_1", "key_2"]}, "target": {"space": "space_1"}, "enhance": false}`,
		Status:   201,
		Response: importOfFiles,
	},
	{
		Op:       "Orgs.Imports.Create",
		Name:     "of a source of another kind",
		Call:     createImport(orgs.ImportCreate{Source: fromVideo, Target: orgs.ImportTarget{Space: "space_1"}}),
		Request:  "POST " + importsRequest,
		Body:     `{"source": {"type": "video", "n": 1.50}, "target": {"space": "space_1"}}`,
		Status:   201,
		Response: `{"id": "run_4", "status": "pending", "source": {"type": "video"}}`,
	},

	{
		Op:       "Orgs.Imports.Get",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.Imports.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET " + importsRequest + "/importRun%2F1",
		Status:   200,
		Response: importRunJSON,
	},

	{
		Op:       "Orgs.Imports.Cancel",
		Call:     cancelImport,
		Request:  "POST " + importsRequest + "/importRun%2F1/cancel",
		Status:   200,
		Response: `{"id": "run_1", "status": "cancelled"}`,
	},
	{
		Op:      "Orgs.Imports.Cancel",
		Name:    "of a run that has ended",
		Call:    cancelImport,
		Request: "POST " + importsRequest + "/importRun%2F1/cancel",
		Status:  400,
		Err:     api.ErrBadRequest,
	},
}

func cancelImport(a contract.Args) (any, error) {
	return a.Orgs.Imports.Cancel(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
}

func TestSourceOfAnImportIsOfOneKind(t *testing.T) {
	t.Parallel()
	for _, source := range []orgs.ImportSource{fromWebsite, fromFiles, fromVideo, {Raw: fromVideo.Raw}, {Type: orgs.ImportSourceTypeFile, Raw: fromVideo.Raw}} {
		require.NoError(t, source.Validate())
		area.Accepts(t, "Orgs.Imports.Create", createImport(orgs.ImportCreate{Source: source, Target: orgs.ImportTarget{Space: "space_1"}}))
	}
	for _, source := range []orgs.ImportSource{
		{},
		{URL: fromWebsite.URL},
		{Type: "video"},
		{Type: orgs.ImportSourceTypeWebsite},
		{Type: orgs.ImportSourceTypeFile},
		{Type: orgs.ImportSourceTypeFile, Files: fromFiles.Files, Raw: fromVideo.Raw},
		{Type: orgs.ImportSourceTypeFile, URL: fromWebsite.URL},
		{Type: orgs.ImportSourceTypeWebsite, Files: fromFiles.Files},
		{Type: orgs.ImportSourceTypeWebsite, URL: fromWebsite.URL, Files: fromFiles.Files},
		{Type: orgs.ImportSourceTypeWebsite, URL: fromWebsite.URL, Raw: fromVideo.Raw},
	} {
		_, ok := errors.AsType[*api.ValidationError](source.Validate())
		require.True(t, ok, "%+v", source)
	}
}

func TestSourceOfAnImportOfUnknownKindIsKept(t *testing.T) {
	t.Parallel()
	var source orgs.ImportSource
	require.NoError(t, json.Unmarshal(fromVideo.Raw, &source))
	require.Equal(t, fromVideo, source)
	encoded, err := json.Marshal(source)
	require.NoError(t, err)
	require.Equal(t, fromVideo.Raw.String(), string(encoded))
	require.NoError(t, json.Unmarshal([]byte(`{"type":"website","url":"https://old.example.com"}`), &source))
	require.Equal(t, fromWebsite, source)
}

// importing returns a server with a run, which the service changes before each get but the first.
func importing(t *testing.T, changes ...func(server *publishingtest.Server, org, run string)) (server *publishingtest.Server, org, run string) {
	t.Helper()
	server = publishingtest.NewServer(t)
	org = server.Orgs.Add(orgs.Organization{}).ID
	space := server.Spaces.Add(org, spaces.Space{}).ID
	run = server.Orgs.Imports.Add(org, orgs.ImportRun{Target: &orgs.ImportTarget{Space: space}}).ID
	server.Faults.Delay("Orgs.Imports.Get", func(context.Context) {
		if n := server.Calls.Count("Orgs.Imports.Get") - 2; n >= 0 && n < len(changes) {
			changes[n](server, org, run)
		}
	})
	return server, org, run
}

func start(server *publishingtest.Server, org, run string) { server.Orgs.Imports.Start(org, run) }

func TestWaitCompletedReturnsTheRun(t *testing.T) {
	t.Parallel()
	server, org, run := importing(t, start, func(server *publishingtest.Server, org, run string) {
		server.Orgs.Imports.Complete(org, run, orgs.ImportedPage{ID: "page"})
	})
	completed, err := server.Client().Orgs.Imports.WaitCompleted(t.Context(), org, run, soon)
	require.NoError(t, err)
	require.Equal(t, &server.Orgs.Imports.All(org)[0], completed)
	require.Equal(t, orgs.ImportStatusCompleted, completed.Status)
	require.Equal(t, 3, server.Calls.Count("Orgs.Imports.Get"))
}

func TestWaitCompletedReturnsWhyARunFailed(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(server *publishingtest.Server, org, run string){
		`"failed": "no pages at https://[redacted]@old.example.com"`: func(server *publishingtest.Server, org, run string) {
			server.Orgs.Imports.Fail(org, run, "no pages at https://u:c4n4ry@old.example.com")
		},
		`"cancelled"`: func(server *publishingtest.Server, org, run string) {
			_, err := server.Client().Orgs.Imports.Cancel(t.Context(), org, run)
			require.NoError(t, err)
		},
	} {
		server, org, run := importing(t, change)
		got, err := server.Client().Orgs.Imports.WaitCompleted(t.Context(), org, run, soon)
		require.Nil(t, got)
		failed, ok := errors.AsType[*orgs.ImportError](err)
		require.True(t, ok, "%v", err)
		require.EqualError(t, err, `Orgs.Imports.Get: import "`+run+`": `+want+`, request id `+failed.RequestID)
		require.Equal(t, server.Orgs.Imports.All(org)[0], failed.Run)
		require.NotEmpty(t, failed.RequestID)
		require.NotContains(t, failed.LogValue().String(), "c4n4ry")
	}
}

// pendingImport is the service with a run that nobody starts.
type pendingImport struct{}

func (pendingImport) RoundTrip(req *http.Request) (*http.Response, error) {
	body := io.NopCloser(strings.NewReader(importBare))
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: body, Request: req}, nil
}

func TestWaitCompletedHasALimit(t *testing.T) {
	t.Parallel()
	client, err := publishing.NewClient("https://api.example.com", publishing.WithToken("token"), publishing.WithHTTPClient(&http.Client{Transport: pendingImport{}}))
	require.NoError(t, err)
	for limit, want := range map[time.Duration]time.Duration{0: 15 * time.Minute, time.Hour: time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			_, err := client.Orgs.Imports.WaitCompleted(t.Context(), "org_1", "run_3", api.Wait{Limit: limit})
			require.Equal(t, want, time.Since(began))
			ended, ok := errors.AsType[*orgs.ImportWaitError](err)
			require.True(t, ok, "%v", err)
			require.Equal(t, orgs.ImportRun{ID: "run_3", Status: orgs.ImportStatusPending}, ended.Last)
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.Equal(t, "Orgs.Imports.Get", ended.Operation)
			require.False(t, api.MayHaveApplied(err))
		})
	}
}

func TestWaitCompletedEndsWhenTheRunIsNotFound(t *testing.T) {
	t.Parallel()
	server, org, _ := importing(t)
	_, err := server.Client().Orgs.Imports.WaitCompleted(t.Context(), org, "nowhere", soon)
	require.ErrorIs(t, err, api.ErrNotFound)
	_, ok := errors.AsType[*orgs.ImportWaitError](err)
	require.False(t, ok, "nothing was seen")
}
