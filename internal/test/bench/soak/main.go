// Command soak runs a client for a long time and checks that it leaves nothing behind.
//
//	go run -C internal/test/bench/soak . -for 1h
//	go run -C internal/test/bench/soak . -for 1h -rate 50
//
// 64 goroutines use one client on an in-memory server that fails a hundredth of the requests. They
// read, write, iterate over lists with and without prefetch, ask questions, download files, track
// events and push directories, and abandon or cancel a part of what they begin.
//
// Once a minute, the program cancels what is in progress, closes the tracker and the idle
// connections, and replaces the in-memory server, so that the state of the server does not grow. It
// then prints what is left: the goroutines, the open file descriptors and the heap after a garbage
// collection, and how many calls, faults and failures there were so far.
//
// The exit status is 1 if the last quarter of the minutes has a higher median of goroutines or
// descriptors than the first quarter, or a median of the heap that is more than a twentieth higher.
// It is also 1 if a call fails in a way that the faults do not explain, or if a result is wrong.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	duration := flag.Duration("for", time.Hour, "how long to run")
	rate := flag.Int("rate", 150, "maximum number of requests per second")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, plan{
		minutes: int(duration.Minutes()), minute: time.Minute, rate: *rate,
		every: 100, stall: 2 * time.Second, latency: 50 * time.Millisecond,
	}, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// A plan is what to run.
type plan struct {
	minutes int           // how often to look at what is left
	minute  time.Duration // time between two looks
	tasks   int           // tasks of a goroutine between two looks, instead of minute
	rate    int           // requests per second; 0 for no limit
	every   int64         // of how many requests one fails
	stall   time.Duration // how long the client waits for a response that does not come
	latency time.Duration // longest latency of a response
}

// run runs a plan and prints what is left after each minute.
func run(ctx context.Context, p plan, out io.Writer) error {
	service, err := newService(p.every, p.latency)
	if err != nil {
		return err
	}
	defer service.close()
	load, err := newLoad(service, p)
	if err != nil {
		return err
	}
	began := time.Now()
	var looks []look
	for minute := range p.minutes {
		if err := load.run(ctx, p); err != nil {
			return err
		}
		if err := service.renew(); err != nil {
			return err
		}
		looks = append(looks, newLook(load.closeIdleConnections))
		fmt.Fprintf(out, "%d (%s): %s; %s; %s\n",
			minute+1, time.Since(began).Round(time.Second), looks[minute], load, service)
	}
	if err := grown(looks); err != nil {
		return err
	}
	return load.unexplained()
}
