// Package internal_test contains the tests of small packages. To link a test program takes longer
// than to run them.
package internal_test

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
