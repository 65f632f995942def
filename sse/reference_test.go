package sse_test

import (
	"strings"

	"github.com/publishing-platform/publishing-go/sse"
)

// end is how a stream ended.
type end string

const (
	clean      end = "clean"
	unfinished end = "unfinished"
	tooLarge   end = "too large"
)

// reference reads a whole stream by the words of the standard, sections 9.2.5
// and 9.2.6, and as slowly as they come. It shares nothing with the package.
// What the standard leaves out is ours: the limit, and the error of an end.
func reference(stream string, limit int) ([]sse.Event, end) {
	if stream == "\xEF" || stream == "\xEF\xBB" {
		return nil, unfinished // it could be an incomplete byte order mark, so nothing is counted yet
	}
	raw, _ := splitLines(strings.TrimPrefix(stream, "\xEF\xBB\xBF"))
	lines, lastIsWhole := splitLines(decode(stream))

	var events []sse.Event
	var data, eventType, lastEventID string
	size := 0
	for i, line := range lines {
		if !lastIsWhole && i == len(lines)-1 {
			if !strings.HasPrefix(line, ":") {
				size += len(raw[i])
			}
			if size > limit {
				return events, tooLarge
			}
			break
		}
		if line == "" {
			if data != "" {
				data = strings.TrimSuffix(data, "\n")
				events = append(events, sse.Event{Name: eventType, Data: data, LastEventID: lastEventID})
			}
			data, eventType, size = "", "", 0
			continue
		}
		if strings.HasPrefix(line, ":") {
			continue
		}
		size += len(raw[i])
		if size > limit {
			return events, tooLarge
		}
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		if field == "event" {
			eventType = value
		}
		if field == "data" {
			data += value + "\n"
		}
		if field == "id" && !strings.Contains(value, "\x00") {
			lastEventID = value
		}
	}
	if size > 0 {
		return events, unfinished
	}
	return events, clean
}

// splitLines also reports whether the last line has its end.
func splitLines(s string) (lines []string, lastIsWhole bool) {
	start := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '\n' && s[i] != '\r' {
			continue
		}
		lines = append(lines, s[start:i])
		if s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n' {
			i++
		}
		start = i + 1
	}
	if start < len(s) {
		return append(lines, s[start:]), false
	}
	return lines, true
}

// decode is "UTF-8 decode" of https://encoding.spec.whatwg.org, state by state.
func decode(s string) string {
	s = strings.TrimPrefix(s, "\xEF\xBB\xBF")
	var out strings.Builder
	var point rune
	seen, needed := 0, 0
	lower, upper := byte(0x80), byte(0xBF)
	for i := 0; i < len(s); {
		b := s[i]
		if needed == 0 {
			i++
			switch {
			case b <= 0x7F:
				out.WriteByte(b)
			case b >= 0xC2 && b <= 0xDF:
				needed, point = 1, rune(b&0x1F)
			case b >= 0xE0 && b <= 0xEF:
				if b == 0xE0 {
					lower = 0xA0
				}
				if b == 0xED {
					upper = 0x9F
				}
				needed, point = 2, rune(b&0xF)
			case b >= 0xF0 && b <= 0xF4:
				if b == 0xF0 {
					lower = 0x90
				}
				if b == 0xF4 {
					upper = 0x8F
				}
				needed, point = 3, rune(b&0x7)
			default:
				out.WriteRune('\uFFFD')
			}
			continue
		}
		if b < lower || b > upper {
			point, seen, needed = 0, 0, 0
			lower, upper = 0x80, 0xBF
			out.WriteRune('\uFFFD')
			continue // b is looked at again
		}
		i++
		lower, upper = 0x80, 0xBF
		point = point<<6 | rune(b&0x3F)
		seen++
		if seen == needed {
			out.WriteRune(point)
			point, seen, needed = 0, 0, 0
		}
	}
	if needed != 0 {
		out.WriteRune('\uFFFD')
	}
	return out.String()
}
