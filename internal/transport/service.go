package transport

// MadeBy declares that M creates a service, so that the package of the service need not export a
// constructor. The service embeds MadeBy under an unexported name.
type MadeBy[M any] struct{}

func (MadeBy[M]) madeBy(M) {}

// MakerOf returns the M that creates a service. It must not call the method of M, and no registry
// may contain M, because the linker would then keep all operations of the service in every program.
func MakerOf[S interface{ madeBy(M) }, M any]() (maker M) { return maker }
