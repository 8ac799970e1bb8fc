//go:build unix

package outside

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup has a command and all that it starts end together.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func endGroup(p *os.Process) {
	_ = syscall.Kill(-p.Pid, syscall.SIGKILL) // it may have ended by itself
}
