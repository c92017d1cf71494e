package external

import (
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is the job object of a program: what it starts is in it too. Windows has no SIGTERM,
// so that a program that does not end at the end of its input is killed.
type group struct{ job windows.Handle }

func (g *group) start(cmd *exec.Cmd) (err error) {
	if g.job, err = windows.CreateJobObject(nil, nil); err != nil {
		return err
	}
	limit := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(g.job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limit)), uint32(unsafe.Sizeof(limit)))
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		g.close()
		return err
	}
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(cmd.Process.Pid))
	if err == nil {
		err = windows.AssignProcessToJobObject(g.job, process)
		windows.CloseHandle(process)
	}
	if err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		g.close()
	}
	return err
}

func (g *group) terminate() { g.kill() }
func (g *group) kill()      { _ = windows.TerminateJobObject(g.job, 1) }
func (g *group) close()     { _ = windows.CloseHandle(g.job) }
