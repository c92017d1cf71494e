//go:build !windows

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/cluster"
	"marginlab/internal/rapidtest"
)

// process is a marginlab of its own.
type process struct {
	*exec.Cmd
	t      *testing.T
	out    bytes.Buffer
	said   chan string // its first line
	exited chan error
}

// begin starts marginlab, which is killed when the test ends.
func begin(t *testing.T, args ...string) *process {
	t.Helper()
	return begun(t, exec.Command("marginlab", args...))
}

// begun starts a command, which is killed when the test ends.
func begun(t *testing.T, command *exec.Cmd) *process {
	t.Helper()
	p := &process{Cmd: command, t: t, said: make(chan string, 1), exited: make(chan error, 1)}
	p.Stderr, p.Env = &p.out, append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir())
	out, err := p.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, p.Start())
	go func() {
		lines := bufio.NewScanner(out)
		if lines.Scan() {
			p.said <- lines.Text()
		}
		_, _ = io.Copy(io.Discard, out) // so that the pipe does not fill
		close(p.said)
		p.exited <- p.Wait()
	}()
	t.Cleanup(p.kill)
	return p
}

// kill ends the process without a word.
func (p *process) kill() {
	_ = p.Process.Kill() // unless it has ended
	if _, open := <-p.said; open {
		<-p.said
	}
	select {
	case <-p.exited:
	case <-time.After(20 * time.Second):
		p.t.Error("a killed process does not end")
	}
	p.exited <- nil
}

// lab is an engine and how to ask it.
type lab struct {
	t            *testing.T
	dir, address string
	at           []string // flags of commands that ask it
	engine       *process
}

func newLab(t *testing.T) *lab {
	t.Helper()
	l := newAddress(t)
	l.start()
	return l
}

// freeAddress is one of this machine that nobody listens on, for an engine that is started again at the same. Systems
// give connections ports from 32768 on; one that is lower stays free meanwhile.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(12_000))
		if free, err := net.Listen("tcp", address); err == nil {
			require.NoError(t, free.Close())
			return address
		}
	}
	t.Fatal("no port of this machine is free")
	return ""
}

// newAddress is a lab whose engine is yet to start.
func newAddress(t *testing.T) *lab {
	t.Helper()
	address := freeAddress(t)
	return &lab{t: t, dir: t.TempDir(), address: address, at: []string{"--engine", "nats://" + address}}
}

func (l *lab) start() {
	l.t.Helper()
	l.engine = begin(l.t, "engine", "--dir", l.dir, "--listen", l.address)
	require.Contains(l.t, <-l.engine.said, "The engine listens on", "%s", &l.engine.out)
}

func (l *lab) worker(more ...string) *process {
	l.t.Helper()
	p := begin(l.t, append(append([]string{"worker", "--slots", "1", "--lease", "1s", "--grace", "0s"}, l.at...), more...)...)
	return p
}

// hunted is what a hunt printed in JSON, without what tells the time. One that goes on for minutes
// hangs.
func hunted(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, "marginlab", append(args, "--json")...)
	command.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir()) // where it keeps its search
	var errs bytes.Buffer
	command.Stderr = &errs
	out, err := command.Output()
	var exit *exec.ExitError
	if err != nil {
		require.ErrorAs(t, err, &exit)
		require.Equal(t, 1, exit.ExitCode(), "%s", &errs)
	}
	var row map[string]any
	require.NoError(t, json.Unmarshal(out, &row), "%s%s", out, &errs)
	require.Equal(t, slices.Contains(args, "watch"), row["seconds"] == nil, "who watches a hunt has not measured it: %s", out)
	text, err := json.Marshal(timeless(row))
	require.NoError(t, err)
	return string(text)
}

// islands is a hunt of 24 tasks, and refuting one that ends early.
func islands(streams int) []string {
	return []string{"hunt", "e-omm: later_mistakes <= T + R", "--cold", "--workers", "3", "--epochs", "8", "--seed", "3", "--streams", fmt.Sprint(streams)}
}

var refuting = []string{"hunt", "e-omm: mistakes <= 2 + r^2/8", "--cold", "--workers", "3", "--epochs", "4", "--seed", "3", "--streams", "2000"}

// huntStatus is a part of a row of hunts list.
type huntStatus struct {
	Hunt, State string
	Results     int
}

