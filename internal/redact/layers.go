package redact

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
)

// A layer is a text with some of its escapes decoded.
type layer struct {
	text string
	// at contains, for each byte, the offset in the original text at which its escape begins. The
	// last element is the length of the original text. at is nil for the original text itself.
	at []int32
}

// span returns the bounds in the original text of the bytes from start to end.
func (l layer) span(start, end int) (int, int) {
	if l.at == nil {
		return start, end
	}
	for end < len(l.text) && l.at[end] == l.at[end-1] { // the end is within an escape
		end++
	}
	return int(l.at[start]), int(l.at[end])
}

// unescape decodes the escapes in a layer that begin with mark, and reports whether there are any.
// decode returns the decoded form of the escape at the beginning of a text, and the length of the
// escape, which is 0 if there is none.
func (l layer) unescape(mark byte, decode func(text string) (plain string, length int)) (layer, bool) {
	if strings.IndexByte(l.text, mark) < 0 {
		return layer{}, false
	}
	var b strings.Builder
	at := make([]int32, 0, len(l.text)+1)
	found := false
	for i := 0; i < len(l.text); {
		plain, length := l.text[i:i+1], 1
		if l.text[i] == mark {
			if decoded, n := decode(l.text[i:]); n > 0 {
				plain, length, found = decoded, n, true
			}
		}
		start, _ := l.span(i, i+1)
		for range len(plain) {
			at = append(at, int32(start)) //nolint:gosec // Text limits the length
		}
		b.WriteString(plain)
		i += length
	}
	end := int32(len(l.text)) //nolint:gosec // as before
	if l.at != nil {
		end = l.at[end]
	}
	return layer{b.String(), append(at, end)}, found
}

// find adds the bounds of the forms in the original text to found.
func (l layer) find(forms []string, found map[int]int) {
	for _, form := range forms {
		for from := 0; ; {
			i := strings.Index(l.text[from:], form)
			if i < 0 {
				break
			}
			start, end := l.span(from+i, from+i+len(form))
			found[start] = max(found[start], end)
			from += i + 1
		}
	}
}

// escapes contains the escapes of URLs, of strings in JSON and Go, of HTML and of Rison, each with
// its first byte.
var escapes = [...]struct {
	mark   byte
	decode func(text string) (plain string, length int)
}{{'%', percent}, {'\\', backslash}, {'&', entity}, {'!', exclamation}}

// layersOf returns the results of decoding the escapes in a text, one kind of escape after the
// other, in every order. It is not possible to list all escaped forms of a secret instead: encoders
// and parts of URLs escape different characters, and a text can quote another text that quotes a
// URL.
func layersOf(text string) []layer {
	const (
		depth = 4
		most  = 64 // limits the time for a text
	)
	if !strings.ContainsAny(text, `%\&!`) {
		return nil
	}
	layers := []layer{{text: text}}
	seen := map[string]bool{text: true}
	for begin, level := 0, 0; level < depth; level++ {
		end := len(layers)
		for _, outer := range layers[begin:end] {
			for _, escape := range escapes {
				inner, found := outer.unescape(escape.mark, escape.decode)
				if found && !seen[inner.text] && len(layers) < most {
					seen[inner.text] = true
					layers = append(layers, inner)
				}
			}
		}
		begin = end
	}
	return layers[1:]
}

// percent decodes an escape of a URL.
func percent(text string) (string, int) {
	if len(text) < len("%2F") {
		return "", 0
	}
	c, err := strconv.ParseUint(text[1:3], 16, 8)
	if err != nil || text[1] == '+' {
		return "", 0
	}
	return string([]byte{byte(c)}), len("%2F")
}

