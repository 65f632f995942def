package bench

import (
	"context"
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	child, err := Child(context.Background(), os.Args[1:], os.Stdin, os.Stdout) //nolint:forbidigo // in a child process
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err) //nolint:forbidigo // in a child process
		os.Exit(1)
	case !child:
		goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"))
	}
}