// status is how a hunt stands.
func (l *lab) status(id string) huntStatus {
	l.t.Helper()
	rows := rowsOf[huntStatus](l.t, append([]string{"hunts", "list", "--json"}, l.at...)...)
	at := slices.IndexFunc(rows, func(row huntStatus) bool { return row.Hunt == id })
	require.NotEqual(l.t, -1, at, "no hunt %s in %v", id, rows)
	return rows[at]
}

// TestFaults kills, freezes and restarts processes in the midst of a hunt. After each fault the
// hunt prints what the same hunt prints in one process.
func TestFaults(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	streams := rapidtest.Count(2_000, 2_000, 8_000)
	want := hunted(t, islands(streams)...)
	for name, fault := range map[string]func(t *testing.T, l *lab, id string, first *process){
		"submitters killed": func(t *testing.T, l *lab, _ string, _ *process) {
			for range 3 {
				begin(t, append(islands(streams), l.at...)...).kill()
			}
		},
		"worker killed": func(t *testing.T, l *lab, _ string, first *process) { first.kill() },
		"others join":   func(_ *testing.T, l *lab, _ string, _ *process) { l.worker() },
		"engine killed": func(t *testing.T, l *lab, _ string, _ *process) { l.engine.kill(); l.start() },
		"worker frozen": func(t *testing.T, l *lab, id string, first *process) { freeze(t, first, 3*time.Second) },
		"all killed": func(t *testing.T, l *lab, _ string, first *process) {
			first.kill()
			l.engine.kill()
			l.start()
		},
		"worker interrupted": func(t *testing.T, l *lab, _ string, first *process) {
			require.NoError(t, first.Process.Signal(os.Interrupt))
			require.NoError(t, <-first.exited, "%s", &first.out)
			first.exited <- nil
		},
		"stopped and resumed": func(t *testing.T, l *lab, id string, _ *process) {
			for _, command := range []string{"stop", "resume"} {
				said(t, 0, append([]string{"hunts", command, id}, l.at...)...)
			}
		},
	} {
		if !rapidtest.Long() && name != "all killed" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t)
			submit := append(islands(streams), l.at...)
			id := said(t, 0, append(submit, "--detach")...) // whoever submits is gone
			first := l.worker()
			require.Eventually(t, func() bool { return l.status(id).Results >= 2 }, time.Minute, 10*time.Millisecond)
			fault(t, l, id, first)
			l.worker()
			require.JSONEq(t, want, hunted(t, submit...)) // the second submitter joins
			require.JSONEq(t, want, hunted(t, append([]string{"hunts", "watch", id}, l.at...)...))
			st := l.status(id)
			require.Equal(t, 24, st.Results)
			require.Equal(t, cluster.Survived, st.State)
		})
	}
}

// A refutation on an engine is the one of the run in one process.
func TestRefutedOnAnEngine(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	l := newLab(t)
	l.worker()
	l.worker()
	want := hunted(t, refuting...)
	require.Contains(t, want, `"status":"refuted"`)
	require.JSONEq(t, want, hunted(t, append(refuting, l.at...)...))
}

// A sweep prints a table of its claims, and says which are refuted.
func TestSweep(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	l := newLab(t)
	l.worker()
	dir := t.TempDir()
	claims := filepath.Join(dir, "claims")
	require.NoError(t, os.WriteFile(claims, []byte("# two claims\n\ne-omm: later_mistakes <= T + R\ne-omm: mistakes <= 2 + r^2/8\n"), 0o600))
	run := func(status int, args ...string) string {
		t.Helper()
		return said(t, status, append(args, l.at...)...)
	}
	sweep := []string{"hunt", "--claims", claims, "--cold", "--epochs", "2", "--workers", "2", "--streams", "1000"}
	out := run(1, sweep...)
	require.Contains(t, out, "refuted: "+claims+":4")
	require.Equal(t, out, run(1, sweep...), "the same command joins")
	require.Regexp(t, `^[0-9a-f]{12} [0-9a-f]{12}$`, run(0, append(sweep, "--detach")...))
	for _, more := range [][]string{{"e-omm: mistakes <= 1"}, {"--learner", "e-omm"}, {"--dim", "2..3"}, {"--start", claims}, {"-o", "x.json"}} {
		require.Contains(t, run(2, append(sweep, more...)...), "--claims has whole claims")
	}
	require.NoError(t, os.WriteFile(claims, []byte("e-omm: mistakes <= 2 + r^\n"), 0o600))
	require.Contains(t, run(2, sweep...), claims+":1: ")
}