// backslash decodes an escape of a string in JSON or Go.
func backslash(text string) (string, int) {
	if len(text) > 1 && strings.IndexByte("\"'`/", text[1]) >= 0 {
		return text[1:2], 2
	}
	r, isMultibyte, rest, err := strconv.UnquoteChar(text, 0)
	if err == nil {
		if !isMultibyte && r < 1<<8 {
			return string([]byte{byte(r)}), len(text) - len(rest) //nolint:gosec // r is below 1<<8
		}
		return string(r), len(text) - len(rest)
	}
	const unit = len(`\u0000`) // a surrogate, which Go rejects
	if first, ok := hexUnit(text); ok {
		if second, ok := hexUnit(text[unit:]); ok {
			if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
				return string(r), 2 * unit
			}
		}
	}
	return "", 0
}

// hexUnit returns the UTF-16 code unit at the beginning of a text, such as \ud83d.
func hexUnit(text string) (rune, bool) {
	if len(text) < len(`\u0000`) || !strings.HasPrefix(text, `\u`) {
		return 0, false
	}
	unit, err := strconv.ParseUint(text[2:6], 16, 16)
	return rune(unit), err == nil
}

// references returns the names that HTML has for characters of ASCII and Latin 1, each followed by
// its character.
var references = sync.OnceValue(func() []string {
	return strings.Split(
		"excl! QUOT\" quot\" num# dollar$ percnt% AMP& amp& apos' lpar( rpar) ast* midast* plus+ "+
			"comma, period. sol/ colon: semi; LT< lt< equals= GT> gt> quest? commat@ lbrack[ lsqb[ "+
			"bsol\\ rbrack] rsqb] Hat^ UnderBar_ lowbar_ DiacriticalGrave` grave` lbrace{ lcub{ "+
			"VerticalLine| verbar| vert| rbrace} rcub} nbsp\u00a0 iexcl¡ cent¢ pound£ curren¤ yen¥ "+
			"brvbar¦ sect§ uml¨ copy© ordfª laquo« not¬ shy\u00ad reg® macr¯ deg° plusmn± sup2² sup3³ "+
			"acute´ microµ para¶ middot· cedil¸ sup1¹ ordmº raquo» frac14¼ frac12½ frac34¾ iquest¿ "+
			"AgraveÀ AacuteÁ AcircÂ AtildeÃ AumlÄ AringÅ AEligÆ CcedilÇ EgraveÈ EacuteÉ EcircÊ "+
			"EumlË IgraveÌ IacuteÍ IcircÎ IumlÏ ETHÐ NtildeÑ OgraveÒ OacuteÓ OcircÔ OtildeÕ OumlÖ "+
			"times× OslashØ UgraveÙ UacuteÚ UcircÛ UumlÜ YacuteÝ THORNÞ szligß agraveà aacuteá "+
			"acircâ atildeã aumlä aringå aeligæ ccedilç egraveè eacuteé ecircê eumlë igraveì "+
			"iacuteí icircî iumlï ethð ntildeñ ograveò oacuteó ocircô otildeõ oumlö divide÷ oslashø "+
			"ugraveù uacuteú ucircû uumlü yacuteý thornþ yumlÿ", " ",
	)
})

// entity decodes a character reference of HTML: a number, or the name of a character of ASCII or
// Latin 1. Package html knows all 2,000 names, but adds 74 KB to each program.
func entity(text string) (string, int) {
	const longest = 32
	end := strings.IndexByte(text[:min(len(text), longest)], ';')
	if end < 0 {
		return "", 0
	}
	name := text[1:end]
	if digits, ok := strings.CutPrefix(name, "#"); ok {
		base := 10
		if hex, ok := strings.CutPrefix(strings.ToLower(digits), "x"); ok {
			digits, base = hex, 16
		}
		r, err := strconv.ParseUint(digits, base, 21)
		if err != nil {
			return "", 0
		}
		return string(rune(r)), end + 1
	}
	for _, known := range references() {
		if plain, ok := strings.CutPrefix(known, name); ok && utf8.RuneCountInString(plain) == 1 {
			return plain, end + 1
		}
	}
	return "", 0
}

// exclamation decodes an escape of a string in Rison.
func exclamation(text string) (string, int) {
	if len(text) > 1 && (text[1] == '!' || text[1] == '\'') {
		return text[1:2], 2
	}
	return "", 0
}
