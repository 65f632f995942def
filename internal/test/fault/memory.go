package fault

import (
	"context"
	"net"
	"sync"
)

// Memory is a listener with in-memory connections, so that a fault server runs on the clock of a
// testing/synctest bubble. The connections are unbuffered, and resetting one closes it.
type Memory struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

// NewMemory returns a listener for [ServeOn].
func NewMemory() *Memory {
	return &Memory{conns: make(chan net.Conn), done: make(chan struct{})}
}

// Accept waits for a connection.
func (m *Memory) Accept() (net.Conn, error) {
	select {
	case conn := <-m.conns:
		return conn, nil
	case <-m.done:
		return nil, net.ErrClosed
	}
}

// Close closes the listener but not its connections.
func (m *Memory) Close() error {
	m.once.Do(func() { close(m.done) })
	return nil
}

// Addr returns an address that only DialContext can connect to.
func (m *Memory) Addr() net.Addr { return memoryAddr{} }

// DialContext connects to the listener, whatever the address. It is for [net/http.Transport].
func (m *Memory) DialContext(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	var err error
	select {
	case m.conns <- server:
		return client, nil
	case <-m.done:
		err = net.ErrClosed
	case <-ctx.Done():
		err = ctx.Err()
	}
	_, _ = client.Close(), server.Close()
	return nil, &net.OpError{Op: "dial", Net: "memory", Addr: memoryAddr{}, Err: err}
}

type memoryAddr struct{}

func (memoryAddr) Network() string { return "memory" }
func (memoryAddr) String() string  { return "127.0.0.1:443" }
