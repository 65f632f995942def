package fault

import (
	"errors"
	"strconv"
	"strings"
)

// The header compression of HTTP/2 (RFC 7541), as far as a server needs it that encodes without a
// dynamic table.

var errHeaderBlock = errors.New("the header block is malformed")

// field is a header field.
type field struct{ name, value string }

// staticTable contains the fields of RFC 7541, appendix A, from index 1.
var staticTable = func() []field {
	table := []field{{}}
	for line := range strings.Lines(staticText) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		table = append(table, field{name, value})
	}
	return table
}()

const staticText = `:authority
:method=GET
:method=POST
:path=/
:path=/index.html
:scheme=http
:scheme=https
:status=200
:status=204
:status=206
:status=304
:status=400
:status=404
:status=500
accept-charset
accept-encoding=gzip, deflate
accept-language
accept-ranges
accept
access-control-allow-origin
age
allow
authorization
cache-control
content-disposition
content-encoding
content-language
content-length
content-location
content-range
content-type
cookie
date
etag
expect
expires
from
host
if-match
if-modified-since
if-none-match
if-range
if-unmodified-since
last-modified
link
location
max-forwards
proxy-authenticate
proxy-authorization
range
referer
refresh
retry-after
server
set-cookie
strict-transport-security
transfer-encoding
user-agent
vary
via
www-authenticate
`

// codeLengths contains the length in bits of the Huffman code of each byte (RFC 7541, appendix
// B), where a means 5. Codes of the same length are consecutive in the order of their bytes, and
// the first code of a length follows the last code of the previous length, so the lengths define
// the code.
const codeLengths = "isxxxxxxxtzxxzxxxxxxxxzxxxxxxxxxbffhibdgffdgdbbbaaabbbbbbbcdkbhf" +
	"ibccccccccccccccccccccccdcdioijbkabababbbaccbbbabcbaabccccckgjix" +
	"prpprrrsrssssststtrstssssqrsrsstrqprrssqsrrtqrssqqrqsrssprrrsrrs" +
	"vvporsruvvvwwvtuoqvwwvwtqqvvxwwwptpqrqqsrruuttvsvwvvwwwwwxwwwwwv"

// huffmanTree is the tree of the Huffman code. A node contains the indexes of the nodes for 0 and
// 1; a leaf is the bitwise complement of a byte.
var huffmanTree = func() [][2]int {
	tree := [][2]int{{}}
	code, length := 0, 5
	for ; length <= 30; length++ {
		for b := range 256 {
			if int(codeLengths[b]-'a')+5 != length {
				continue
			}
			node := 0
			for bit := length - 1; bit > 0; bit-- {
				next := &tree[node][code>>bit&1]
				if *next == 0 {
					*next = len(tree)
					tree = append(tree, [2]int{})
				}
				node = tree[node][code>>bit&1]
			}
			tree[node][code&1] = ^b
			code++
		}
		code <<= 1
	}
	return tree
}()

// decodeHuffman decodes a Huffman-coded string. Remaining bits are padding.
func decodeHuffman(coded []byte) string {
	var text []byte
	node := 0
	for _, octet := range coded {
		for bit := 7; bit >= 0; bit-- {
			switch node = huffmanTree[node][octet>>bit&1]; {
			case node < 0:
				text = append(text, byte(^node&0xff))
				node = 0
			case node == 0: // not a code
				return string(text)
			}
		}
	}
	return string(text)
}

// headerReader decodes the header blocks of a connection.
type headerReader struct {
	dynamic []field // newest first
	size    int
	limit   int
}

func newHeaderReader() *headerReader { return &headerReader{limit: 4096} }

// read decodes a complete block.
func (h *headerReader) read(block []byte) ([]field, error) {
	var all []field
	for len(block) > 0 {
		var (
			index int
			f     field
			err   error
		)
		switch first := block[0]; {
		case first&0x80 != 0: // indexed
			if index, block, err = integer(block, 7); err == nil {
				f, err = h.at(index)
			}
		case first&0xc0 == 0x40: // literal, added to the table
			if f, block, err = h.literal(block, 6); err == nil {
				h.add(f)
			}
		case first&0xe0 == 0x20: // the size of the table
			if h.limit, block, err = integer(block, 5); err == nil {
				h.evict()
			}
		default:
			f, block, err = h.literal(block, 4)
		}
		if err != nil {
			return nil, err
		}
		if f.name != "" {
			all = append(all, f)
		}
	}
	return all, nil
}

func (h *headerReader) at(index int) (field, error) {
	switch {
	case index > 0 && index < len(staticTable):
		return staticTable[index], nil
	case index >= len(staticTable) && index-len(staticTable) < len(h.dynamic):
		return h.dynamic[index-len(staticTable)], nil
	default:
		return field{}, errHeaderBlock
	}
}

func (h *headerReader) literal(block []byte, prefix int) (f field, rest []byte, err error) {
	index, rest, err := integer(block, prefix)
	if err != nil {
		return f, nil, err
	}
	if index > 0 {
		if f, err = h.at(index); err != nil {
			return f, nil, err
		}
	} else if f.name, rest, err = text(rest); err != nil {
		return f, nil, err
	}
	f.value, rest, err = text(rest)
	return f, rest, err
}

func (h *headerReader) add(f field) {
	h.dynamic = append([]field{f}, h.dynamic...)
	h.size += len(f.name) + len(f.value) + 32
	h.evict()
}

func (h *headerReader) evict() {
	for h.size > h.limit && len(h.dynamic) > 0 {
		last := h.dynamic[len(h.dynamic)-1]
		h.dynamic = h.dynamic[:len(h.dynamic)-1]
		h.size -= len(last.name) + len(last.value) + 32
	}
}

// integer decodes an integer whose first bits are the last prefix bits of the first byte.
func integer(block []byte, prefix int) (n int, rest []byte, err error) {
	if len(block) == 0 {
		return 0, nil, errHeaderBlock
	}
	most := 1<<prefix - 1
	if n = int(block[0]) & most; n < most {
		return n, block[1:], nil
	}
	for i, octet := range block[1:] {
		if i > 3 {
			break
		}
		n += int(octet&0x7f) << (7 * i)
		if octet&0x80 == 0 {
			return n, block[i+2:], nil
		}
	}
	return 0, nil, errHeaderBlock
}

// text decodes a string.
func text(block []byte) (string, []byte, error) {
	n, rest, err := integer(block, 7)
	if err != nil || n > len(rest) {
		return "", nil, errHeaderBlock
	}
	if block[0]&0x80 != 0 {
		return decodeHuffman(rest[:n]), rest[n:], nil
	}
	return string(rest[:n]), rest[n:], nil
}

// headerBlock encodes the header of a response as literals without a table. header contains
// alternating names and values.
func headerBlock(status int, header []string) []byte {
	var block []byte
	add := func(name, value string) {
		block = append(block, 0)
		for _, s := range []string{strings.ToLower(name), value} {
			block = append(appendLength(block, len(s)), s...)
		}
	}
	add(":status", strconv.Itoa(status))
	for i := 0; i+1 < len(header); i += 2 {
		add(header[i], header[i+1])
	}
	return block
}

// appendLength encodes the length of a string that is not Huffman-coded.
func appendLength(block []byte, n int) []byte {
	if n < 0x7f {
		return append(block, byte(n&0x7f))
	}
	block = append(block, 0x7f)
	for n -= 0x7f; n >= 0x80; n >>= 7 {
		block = append(block, byte(n&0x7f)|0x80)
	}
	return append(block, byte(n&0x7f))
}
