// Servers measures in-memory servers for internal/test/bench/ratios, which runs it.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/publishing-platform/publishing-go/internal/test/bench"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func main() {
	if err := bench.MeasureServers(context.Background(), start, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// start implements [bench.StartMemoryServer].
func start(token, organizationID string, list []sites.Site) (bench.MemoryServer, error) {
	opts := []publishingtest.Option{publishingtest.WithToken(token)}
	if len(list) > 0 {
		opts = append(opts, publishingtest.WithoutCallLog()) // it would contain the pages
	}
	server, err := publishingtest.Start(opts...)
	if err != nil {
		return nil, err
	}
	server.Orgs.Add(orgs.Organization{ID: organizationID})
	for i := range list {
		server.Sites.Add(organizationID, list[i])
	}
	return server, nil
}
