package publishing_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func ExampleWithObserver() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	ctx := context.Background()

	client := server.Client(publishing.WithObserver(func(_ context.Context, call publishing.CallInfo) {
		fmt.Println(call.Operation, call.Status, call.Attempts) // and call.Duration and call.Err
	}))
	if _, err := client.Sites.Get(ctx, ids.Organization, ids.Sites[0], sites.GetOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output: Sites.Get 200 1
}

func ExampleWithLogger() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	ctx := context.Background()

	handler := slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		Level: slog.LevelDebug,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			switch a.Key {
			case "time", "duration", "request_id":
				return slog.Attr{} // different in each run
			}
			return a
		},
	})
	client := server.Client(publishing.WithLogger(slog.New(handler)))
	if _, err := client.Sites.Get(ctx, ids.Organization, ids.Sites[0], sites.GetOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output: level=DEBUG msg=call operation=Sites.Get method=GET template=/v1/orgs/{organizationId}/sites/{siteId} status=200 attempts=1
}

func ExampleWithMiddleware() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	ctx := context.Background()

	count := func(next http.RoundTripper) http.RoundTripper {
		return publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
			operation, _ := publishing.OperationFromContext(req.Context())
			fmt.Println("attempt:", operation) // the request does not contain the token yet
			return next.RoundTrip(req)
		})
	}
	if _, err := server.Client(publishing.WithMiddleware(count)).Sites.Get(ctx, ids.Organization, ids.Sites[0], sites.GetOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output: attempt: Sites.Get
}

func ExampleWithCallContext() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	ctx := context.Background()

	type spanKey struct{}
	client := server.Client(
		publishing.WithCallContext(func(ctx context.Context, call publishing.CallInfo) context.Context {
			return context.WithValue(ctx, spanKey{}, "span of "+call.Operation) // here, start a span
		}),
		publishing.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
				fmt.Println("attempt in the", req.Context().Value(spanKey{}))
				return next.RoundTrip(req)
			})
		}),
		publishing.WithObserver(func(ctx context.Context, call publishing.CallInfo) {
			fmt.Println("end of the", ctx.Value(spanKey{}), call.Status) // here, end the span
		}),
	)
	if _, err := client.Sites.Get(ctx, ids.Organization, ids.Sites[0], sites.GetOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// attempt in the span of Sites.Get
	// end of the span of Sites.Get 200
}

func ExampleWithMeta() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	ctx := context.Background()

	var meta publishing.Meta
	_, err := server.Client().Sites.Get(ctx, ids.Organization, ids.Sites[0], sites.GetOptions{}, publishing.WithMeta(&meta))
	fmt.Println(meta.Status, meta.Attempts, meta.RequestID != "", err)
	// Output: 200 1 true <nil>
}