// A cluster of three nats-server keeps three copies: a hunt goes on when the leader of its queue is killed, and
// when each of them is restarted in turn. They and the engine share their keys.
func TestThreeEngines(t *testing.T) {
	if !rapidtest.Long() {
		t.Skip("runs in the long tests")
	}
	t.Parallel()
	keys := t.TempDir()
	said(t, 0, "engine", "init", "--dir", keys)
	natsServer := filepath.Join(t.TempDir(), "nats-server")
	out, err := exec.Command("go", "build", "-o", natsServer, "github.com/nats-io/nats-server/v2").CombinedOutput()
	require.NoError(t, err, "%s", out)
	var urls, routes, configs, listen []string
	for range 3 {
		listen = append(listen, freeAddress(t))
		urls, routes = append(urls, "tls://"+listen[len(listen)-1]), append(routes, freeAddress(t))
	}
	tls := fmt.Sprintf("cert_file: %q, key_file: %q", filepath.Join(keys, "certificate.pem"), filepath.Join(keys, "key.pem"))
	for i := range 3 {
		dir := t.TempDir()
		configs = append(configs, filepath.Join(dir, "nats.conf"))
		users, err := filepath.Rel(dir, filepath.Join(keys, "users.conf"))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(configs[i], fmt.Appendf(nil, `
server_name: n%d
listen: %q
jetstream { store_dir: %q, sync_interval: always }
tls { %s }
include %q
cluster {
  name: marginlab, listen: %q, no_advertise: true
  routes: ["nats://%s"]
  tls { %s, ca_file: %q, verify: true }
}
`, i, listen[i], dir, tls, users, routes[i], strings.Join(routes, `", "nats://`), tls, filepath.Join(keys, "certificate.pem")), 0o600))
	}
	start := func(i int) *process { return begun(t, exec.Command(natsServer, "-c", configs[i])) }
	servers := []*process{start(0), start(1), start(2)}
	l := &lab{t: t, at: []string{"--engine", strings.Join(urls, ","), "--creds", filepath.Join(keys, cluster.CredentialsFile)}}
	submit := append(islands(20_000), l.at...)
	id := said(t, 0, append(submit, "--detach")...)
	for range 2 {
		l.worker()
	}
	for i := range servers { // each has led something
		require.Eventually(t, func() bool { return l.status(id).Results >= 5*(i+1) }, 3*time.Minute, 10*time.Millisecond)
		servers[i].kill()
		require.Eventually(t, func() bool { return l.status(id).Results >= 5*(i+1)+1 }, 3*time.Minute, 10*time.Millisecond)
		servers[i] = start(i)
	}
	require.JSONEq(t, hunted(t, islands(20_000)...), hunted(t, submit...))
}

// Beyond this machine nobody connects without credentials.
func TestCredentialsOfAnEngine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.Contains(t, said(t, 2, "engine", "--dir", dir, "--listen", "0.0.0.0:0"), "needs TLS and credentials")
	said(t, 0, "engine", "init", "--dir", dir)
	info, err := os.Stat(filepath.Join(dir, cluster.CredentialsFile))
	require.NoError(t, err)
	require.Zero(t, info.Mode()&0o077)
	engine := begin(t, "engine", "--dir", dir, "--listen", "127.0.0.1:0")
	_, rest, _ := strings.Cut(<-engine.said, "listens on ")
	address, _, _ := strings.Cut(rest, " ")
	require.Contains(t, said(t, 2, "hunts", "list", "--engine", address), "it asks for credentials")
	credentials := filepath.Join(dir, cluster.CredentialsFile)
	require.Equal(t, "There are no hunts.", said(t, 0, "hunts", "list", "--engine", address, "--creds", credentials))
}

// freeze stops a process for a while.
func freeze(t *testing.T, p *process, while time.Duration) {
	t.Helper()
	require.NoError(t, p.Process.Signal(syscall.SIGSTOP))
	time.AfterFunc(while, func() { _ = p.Process.Signal(syscall.SIGCONT) })
}
