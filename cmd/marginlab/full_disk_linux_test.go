package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/cluster"
	"marginlab/internal/rapidtest"
)

// An engine whose disk is full ends, and is started again by what keeps services running, in vain
// until there is room. Then the hunt goes on, and nothing is lost. The disk is a small one in
// memory, of a mount namespace of its own.
func TestEngineOnAFullDisk(t *testing.T) {
	if !rapidtest.Long() {
		t.Skip("waits for calls to an engine that does not answer: MARGINLAB_LONG=1")
	}
	t.Parallel()
	l := newAddress(t)
	service := exec.Command("sh", "-c", `mount -t tmpfs -o size=4m engine "$1" || exit
		while :; do marginlab engine --dir "$1" --listen "$2"; echo "ended $?"; sleep 0.1; done`, "sh", l.dir, l.address)
	service.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID, // the engine dies with the shell
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	var errs bytes.Buffer
	service.Stderr = &errs
	out, err := service.StdoutPipe()
	require.NoError(t, err)
	if err := service.Start(); errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) {
		t.Skipf("no namespaces here: %v", err)
	} else {
		require.NoError(t, err)
	}
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	defer func() {
		_ = service.Process.Kill()
		for range lines {
		}
		_ = service.Wait()
		if t.Failed() {
			t.Log(errs.String())
		}
	}()
	// until waits for a line, and does something meanwhile.
	until := func(begins string, meanwhile func()) {
		t.Helper()
		for late := time.After(time.Minute); ; meanwhile() {
			select {
			case line, open := <-lines:
				if strings.HasPrefix(line, begins) {
					return
				}
				require.True(t, open, "%s", &errs)
			case <-late:
				t.Fatalf("the engine does not say %q", begins)
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
	until("The engine listens on", func() {})
	hunt := append(islands(4_000), l.at...)
	id := said(t, 0, append(hunt, "--detach")...)
	l.worker()
	status := func() huntStatus { return l.status(id) }
	require.Eventually(t, func() bool { return status().Results >= 2 }, time.Minute, 10*time.Millisecond)
	filler := filepath.Join(fmt.Sprintf("/proc/%d/root", service.Process.Pid), l.dir, "filler")
	fill := func() { // what the engine gives free meanwhile, too
		file, err := os.OpenFile(filler, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		require.NoError(t, err)
		defer file.Close()
		for err == nil {
			_, err = file.Write(make([]byte, 4096))
		}
	}
	until("ended 2", fill)
	until("The engine listens on", fill)
	require.NoError(t, os.Remove(filler))
	go func() { // it may end once more
		for range lines {
		}
	}()
	require.Eventually(t, func() bool { return status().Results == 24 }, 2*time.Minute, 100*time.Millisecond)
	require.Equal(t, cluster.Survived, status().State)
	require.JSONEq(t, hunted(t, islands(4_000)...), hunted(t, hunt...))
}
