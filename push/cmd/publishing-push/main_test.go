package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// command runs the command and returns its exit status and output.
func command(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(t.Context(), args, &out, &errs)
	return status, out.String(), errs.String()
}

func TestWrongUsageIsStatus2(t *testing.T) {
	t.Setenv("PUBLISHING_BASE_URL", "")
	t.Setenv("PUBLISHING_TOKEN", "")
	for _, row := range []struct {
		args []string
		want string
	}{
		{[]string{"docs"}, "-space is required"},
		{[]string{"-space", "s"}, "a directory is required"},
		{[]string{"-space", "s", "docs", "-n"}, "flags are before the directory: -n"},
		{[]string{"-space", "s", "docs", "more"}, "one directory is required, not more too"},
		{[]string{"-space", "s", "docs"}, "PUBLISHING_BASE_URL and PUBLISHING_TOKEN are required"},
		{[]string{"-demo", "docs"}, "-demo takes no directory"},
		{[]string{"-demo", "-state", "state.json"}, "-demo keeps no state"},
		{[]string{"-space", "s", "-merge", "-n", "docs"}, "-merge goes with neither -demo nor -n"},
	} {
		status, _, stderr := command(t, row.args...)
		require.Equal(t, statusUsage, status, row.args)
		require.Equal(t, "publishing-push: "+row.want+"\n", stderr)
	}
	status, _, _ := command(t, "-unknown")
	require.Equal(t, statusUsage, status)
}

func TestDemoNeedsNothing(t *testing.T) {
	t.Parallel()
	status, stdout, stderr := command(t, "-demo")
	require.Equal(t, statusDone, status, stderr)
	require.Contains(t, stdout, "plan: insert guides/first-steps.md\n")
	require.Contains(t, stdout, "done: insert guides/first-steps.md\n")
	require.Empty(t, stderr)
}

func TestDirectoryIsPushed(t *testing.T) {
	server := publishingtest.NewServer(t)
	space := server.Spaces.Add(server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID, spaces.Space{Title: "Docs"}).ID
	t.Setenv("PUBLISHING_BASE_URL", server.URL())
	t.Setenv("PUBLISHING_TOKEN", server.Token())
	directory := t.TempDir()
	file, state := filepath.Join(directory, "a.md"), filepath.Join(t.TempDir(), "state.json")
	require.NoError(t, os.WriteFile(file, []byte("# A\n"), 0o600))

	status, stdout, stderr := command(t, "-space", space, "-state", state, "-n", directory)
	require.Equal(t, statusDone, status, stderr)
	require.Equal(t, "plan: insert a.md\n", stdout)
	require.Empty(t, server.ChangeRequests.All(space))

	status, stdout, stderr = command(t, "-space", space, "-state", state, "-subject", "Docs", directory)
	require.Equal(t, statusDone, status, stderr)
	require.Len(t, server.ChangeRequests.All(space), 1)
	created := server.ChangeRequests.All(space)[0]
	require.Equal(t, "Docs", created.Subject)
	require.Equal(t, "plan: insert a.md\ndone: insert a.md\n"+created.URLs.App+"\n", stdout)

	status, stdout, _ = command(t, "-space", space, "-state", state, directory)
	require.Equal(t, statusDone, status)
	require.Equal(t, created.URLs.App+"\n", stdout)

	mine := richtext.Markdown("Mine")
	page, err := server.Client().ChangeRequests.Pages.GetByPath(t.Context(), space, created.ID, "a", spaces.PageGetByPathOptions{})
	require.NoError(t, err)
	_, err = server.Client().ChangeRequests.Content.Update(t.Context(), space, created.ID, changerequests.ContentUpdate{Changes: []changerequests.ContentChange{
		{Operation: changerequests.ContentOperationUpdatePage, Page: page.ID, Document: &mine},
	}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, []byte("# A\n\nMore.\n"), 0o600))
	status, _, stderr = command(t, "-space", space, "-state", state, "-merge", directory)
	require.Equal(t, statusConflicts, status)
	require.Equal(t, "a.md: somebody else has changed the text, which stays as it is\n", stderr)
	status, _, stderr = command(t, "-space", space, "-state", state, "-overwrite", "-merge", directory)
	require.Equal(t, statusFailed, status)
	require.Contains(t, stderr, "was not merged: somebody else has changed it: revision ")

	// The subject alone selects no change request.
	state = filepath.Join(t.TempDir(), "state.json")
	status, _, stderr = command(t, "-space", space, "-state", state, "-subject", "Docs", directory)
	require.Equal(t, statusDone, status, stderr)
	require.Len(t, server.ChangeRequests.All(space), 2)
	created = server.ChangeRequests.All(space)[1]

	status, stdout, stderr = command(t, "-space", space, "-state", state, "-merge", directory)
	require.Equal(t, statusDone, status, stderr)
	merged := server.ChangeRequests.All(space)[1]
	require.Equal(t, created.URLs.App+"\nmerged: revision "+*merged.RevisionMerged+"\n", stdout)

	status, stdout, stderr = command(t, "-space", space, "-state", state, "-merge", directory)
	require.Equal(t, statusDone, status, stderr)
	require.Empty(t, stdout, "the main content has it all")
	require.Len(t, server.ChangeRequests.All(space), 2, "an empty plan opens no change request")
	require.NoError(t, os.WriteFile(file, []byte("# B\n"), 0o600))
	status, _, stderr = command(t, "-space", space, "-state", state, directory)
	require.Equal(t, statusDone, status, stderr)
	all := server.ChangeRequests.All(space)
	require.Len(t, all, 3, "a push after a merge opens another change request")
	_, err = server.Client().ChangeRequests.Update(t.Context(), space, all[2].ID, changerequests.Update{Status: changerequests.StatusArchived})
	require.NoError(t, err)
	status, _, stderr = command(t, "-space", space, "-state", state, "-change-request", all[2].ID, "-merge", directory)
	require.Equal(t, statusFailed, status)
	require.Contains(t, stderr, "is archived")

	require.NoError(t, os.WriteFile(file, []byte("\xff"), 0o600))
	status, _, stderr = command(t, "-space", space, "-state", state, directory)
	require.Equal(t, statusFailed, status)
	require.Contains(t, stderr, "a.md:1: not UTF-8")
}
