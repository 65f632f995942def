package sse

import "unicode/utf8"

const replacement = "\uFFFD"

// appendUTF8 appends p and replaces invalid bytes by U+FFFD as the WHATWG decoder does: it writes
// one U+FFFD for each longest run of bytes that could begin a character. In the standard library,
// range yields one for each byte, and ToValidUTF8 writes one for all adjacent bytes.
func appendUTF8(dst, p []byte) []byte {
	for len(p) > 0 {
		r, n := utf8.DecodeRune(p)
		if r == utf8.RuneError && n == 1 {
			dst = append(dst, replacement...)
			n = badLen(p)
		} else {
			dst = append(dst, p[:n]...)
		}
		p = p[n:]
	}
	return dst
}

// badLen returns the number of bytes at the beginning of p that one U+FFFD replaces. p must not
// begin with a valid character.
func badLen(p []byte) int {
	lo, hi := byte(0x80), byte(0xBF)
	var more int
	switch c := p[0]; {
	case c >= 0xC2 && c <= 0xDF:
		more = 1
	case c >= 0xE0 && c <= 0xEF:
		more = 2
		switch c {
		case 0xE0: // an overlong form
			lo = 0xA0
		case 0xED: // a surrogate
			hi = 0x9F
		}
	case c >= 0xF0 && c <= 0xF4:
		more = 3
		switch c {
		case 0xF0: // an overlong form
			lo = 0x90
		case 0xF4: // beyond U+10FFFF
			hi = 0x8F
		}
	}
	n := 1
	for n <= more && n < len(p) && p[n] >= lo && p[n] <= hi {
		n++
		lo, hi = 0x80, 0xBF
	}
	return n
}
