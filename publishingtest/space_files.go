package publishingtest

import (
	"slices"

	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/spaces"
)

// fileOperations are the operations on files of the main content.
var fileOperations = operations{
	"Spaces.Files.List": {onBranch(listFiles), readingLimits},
	"Spaces.Files.Get":  {inBranch((*call).file, getFile), readingLimits},
}

func (rev *revision) file(id string) *spaces.File { return withID(rev.files, id, fileID) }

func fileID(f spaces.File) string { return f.ID }

func listFiles(c *call, b branch) (response, error) {
	how := c.reading()
	return respondPage(c, ordered.Of(b.head().files), func(f spaces.File) spaces.File {
		return showFile(b.space, f, how)
	})
}

// file returns the file of a branch that the path identifies.
func (c *call) file(b branch) (spaces.File, error) {
	if f := b.head().file(c.param("fileId")); f != nil {
		return *f, nil
	}
	return spaces.File{}, notFound("fileId", c.param("fileId"))
}

func getFile(c *call, b branch, f spaces.File) (response, error) {
	return respondOK(showFile(b.space, f, c.reading()))
}

// showFile returns a file as responses contain it.
func showFile(sp *space, f spaces.File, how reading) spaces.File {
	switch {
	case !how.metadata:
		f.Git = nil
	case f.Git == nil && sp.data.GitSync != nil:
		f.Git = &spaces.GitBlob{OID: gitOID("file", f.ID), Path: fileTarget(f.Name)}
	}
	return f
}

// Add adds a file to the main content of a space or, if changeRequestID is not empty, to a change
// request, and returns it. It creates a revision, as an edit does. Fields that are not set are
// generated, except for the size and the dimensions: without a Size, the file is empty until
// [SpaceFiles.Serve] sets its content. The server serves the DownloadURL that it generates, without
// requiring a token.
func (s SpaceFiles) Add(spaceID, changeRequestID string, seed spaces.File) spaces.File {
	defer s.mu.hold()()
	seed = clone(seed)
	b := s.editable(spaceID, changeRequestID)
	seed.ID = s.seedID("file", seed.ID)
	seed.Name = orElse(seed.Name, seed.ID+".bin")
	seed.ContentType = orElse(seed.ContentType, "application/octet-stream")
	seed.DownloadURL = orElse(seed.DownloadURL, address(s.url+"/files", seed.ID, seed.Name))
	s.state.downloads.Add(seed.ID, download{file: seed})
	next := b.head().revisionContent
	next.files = slices.Concat(next.files, []spaces.File{seed})
	s.edit(b, next)
	return clone(showFile(b.space, seed, inFull))
}

// All returns the files of the main content of a space or, if changeRequestID is not empty, of a
// change request, in the order in which they were added.
func (s SpaceFiles) All(spaceID, changeRequestID string) []spaces.File {
	defer s.mu.hold()()
	b := s.seedBranch(spaceID, changeRequestID)
	return values(slices.Values(b.head().files), func(f spaces.File) spaces.File {
		return showFile(b.space, f, inFull)
	})
}

// Edit changes a file in the main content of a space or, if changeRequestID is not empty, in a
// change request, and returns the new revision. The ID of the file does not change.
func (s SpaceFiles) Edit(
	spaceID, changeRequestID, id string, edit func(f *spaces.File),
) spaces.Revision {
	return s.changeFile(spaceID, changeRequestID, id, func(f spaces.File) []spaces.File {
		given := clone(f)
		edit(&given)
		f = clone(given) // the test may keep what it was given
		f.ID = id
		return []spaces.File{f}
	})
}

// Remove removes a file from the main content of a space or, if changeRequestID is not empty,
// from a change request, and returns the new revision. References to the file become broken links.
func (s SpaceFiles) Remove(spaceID, changeRequestID, id string) spaces.Revision {
	return s.changeFile(spaceID, changeRequestID, id, func(spaces.File) []spaces.File { return nil })
}

func (s *server) changeFile(
	spaceID, changeRequestID, id string, change func(f spaces.File) []spaces.File,
) spaces.Revision {
	defer s.mu.hold()()
	b := s.editable(spaceID, changeRequestID)
	next := b.head().revisionContent
	next.files = changedIn(s, next.files, "file", id, fileID, change)
	return s.edit(b, next)
}
