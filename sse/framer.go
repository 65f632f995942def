package sse

import (
	"bufio"
	"bytes"
	"io"
	"math"
	"slices"
	"unicode/utf8"
)

const (
	chunkSize     = 8 << 10
	maxEmptyReads = 100
	bom           = "\xEF\xBB\xBF"
)

// A framer feeds go-sse from a stream: whole blocks, one at a time, of nothing but
// data, event and id lines, each ended by one \n.
//
// go-sse alone rescans a block with every Read, lets comments and blank lines
// count as part of one, dispatches what EOF truncated, yields blocks without data
// and hides an error that hits inside a line. Given only whole blocks it does
// none of that.
type framer struct {
	r     io.Reader
	limit int
	empty []string // names of the events that count without data too

	chunk  []byte
	pos, n int   // chunk[pos:n] is yet to be looked at
	lf, cr int   // the next LF and CR in it, n when there is none; stale when below pos
	err    error // why r ended; it counts only once pos is at n

	bomSeen int // len(bom) also once there turned out to be none
	afterCR bool
	inLine  bool
	comment bool // whether the current line is a comment

	block   []byte
	line    int // where in block the current line starts
	size    int // size of the block's field lines as received
	hasData bool
	isEmpty bool   // an event that counts without data
	id      []byte // an id line that go-sse has not got yet
	fixed   []byte
	out     []byte // what go-sse has yet to read of block
}

func newFramer(r io.Reader, limit int) *framer {
	f := &framer{r: r, limit: limit}
	if r == nil {
		f.err = errNilReader
	}
	return f
}

// maxBlockSize is the longest block a framer returns for a limit. U+FFFD takes
// three bytes where one was, which is more than an added \n can make of any
// line, and the id line of an earlier block can come on top.
func maxBlockSize(limit int) int {
	if limit > (math.MaxInt-1)/6 {
		return math.MaxInt
	}
	return 6*limit + 1
}

// Read never gives bytes of two blocks at once, and never asks the stream for
// more while it has some of one.
func (f *framer) Read(p []byte) (int, error) {
	if len(f.out) == 0 {
		if err := f.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, f.out)
	f.out = f.out[n:]
	return n, nil
}

// next finds the next block that has data.
func (f *framer) next() error {
	f.reset()
	for {
		switch {
		case f.pos < f.n:
			if f.out = f.whole(); f.out != nil {
				return nil
			}
			if f.step() {
				f.out = f.block
				return nil
			}
		case f.err != nil:
			return f.end()
		default:
			f.fill()
		}
	}
}

func (f *framer) reset() {
	f.block, f.line, f.size, f.hasData, f.isEmpty = f.block[:0], 0, 0, false, false
}

func (f *framer) end() error {
	halfBOM := f.bomSeen > 0 && f.bomSeen < len(bom)
	// A wrapped EOF is a reader's way to say more than that it ended.
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

// whole returns the next block as it lies in the chunk, or nil unless it begins and ends there and
// is what step would make of it: lines of data and events alone, ended by LF and valid in UTF-8.
// A block is looked at only where it begins, so that no byte is looked at more than twice.
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

// step takes what is left of a line, or of the chunk when that is less, and
// reports whether it closed a block that has data.
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

// lineEnd is where the line at pos ends, n when not in this chunk. It keeps what
// it finds, as else a chunk of short lines that all end in CR would be searched
// for LF to its end for each of them.
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

// endLine reports whether the line that just ended closes a block that has data.
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
	name, value, _ := bytes.Cut(raw, []byte{':'})
	switch string(name) {
	case "data":
		f.hasData = true
		f.keep(raw)
	case "event":
		f.isEmpty = len(f.empty) > 0 &&
			slices.Contains(f.empty, string(bytes.TrimPrefix(value, []byte{' '})))
		f.keep(raw)
	case "id":
		if bytes.IndexByte(value, 0) < 0 {
			text, _ := f.repair(raw)
			f.id = append(f.id[:0], text...)
			f.id = append(f.id, '\n')
		}
		f.block = f.block[:f.line]
	default:
		f.block = f.block[:f.line]
	}
}

func (f *framer) keep(raw []byte) {
	if text, changed := f.repair(raw); changed {
		f.block = append(f.block[:f.line], text...)
	}
	f.block = append(f.block, '\n')
	f.line = len(f.block)
}

func (f *framer) endBlock() bool {
	if !f.hasData && !f.isEmpty {
		// The id stays: the next event that is yielded carries it.
		f.reset()
		return false
	}
	f.block = append(f.block, f.id...)
	f.id = f.id[:0]
	f.block = append(f.block, '\n')
	return true
}
