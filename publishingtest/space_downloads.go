package publishingtest

import (
	"bytes"
	"mime"
	"net/http"
	"time"

	"github.com/publishing-platform/publishing-go/spaces"
)

// download is a file as it is served under its DownloadURL.
type download struct {
	file    spaces.File
	content []byte // nil for made-up bytes
}

// downloadRoute is no operation: an address of a file is good without a token.
const downloadRoute = "GET /files/{fileId}/{name}"

func (s *Server) serveDownload(w http.ResponseWriter, req *http.Request) {
	s.traffic.record(newCall("", req, nil, s.state.now()))
	s.mu.Lock()
	found, ok := s.state.downloads.Get(req.PathValue("fileId"))
	s.mu.Unlock()
	if !ok || found.file.Name != req.PathValue("name") {
		http.Error(w, "there is no such file", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", found.file.ContentType)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": found.file.Name}))
	http.ServeContent(w, req, "", time.Time{}, bytes.NewReader(found.bytes()))
}

// bytes are the content, made up of the id when there is none: as many as the file says it has.
func (d download) bytes() []byte {
	if d.content != nil {
		return d.content
	}
	return generatedBytes(d.file.ID, d.file.Size)
}

// madeUp returns size bytes made up of the id of a file, at most as many as a body may have.
func generatedBytes(id string, size int64) []byte {
	count := int(min(max(size, 0), maxBody))
	line := []byte(id + "\n")
	return bytes.Repeat(line, count/len(line)+1)[:count]
}

// ServeFile makes the DownloadURL of a file that was added answer with a content. Without it, it answers with made-up bytes, as many as the
// Size the file was added with. What the service says of the file, its Size too, stays. A file that was added with a DownloadURL of its own is
// downloaded from there.
func (s *Server) ServeFile(fileID string, content []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.state.downloads.Get(fileID)
	if !ok {
		s.mistake("there is no file %q", fileID)
		return
	}
	s.state.downloads.Put(fileID, download{found.file, bytes.Clone(content)})
}
