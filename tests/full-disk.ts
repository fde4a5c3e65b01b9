import { execFileSync } from 'node:child_process'

/**
 * Makes the system reject every byte that a process writes to a file after `room` bytes, like a
 * full disk, until `freeDisk`. Needs no privileges: it is the process's own limit (`RLIMIT_FSIZE`);
 * Node ignores the signal that comes with it.
 */
export function fillDisk({ pid }: { pid: number }, room = 0): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${room}:`])
}

export function freeDisk({ pid }: { pid: number }): void {
  execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:'])
}
