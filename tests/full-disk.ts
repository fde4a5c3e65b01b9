import { execFileSync } from 'node:child_process'

/**
 * Lets the system refuse every byte that a process writes into a file behind `room` bytes, as a full disk does, until `freeDisk`. Needs no rights: it is the process's own
 * limit (`RLIMIT_FSIZE`); Node ignores the signal that comes with it.
 */
export function fillDisk({ pid }: { pid: number }, room = 0): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${room}:`])
}

export function freeDisk({ pid }: { pid: number }): void {
  execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:'])
}
