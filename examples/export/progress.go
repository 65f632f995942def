package main

import (
	"fmt"
	"io"
	"sync"

	"github.com/schollz/progressbar/v3"
)

// A progress shows the progress of a run. Its methods are called by one goroutine at a time.
type progress interface {
	begin(total int)
	// done reports an item that is written.
	done(what string)
	end()
}

// lines prints a line for each item.
type lines struct{ out io.Writer }

func (l *lines) begin(int)        {}
func (l *lines) done(what string) { fmt.Fprintln(l.out, what) }
func (l *lines) end()             {}

// bar shows a bar on a terminal, and clears it when the run ends.
type bar struct {
	out io.Writer
	bar *progressbar.ProgressBar
}

func (b *bar) begin(total int) {
	if total > 0 {
		b.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(b.out), progressbar.OptionSetDescription("exporting"),
			progressbar.OptionSetWidth(30), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetRenderBlankState(true), progressbar.OptionClearOnFinish())
	}
}

func (b *bar) done(string) {
	if b.bar != nil {
		_ = b.bar.Add(1) // an error of the terminal does not stop the run
	}
}

func (b *bar) end() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}

// shared returns a progress that is safe for concurrent use.
type shared struct {
	progress

	mu sync.Mutex
}

func (s *shared) done(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.progress.done(what)
}
