package sse_test

import (
	"strings"

	"github.com/publishing-platform/publishing-go/sse"
)

type stream struct {
	name  string
	in    string
	want  []sse.Event
	end   end
	limit int // 0: the default
}

func (s stream) maxSize() int {
	if s.limit == 0 {
		return sse.DefaultMaxEventSize
	}
	return s.limit
}

type events = []sse.Event

func data(d string) sse.Event         { return sse.Event{Data: d} }
func typed(t, d string) sse.Event     { return sse.Event{Name: t, Data: d} }
func withID(id, d string) sse.Event   { return sse.Event{Data: d, LastEventID: id} }
func full(t, id, d string) sse.Event  { return sse.Event{Name: t, Data: d, LastEventID: id} }
func repeated(s string, n int) string { return strings.Repeat(s, n) }

const (
	mark = "\xEF\xBB\xBF" // byte order mark
	bad  = "\uFFFD"
)

// streams are written from the text of the standard, by hand.
var streams = []stream{
	// The examples of the standard.
	{"standard: stock ticker", "data: YHOO\ndata: +2\ndata: 10\n\n", events{data("YHOO\n+2\n10")}, clean, 0},
	{
		"standard: four blocks", ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
		events{withID("1", "first event"), data("second event"), data(" third event")},
		clean, 0,
	},
	{"standard: empty data, the last block truncated", "data\n\ndata\ndata\n\ndata:", events{data(""), data("\n")}, unfinished, 0},
	{"standard: the space after the colon is ignored", "data:test\n\ndata: test\n\n", events{data("test"), data("test")}, clean, 0},
	{
		"standard: named events", "event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\nevent: add\ndata: 113411\n\n",
		events{typed("add", "73857293"), typed("remove", "2153"), typed("add", "113411")},
		clean, 0,
	},
	{
		"standard: lines without a name", "data: This is the first message.\n\ndata: This is the second message, it\ndata: has two lines.\n\ndata: This is the third message.\n\n",
		events{data("This is the first message."), data("This is the second message, it\nhas two lines."), data("This is the third message.")},
		clean, 0,
	},

	// Ends of the stream.
	{"nothing", "", nil, clean, 0},
	{"one blank line", "\n", nil, clean, 0},
	{"blank lines", "\n\r\r\n\n\n", nil, clean, 0},
	{"a line without an end", "data: a", nil, unfinished, 0},
	{"a line without its blank line", "data: a\n", nil, unfinished, 0},
	{"two lines without their blank line", "data: a\ndata: b\n", nil, unfinished, 0},
	{"second event truncated inside its line", "data: a\n\ndata: b", events{data("a")}, unfinished, 0},
	{"second event truncated after its line", "data: a\n\ndata: b\n", events{data("a")}, unfinished, 0},
	{"truncated inside a field name", "da", nil, unfinished, 0},
	{"truncated after a field name", "data", nil, unfinished, 0},
	{"truncated after an unknown field", "foo: bar\n", nil, unfinished, 0},
	{"truncated inside an unknown field", "foo", nil, unfinished, 0},
	{"truncated after an id", "id: 1\n", nil, unfinished, 0},
	{"truncated after an event name", "event: x\n", nil, unfinished, 0},
	{"truncated after a retry", "retry: 10\n", nil, unfinished, 0},
	{"comment without an end", ": bye", nil, clean, 0},
	{"a colon and no more", ":", nil, clean, 0},
	{"comment without an end after an event", "data: a\n\n: bye", events{data("a")}, clean, 0},
	{"comment without an end inside an event", "data: a\n: bye", nil, unfinished, 0},
	{"comment inside an event that is truncated", "data: a\n: bye\n", nil, unfinished, 0},
	{"comment line and no blank line", ": bye\n", nil, clean, 0},
	{"blank line closes a block without data", "event: x\n\n", nil, clean, 0},
	{"more blank lines after the last event", "data: a\n\n\n\n\n", events{data("a")}, clean, 0},

	// Line ends.
	{"CR", "data: a\rdata: b\r\rdata: c\r\r", events{data("a\nb"), data("c")}, clean, 0},
	{"CRLF", "data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", events{data("a\nb"), data("c")}, clean, 0},
	{"CRLF then a lone CR closes", "data: a\r\n\r", events{data("a")}, clean, 0},
	{"CRLF then a lone LF closes", "data: a\r\n\n", events{data("a")}, clean, 0},
	{"LF then CRLF closes", "data: a\n\r\ndata: b\n\r\n", events{data("a"), data("b")}, clean, 0},
	{"LF then CR closes", "data: a\n\rdata: b\n\r", events{data("a"), data("b")}, clean, 0},
	{"CR then LF is one end", "data: a\r\ndata: b\r\n", nil, unfinished, 0},
	{"CR LF LF closes once", "data: a\r\n\ndata: b\r\n\n", events{data("a"), data("b")}, clean, 0},
	{"CR CR LF closes once", "data: a\r\r\ndata: b\r\r\n", events{data("a"), data("b")}, clean, 0},
	{"LF CR is two ends", "data: a\n\rdata: b\r\r", events{data("a"), data("b")}, clean, 0},
	{"LF swallowed after a dispatching CR", "data: a\r\r\n\ndata: b\r\r\n", events{data("a"), data("b")}, clean, 0},
	{"comment ended by CRLF inside an event", "data: a\r\n: c\r\ndata: b\r\n\r\n", events{data("a\nb")}, clean, 0},
	{"comment ended by CR inside an event", "data: a\r:\rdata: b\r\r", events{data("a\nb")}, clean, 0},
	{"all three in one event", "data: a\ndata: b\rdata: c\r\ndata: d\n\r\n", events{data("a\nb\nc\nd")}, clean, 0},
	{"other line ends are text", "data: a\u2028b\u2029c\u0085d\x0b\x0ce\n\n", events{data("a\u2028b\u2029c\u0085d\x0b\x0ce")}, clean, 0},
	{"LF first", "\ndata: a\n\n", events{data("a")}, clean, 0},
	{"CRLF first", "\r\n\r\ndata: a\r\n\r\n", events{data("a")}, clean, 0},

	// The byte order mark.
	{"mark", mark + "data: a\n\n", events{data("a")}, clean, 0},
	{"mark alone", mark, nil, clean, 0},
	{"mark and a blank line", mark + "\n", nil, clean, 0},
	{"mark and a comment", mark + ": hi\n\ndata: a\n\n", events{data("a")}, clean, 0},
	{"mark and a comment without an end", mark + ": hi", nil, clean, 0},
	{"mark and CRLF", mark + "\r\ndata: a\r\n\r\n", events{data("a")}, clean, 0},
	{"two marks: the second belongs to the name", mark + mark + "data: a\n\n", nil, clean, 0},
	{"mark after a blank line belongs to the name", "\n" + mark + "data: a\n\n", nil, clean, 0},
	{"mark before the second event belongs to the name", mark + "data: a\n\n" + mark + "data: b\n\n", events{data("a")}, clean, 0},
	{"mark before the second line belongs to the name", "data: a\n" + mark + "data: b\n\n", events{data("a")}, clean, 0},
	{"mark in a value stays", "data: " + mark + "a\n\n", events{data(mark + "a")}, clean, 0},
	{"one byte of a mark", "\xEF", nil, unfinished, 0},
	{"two bytes of a mark", "\xEF\xBB", nil, unfinished, 0},
	{"two bytes of a mark are a line", "\xEF\xBB\n\ndata: a\n\n", events{data("a")}, clean, 0},
	{"one byte of a mark before a field is part of its name", "\xEFdata: b\n\ndata: a\n\n", events{data("a")}, clean, 0},
	{"one byte of a mark before a comment makes it a field", "\xEF: b\n", nil, unfinished, 0},

	// Fields.
	{"no space after the colon", "data:a\n\n", events{data("a")}, clean, 0},
	{"one of two spaces goes", "data:  a\n\n", events{data(" a")}, clean, 0},
	{"a tab stays", "data:\ta\n\n", events{data("\ta")}, clean, 0},
	{"spaces at the end stay", "data: a  \n\n", events{data("a  ")}, clean, 0},
	{"only the space", "data: \n\n", events{data("")}, clean, 0},
	{"two spaces", "data:  \n\n", events{data(" ")}, clean, 0},
	{"colons in the value", "data: a:b: c:\n\n", events{data("a:b: c:")}, clean, 0},
	{"a value that is a colon", "data::\n\n", events{data(":")}, clean, 0},
	{"a value like a field", "data: data: a\n\n", events{data("data: a")}, clean, 0},
	{"data without a colon", "data\n\n", events{data("")}, clean, 0},
	{"data with an empty value", "data:\n\n", events{data("")}, clean, 0},
	{"two data lines without a colon", "data\ndata\n\n", events{data("\n")}, clean, 0},
	{"empty lines around a value", "data\ndata: a\ndata:\n\n", events{data("\na\n")}, clean, 0},
	{"space before the name", " data: a\n\n", nil, clean, 0},
	{"space before the colon", "data : a\n\n", nil, clean, 0},
	{"names are exact in case", "Data: a\nDATA: b\nEvent: c\nID: d\n\ndata: e\n\n", events{data("e")}, clean, 0},
	{"name longer than known", "dataset: a\neventful: b\nids: c\n\ndata: d\n\n", events{data("d")}, clean, 0},
	{"name shorter than known", "dat: a\ndat\ne: b\n\ndata: d\n\n", events{data("d")}, clean, 0},
	{"unknown field without a colon", "hello\ndata: a\n\n", events{data("a")}, clean, 0},
	{"unknown fields between data lines", "data: a\nfoo: x\ndata: b\nbar\n\n", events{data("a\nb")}, clean, 0},
	{"comments between data lines", ": x\ndata: a\n:\ndata: b\n: data: c\n\n", events{data("a\nb")}, clean, 0},
	{"comments and blank lines only", ":\n\n: x\n:y\n\n\n", nil, clean, 0},
	{"NUL in a value", "data: a\x00b\n\n", events{data("a\x00b")}, clean, 0},
	{"NUL in an event name", "event: a\x00b\ndata: c\n\n", events{typed("a\x00b", "c")}, clean, 0},
	{"NUL in a field name", "da\x00ta: a\n\n", nil, clean, 0},
	{"JSON", "event: message\ndata: {\"a\": [1, 2]}\n\n", events{typed("message", `{"a": [1, 2]}`)}, clean, 0},
	{"retry yields nothing", "retry: 10\n\n", nil, clean, 0},
	{"retry beside data changes nothing", "retry: 10\ndata: a\nretry: x\n\n", events{data("a")}, clean, 0},

	// Types.
	{"name after the data", "data: a\nevent: x\n\n", events{typed("x", "a")}, clean, 0},
	{"the last name counts", "event: x\nevent: y\ndata: a\n\n", events{typed("y", "a")}, clean, 0},
	{"an empty name takes the name back", "event: x\nevent\ndata: a\n\n", events{data("a")}, clean, 0},
	{"a name is for one event", "event: x\ndata: a\n\ndata: b\n\n", events{typed("x", "a"), data("b")}, clean, 0},
	{"a name without data is lost", "event: x\n\ndata: b\n\n", events{data("b")}, clean, 0},
	{"one space of the name goes", "event:  x \ndata: a\n\n", events{typed(" x ", "a")}, clean, 0},
	{"name with a mark", "event: " + mark + "x\ndata: a\n\n", events{typed(mark+"x", "a")}, clean, 0},

	// Ids.
	{"id stays", "id: 1\ndata: a\n\ndata: b\n\n", events{withID("1", "a"), withID("1", "b")}, clean, 0},
	{"id after the data", "data: a\nid: 1\n\n", events{withID("1", "a")}, clean, 0},
	{"the last id counts", "id: 1\nid: 2\ndata: a\n\n", events{withID("2", "a")}, clean, 0},
	{"an empty id takes the id back", "id: 1\ndata: a\n\nid:\ndata: b\n\n", events{withID("1", "a"), data("b")}, clean, 0},
	{"id without a colon takes the id back", "id: 1\ndata: a\n\nid\ndata: b\n\n", events{withID("1", "a"), data("b")}, clean, 0},
	{"id with NUL is ignored", "id: 1\ndata: a\n\nid: 2\x003\ndata: b\n\n", events{withID("1", "a"), withID("1", "b")}, clean, 0},
	{"id that is NUL is ignored", "id:\x00\ndata: a\n\n", events{data("a")}, clean, 0},
	{"id with NUL leaves the one before it in the block", "id: 1\nid: \x00\ndata: a\n\n", events{withID("1", "a")}, clean, 0},
	{"id of a block without data counts", "id: 1\n\ndata: a\n\n", events{withID("1", "a")}, clean, 0},
	{"id of a named block without data counts", "event: x\nid: 1\n\ndata: a\n\n", events{withID("1", "a")}, clean, 0},
	{"the last of the ids without data counts", "id: 1\n\nid: 2\n\n: x\n\ndata: a\n\n", events{withID("2", "a")}, clean, 0},
	{"the id of an event beats one without data", "id: 1\n\nid: 2\ndata: a\n\n", events{withID("2", "a")}, clean, 0},
	{"an empty id without data takes the id back", "id: 1\ndata: a\n\nid\n\ndata: b\n\n", events{withID("1", "a"), data("b")}, clean, 0},
	{"id of a truncated block is lost with it", "id: 1\ndata: a\n\nid: 2\ndata: b\n", events{withID("1", "a")}, unfinished, 0},
	{"one space of the id goes", "id:  1\ndata: a\n\n", events{withID(" 1", "a")}, clean, 0},
	{"all at once", "\r\n: hi\r\nid: 7\r\nevent: x\r\ndata: a\r\ndata: b\r\nretry: 1\r\n\r\ndata: c\r\n\r\n", events{full("x", "7", "a\nb"), withID("7", "c")}, clean, 0},

	// UTF-8. The rows with many bytes are tables 3-8 to 3-11 of Unicode 15.
	{"text in many scripts", "data: é ж 漢 😀\n\n", events{data("é ж 漢 😀")}, clean, 0},
	{"bytes that begin nothing", "data: \x80\xBF\xFE\xFF\n\n", events{data(bad + bad + bad + bad)}, clean, 0},
	{"a character truncated by text is one replacement", "data: \xE2\x82x\n\n", events{data(bad + "x")}, clean, 0},
	{"a character truncated by a line end", "data: \xE2\x82\n\n", events{data(bad)}, clean, 0},
	{"a character truncated by CR", "data: \xF0\x9F\x98\r\r", events{data(bad)}, clean, 0},
	{"a character truncated by another", "data: \xF0\x9F\xE2\x82\xAC\n\n", events{data(bad + "€")}, clean, 0},
	{"a character is not continued on the next line", "data: \xE2\x82\ndata: \xAC\n\n", events{data(bad + "\n" + bad)}, clean, 0},
	{"overlong forms", "data: \xC0\xAF\xE0\x80\xBF\xF0\x81\x82A\n\n", events{data(repeated(bad, 8) + "A")}, clean, 0},
	{"surrogates", "data: \xED\xA0\x80\xED\xBF\xBF\xED\xAFA\n\n", events{data(repeated(bad, 8) + "A")}, clean, 0},
	{"other ill-formed sequences", "data: \xF4\x91\x92\x93\xFFA\x80\xBFB\n\n", events{data(repeated(bad, 5) + "A" + bad + bad + "B")}, clean, 0},
	{"truncated sequences", "data: \xE1\x80\xE2\xF0\x91\x92\xF1\xBFA\n\n", events{data(repeated(bad, 4) + "A")}, clean, 0},
	{"U+FFFD as it is", "data: \uFFFD\n\n", events{data(bad)}, clean, 0},
	{"in a name", "event: x\xFF\ndata: a\n\n", events{typed("x"+bad, "a")}, clean, 0},
	{"in an id", "id: \xFF1\ndata: a\n\ndata: b\n\n", events{withID(bad+"1", "a"), withID(bad+"1", "b")}, clean, 0},
	{"in a field name", "dat\xFFa: a\n\n", nil, clean, 0},
	{"in a comment", ": \xFF\xE2\ndata: a\n\n", events{data("a")}, clean, 0},
	{"on one of three lines", "data: a\ndata: \xFF\ndata: b\n\n", events{data("a\n" + bad + "\nb")}, clean, 0},
	{"truncated by the end", "data: \xE2\x82", nil, unfinished, 0},

	// The limit.
	{"as large as the limit", "data: abcd\n\n", events{data("abcd")}, clean, 10},
	{"one byte too large", "data: abcde\n\n", nil, tooLarge, 10},
	{"lines add up to the limit", "data:a\ndata\n\n", events{data("a\n")}, clean, 10},
	{"lines add up beyond the limit", "data:a\ndata:\n\n", nil, tooLarge, 10},
	{"line ends do not count", "data:a\r\ndata\r\n\r\n", events{data("a\n")}, clean, 10},
	{"blank lines and comments do not count", "\n\n: a long comment\n\ndata:a\n: a long comment\ndata\n\n", events{data("a\n")}, clean, 10},
	{"the mark does not count", mark + "data:\n\n", events{data("")}, clean, 5},
	{"half a mark counts", "\xEF\xBBdata\n\n", nil, tooLarge, 5},
	{"half a mark is too large", "\xEF\xBB\n\n", nil, tooLarge, 1},
	{"unknown fields count", "foo: bar\ndata\n\n", nil, tooLarge, 10},
	{"an unknown field alone can be too large", "foo: barbarbar\n", nil, tooLarge, 10},
	{"ids and names count", "id: 1\nevent: x\n\n", nil, tooLarge, 10},
	{"events do not add up", "data: abcd\n\ndata: efgh\n\n", events{data("abcd"), data("efgh")}, clean, 10},
	{"blocks without data do not add up", "event: abc\n\nid: 111111\n\ndata: abcd\n\n", events{withID("111111", "abcd")}, clean, 10},
	{"the events before come first", "data: a\n\ndata: b\n\ndata: abcde\n\ndata: c\n\n", events{data("a"), data("b")}, tooLarge, 10},
	{"too large and truncated", "data: abcde", nil, tooLarge, 10},
	{"as large as the limit and truncated", "data: abcd", nil, unfinished, 10},
	{"replacements do not count", "data:\xFF\xFF\xFF\xFF\xFF\n\n", events{data(repeated(bad, 5))}, clean, 10},
	{"one byte of replacement too many", "data:\xFF\xFF\xFF\xFF\xFF\xFF\n\n", nil, tooLarge, 10},
	{
		"replacements in a kept id do not count", "id:\xFF\xFF\xFF\xFF\xFF\xFF\xFF\n\ndata:\xFF\xFF\xFF\xFF\xFF\n\n",
		events{withID(repeated(bad, 7), repeated(bad, 5))},
		clean, 10,
	},
}
