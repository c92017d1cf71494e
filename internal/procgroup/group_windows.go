package procgroup

import (
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Group is the job object of a program and of all that it starts. Windows has no SIGTERM: a
// program that does not end at the end of its input is killed.
type Group struct{ job windows.Handle }

// Start starts the program in this group.
func (g *Group) Start(cmd *exec.Cmd) (err error) {
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
		g.Close()
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
		g.Close()
	}
	return err
}

// Terminate calls [Group.Kill].
func (g *Group) Terminate() { g.Kill() }

// Kill ends all processes of the group at once.
func (g *Group) Kill() { _ = windows.TerminateJobObject(g.job, 1) }

// Close releases the handle of the group.
func (g *Group) Close() { _ = windows.CloseHandle(g.job) }
