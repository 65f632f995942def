package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/orgs"
)

// formats are the forms of a line, for an event and for a gap.
var formats = map[string]func(any) []byte{"json": jsonLine, "syslog": syslogLine}

func jsonLine(value any) []byte {
	line, err := json.Marshal(value)
	if err != nil {
		panic(err) // neither an event nor a gap contains a value that has no JSON
	}
	return append(escaped(line), '\n')
}

// escaped returns JSON in which the characters that a [terminal.Writer] changes are escaped, so
// that each text stays as it is in the log.
func escaped(line []byte) (safe []byte) {
	for _, r := range string(line) {
		if unicode.IsPrint(r) {
			safe = utf8.AppendRune(safe, r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			safe = fmt.Appendf(safe, `\u%04x`, unit)
		}
	}
	return safe
}

// Priorities of RFC 5424: the facility for audits, and the severity.
const (
	priorityInfo    = 13*8 + 6
	priorityWarning = 13*8 + 4
)

func syslogLine(value any) []byte {
	switch v := value.(type) {
	case orgs.AuditEvent:
		return syslogMessage(priorityInfo, v.OccurredAt, v.Action, "event",
			"id", v.ID, "source", string(v.Source),
			"actorType", string(v.Actor.Type), "actor", v.Actor.ID, "actorLabel", publishing.Value(v.Actor.Label),
			"targetType", v.Target.Type, "target", v.Target.ID, "targetLabel", publishing.Value(v.Target.Label))
	case gap:
		to := ""
		if !v.To.IsZero() {
			to = v.To.UTC().Format(time.RFC3339Nano)
		}
		return syslogMessage(priorityWarning, v.From, "audit-gap", "gap", "to", to, "missing", strconv.Itoa(v.Missing))
	default:
		panic(fmt.Sprintf("syslog: %T", v))
	}
}

// enterprise is the number that RFC 5612 reserves for examples. Replace it with your own.
const enterprise = "32473"

// syslogMessage returns a message of RFC 5424 without text: everything is in its structured data.
// Empty values are omitted.
func syslogMessage(priority int, at time.Time, id, element string, fields ...string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "<%d>1 %s - audit-tail - %s [%s@%s", priority, at.UTC().Format("2006-01-02T15:04:05.999999Z07:00"), messageID(id), element, enterprise)
	for field := range slices.Chunk(fields, 2) {
		if name, value := field[0], field[len(field)-1]; value != "" {
			fmt.Fprintf(&b, ` %s="%s"`, name, escaper.Replace(terminal.Line(value)))
		}
	}
	b.WriteString("]\n")
	return []byte(b.String())
}

var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, `]`, `\]`)

// messageID returns an ID of a message: at most 32 characters of ASCII, "-" for none.
func messageID(id string) string {
	id = strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' {
			return '_'
		}
		return r
	}, id)
	if id == "" {
		return "-"
	}
	return id[:min(32, len(id))]
}
