package insights_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

func ExampleTracker() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	tracker, err := insights.NewTracker(client.Sites.Insights.Events, ids.Organization, ids.Sites[0], insights.TrackerOptions{
		OnFailure: func(failure insights.TrackerFailure) { log.Println("events not recorded:", failure.Err) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	serve := func(w http.ResponseWriter, r *http.Request) {
		tracker.Track(insights.Event{ // returns at once
			Type:     insights.EventTypePageView,
			Session:  insights.EventSession{VisitorID: "visitor-1", SessionID: "session-1", UserAgent: r.UserAgent()},
			Location: insights.EventLocation{URL: "https://docs.acme.example" + r.URL.Path},
		})
		fmt.Fprintln(w, "Welcome")
	}
	for range 3 {
		serve(httptest.NewRecorder(), httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/start", http.NoBody))
	}

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := tracker.Close(ctx); err != nil { // when the program ends
		fmt.Println(err)
	}
	fmt.Printf("%+v\n", tracker.Stats())
	// Output:
	// {Queued:0 Sent:3 Dropped:0 Unknown:0}
}

func ExampleEventAggregate() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()
	for _, visitor := range []string{"ada", "ada", "bob"} {
		server.Sites.Insights.Events.Add(ids.Organization, ids.Sites[1], insights.Event{
			Session:  insights.EventSession{VisitorID: visitor},
			Location: insights.EventLocation{URL: "https://docs.acme.example/start"},
		})
	}

	url, visitors := insights.EventsColumn{Column: insights.EventsColumnURL}, insights.EventsColumn{Column: insights.EventsColumnVisitorsCount}
	result, err := client.Sites.Insights.Events.Aggregate(context.Background(), ids.Organization, ids.Sites[1], insights.EventAggregate{
		Select:  []insights.EventsColumn{url, visitors},
		GroupBy: []insights.EventsColumn{url},
		Order:   &insights.EventsOrder{By: visitors, Direction: api.OrderDesc},
		Range:   insights.EventsRange{Preset: insights.EventsRangePresetLast7Days},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := result.Rows()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range rows {
		fmt.Println(row[result.Index(url)], row[result.Index(visitors)])
	}
	fmt.Println("more:", result.Truncated)
	// Output:
	// https://docs.acme.example/start 2
	// more: false
}
