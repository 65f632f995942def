package stories_test

import (
	"runtime/debug"
	"testing"

	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // hundreds of servers do not live long
	goleak.VerifyTestMain(m)
}

// strict is an option of the clients of all stories, since the responses of the in-memory server
// are complete.
var strict = publishing.WithStrictDecoding()

// strictWrites is another one, since the in-memory server ignores no field.
var strictWrites = publishing.WithStrictWrites()

const oneSite = `{"object":"site","id":"s1","title":"Docs"}`
