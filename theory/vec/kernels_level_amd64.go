package vec

import "golang.org/x/sys/cpu"

// The instruction sets that the processor and the operating system have.
// GODEBUG=cpu.avx512f=off,cpu.avx2=off turns them off.
var (
	hasAVX2   = cpu.X86.HasAVX2
	hasAVX512 = cpu.X86.HasAVX512F && cpu.X86.HasBMI2
)
