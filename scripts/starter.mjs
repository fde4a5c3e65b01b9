import { readFileSync } from 'node:fs'

/** How often the parent process is checked, in milliseconds. */
const lookMs = 500

/**
 * Calls `gone` when npm, which runs this script, has ended: npm ends on a signal, and the shell
 * between does not forward it. Does nothing when npm does not run this script: such a server may
 * outlive the process that started it.
 *
 * @param {() => void} gone
 */
export function watchStarter(gone) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  // With a shell between, npm is the parent's parent.
  const npm = isShell(parent) ? parentOf(parent) : null
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || parentOf(parent) === npm)) return
    clearInterval(timer)
    gone()
  }, lookMs).unref()
}

/**
 * Whether a process is a shell that runs one command. Only Linux tells; elsewhere the shell itself
 * is watched.
 *
 * @param {number} pid
 */
function isShell(pid) {
  return /^\S*sh\0-c\0/.test(read(`/proc/${pid}/cmdline`) ?? '')
}

/** @param {number} pid */
function parentOf(pid) {
  const state = read(`/proc/${pid}/stat`)
  // The process name before it may contain anything, including parentheses.
  return state === null ? null : Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[1])
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has ended, or the system is not Linux.
    return null
  }
}
