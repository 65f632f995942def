package sse

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"unicode/utf8"
)

const (
	chunkSize     = 8 << 10
	maxEmptyReads = 100
	bom           = "\xEF\xBB\xBF"
)

// A framer reads a stream and passes one complete block at a time to go-sse. The blocks contain
// only data, event and id lines, and each line ends in \n.
//
// If go-sse read the stream directly, it would scan a block again with every Read, count comments
// and blank lines as parts of a block, yield events that EOF truncated, yield blocks without data,
// and hide an error that occurs inside a line.
type framer struct {
	r     io.Reader
	limit int
	empty []string // names of the events that are yielded even without data

	chunk  []byte
	pos, n int   // chunk[pos:n] has not been scanned yet
	lf, cr int   // positions of the next LF and CR; n if there is none; outdated if less than pos
	err    error // the error of r, which takes effect when pos reaches n

	bomSeen int // number of BOM bytes seen; len(bom) if there is no BOM
	afterCR bool
	inLine  bool
	comment bool // whether the current line is a comment

	block   []byte
	line    int // start of the current line in block
	size    int // size of the block's field lines as received
	hasData bool
	isEmpty bool   // whether the event is yielded even without data
	id      []byte // an id line that go-sse has not read yet
	out     []byte // the part of block that go-sse has not read yet
}

// Read never returns bytes of two blocks at once, and never reads from the stream while it has the
// bytes of a block.
func (f *framer) Read(p []byte) (int, error) {
	if len(f.out) == 0 {
		f.reset()
	}
	for len(f.out) == 0 { // the next block that has data
		switch {
		case f.pos < f.n:
			if f.out = f.whole(); f.out == nil && f.step() {
				f.out = f.block
			}
		case f.err != nil:
			return 0, f.end()
		default:
			f.fill()
		}
	}
	n := copy(p, f.out)
	f.out = f.out[n:]
	return n, nil
}

func (f *framer) reset() {
	f.block, f.line, f.size, f.hasData, f.isEmpty = f.block[:0], 0, 0, false, false
}

func (f *framer) end() error {
	halfBOM := f.bomSeen > 0 && f.bomSeen < len(bom)
	// An error that wraps EOF is not the normal end of the stream, so errors.Is would be wrong.
	if f.err == io.EOF && (f.size > 0 || halfBOM) { //nolint:errorlint // see above
		f.err = errUnfinished
	}
	return f.err
}

func (f *framer) fill() {
	if f.chunk == nil {
		f.chunk = make([]byte, chunkSize)
	}
	for range maxEmptyReads {
		n, err := f.r.Read(f.chunk)
		if n < 0 || n > len(f.chunk) {
			n, err = 0, bufio.ErrBadReadCount
		}
		f.pos, f.n, f.err = 0, n, err
		f.lf, f.cr = -1, -1
		if n > 0 || err != nil {
			return
		}
	}
	f.err = io.ErrNoProgress
}

// whole returns the next block without copying it. It returns nil if the chunk does not contain the
// complete block, or if step would change the block. step does not change a block whose lines are
// all data or event lines, end in LF and are valid UTF-8. whole is tried only at the beginning of a
// block, so that no byte is scanned more than twice.
func (f *framer) whole() []byte {
	if f.inLine || f.afterCR || f.bomSeen < len(bom) || f.size > 0 || len(f.id) > 0 {
		return nil
	}
	rest := f.chunk[f.pos:f.n]
	hasData := false
	for end := 0; end < len(rest) && end <= f.limit; {
		line := rest[end:]
		if line[0] == '\n' && hasData {
			if !utf8.Valid(rest[:end]) {
				return nil
			}
			f.pos += end + 1
			return rest[: end+1 : end+1]
		}
		isData := bytes.HasPrefix(line, dataField)
		length := bytes.IndexByte(line, '\n')
		if !isData && !bytes.HasPrefix(line, eventField) || length < 0 || bytes.IndexByte(line[:length], '\r') >= 0 {
			return nil
		}
		hasData = hasData || isData
		end += length + 1
	}
	return nil
}

var dataField, eventField = []byte("data:"), []byte("event:")

// step consumes the rest of the line, or the rest of the chunk if the line does not end there. It
// reports whether the line ended a block with data.
func (f *framer) step() bool {
	if f.bomSeen < len(bom) {
		f.stepBOM()
		return false
	}
	if f.afterCR {
		f.afterCR = false
		if f.chunk[f.pos] == '\n' {
			f.pos++
			return false
		}
	}
	end := f.lineEnd()
	if piece := f.chunk[f.pos:end]; len(piece) > 0 {
		if !f.inLine {
			f.inLine, f.comment = true, piece[0] == ':'
		}
		if !f.comment && !f.add(piece) {
			return false
		}
	}
	f.pos = end
	if end == f.n {
		return false
	}
	f.afterCR = f.chunk[end] == '\r'
	f.pos++
	return f.endLine()
}

func (f *framer) stepBOM() {
	if f.chunk[f.pos] == bom[f.bomSeen] {
		f.pos++
		f.bomSeen++
		return
	}
	start := bom[:f.bomSeen]
	f.bomSeen = len(bom)
	if start != "" {
		f.inLine = true
		f.add([]byte(start))
	}
}

// lineEnd returns the end of the line at pos, or n if the line does not end in this chunk. It
// caches the positions of LF and CR: otherwise, if a chunk contains short lines that end in CR, the
// search for LF would scan the rest of the chunk for each line.
func (f *framer) lineEnd() int {
	if f.lf < f.pos {
		f.lf = f.find('\n')
	}
	if f.cr < f.pos {
		f.cr = f.find('\r')
	}
	return min(f.lf, f.cr)
}

func (f *framer) find(c byte) int {
	rest := f.chunk[f.pos:f.n]
	i := bytes.IndexByte(rest, c)
	if i < 0 {
		i = len(rest)
	}
	return f.pos + i
}

func (f *framer) add(p []byte) bool {
	if len(p) > f.limit-f.size {
		f.err = &EventTooLargeError{Limit: f.limit}
		f.pos = f.n
		return false
	}
	f.size += len(p)
	f.block = append(f.block, p...)
	return true
}

// endLine handles the end of a line, and reports whether the line ended a block with data.
func (f *framer) endLine() bool {
	switch {
	case !f.inLine:
		return f.endBlock()
	case !f.comment:
		f.endField()
	}
	f.inLine = false
	return false
}

func (f *framer) endField() {
	raw := f.block[f.line:]
	if !utf8.Valid(raw) {
		raw = appendUTF8(nil, raw)
		f.block = append(f.block[:f.line], raw...)
	}
	name, value, _ := bytes.Cut(raw, []byte{':'})
	switch string(name) {
	case "data":
		f.hasData = true
	case "event":
		f.isEmpty = slices.Contains(f.empty, string(bytes.TrimPrefix(value, []byte{' '})))
	case "id":
		if bytes.IndexByte(value, 0) < 0 {
			f.id = append(append(f.id[:0], raw...), '\n')
		}
		fallthrough // endBlock adds the id at the end
	default:
		f.block = f.block[:f.line]
		return
	}
	f.block = append(f.block, '\n')
	f.line = len(f.block)
}

func (f *framer) endBlock() bool {
	if !f.hasData && !f.isEmpty {
		// The id applies to the next event that is yielded.
		f.reset()
		return false
	}
	f.block = append(f.block, f.id...)
	f.id = f.id[:0]
	f.block = append(f.block, '\n')
	return true
}
