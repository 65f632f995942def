package sse

// A meter counts the work for a stream, in bytes, since time measures little in a
// test on a busy machine. Outside tests it is nil and counts nothing.
type meter struct {
	examined int // searched, compared or validated by the framer
	copied   int // moved by the framer, into buffers that had to grow too
	reads    int // by go-sse
	scanned  int // by go-sse, which after each Read scans all it holds of a block
	held     int
	maxCap   int // of the largest buffer that grows
}

func (m *meter) examine(n int) {
	if m != nil {
		m.examined += n
	}
}

func (m *meter) fill(buf []byte) {
	if m != nil {
		m.copied += len(buf)
		m.maxCap = max(m.maxCap, cap(buf))
	}
}

func (m *meter) grow(dst, p []byte) []byte {
	if m == nil {
		return append(dst, p...)
	}
	was := cap(dst)
	if len(dst)+len(p) > was {
		m.copied += len(dst)
	}
	m.copied += len(p)
	dst = append(dst, p...)
	m.maxCap = max(m.maxCap, cap(dst))
	return dst
}

func (m *meter) read(n int, last bool) {
	if m == nil {
		return
	}
	m.reads++
	m.copied += n
	m.held += n
	m.scanned += m.held
	if last {
		m.held = 0
	}
}

func (m *meter) work() int { return m.examined + m.copied + m.scanned }
