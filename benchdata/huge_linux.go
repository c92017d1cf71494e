package benchdata

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// huge asks the system to give s huge pages, and returns it. Most of the time to fill fresh memory
// is that of faults, one a page. If the system does not, s is only slower to fill.
func huge[T any](s []T) []T {
	const page = 1 << 21
	start := unsafe.Pointer(unsafe.SliceData(s))
	before := -uintptr(start) & (page - 1)
	if size := uintptr(cap(s)) * unsafe.Sizeof(*new(T)); size >= before+page {
		_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(start, before)), (size-before)&^(page-1)), unix.MADV_HUGEPAGE)
	}
	return s
}
