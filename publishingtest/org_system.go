package publishingtest

import (
	"time"

	"github.com/publishing-platform/publishing-go/orgs"
)

// systemVersion is the version of the service that the server reports.
const systemVersion = "1.0.0"

// The operations on the service itself.
var _ = declare(operations{
	"System.Info": {handle: getSystemInfo},
})

func getSystemInfo(c *call) (response, error) {
	return respondOK(orgs.SystemInfo{Version: systemVersion, Build: c.started.Format(time.RFC3339)})
}
