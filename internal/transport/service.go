package transport

// MadeBy declares M as the type that creates a service, so that the package of the service need not
// export a function for it. The service embeds MadeBy under an unexported name.
type MadeBy[M any] struct{}

func (MadeBy[M]) madeBy(M) {}

// MakerOf returns the M that creates a service. It does nothing else: if it called the method of M,
// or if a registry contained M, the linker would keep all operations of the service in every
// program.
func MakerOf[S interface{ madeBy(M) }, M any]() (maker M) { return maker }
