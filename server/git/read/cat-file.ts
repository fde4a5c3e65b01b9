import { RepositoryError } from '../../platform/errors.ts'
import { type StartedProcess, startProcess } from '../../platform/start-process.ts'
import {
  type GitPlace,
  neutralFolder,
  readingEnvironment,
  type Setting,
} from '../program/git-environment.ts'

/** What git says about an object. */
export interface ObjectAnswer {
  type: string
  size: number
  data?: Buffer
}

/** The most questions that git has at once; the others wait here. */
const mostSent = 64
/**
 * A process that nobody needs ends after the first time, in milliseconds; one that is older than
 * the second is replaced, because it keeps packs open that a gc has deleted.
 */
const idleMs = 60_000
const oldMs = 600_000
/** A process that says nothing for this time is killed, in milliseconds. */
const silentMs = 5_000
/** The memory of git for parts of packs, and the size from which it passes blobs on in pieces. */
const limits: ReadonlyArray<Setting> = [
  ['core.deltaBaseCacheLimit', '16m'],
  ['core.packedGitLimit', '64m'],
  ['core.bigFileThreshold', '1m'],
]

interface Question {
  id: string
  isRepeated: boolean
  resolve: (answer: ObjectAnswer | null) => void
  reject: (error: RepositoryError) => void
}

/** A process, and the questions that it has not answered. */
interface Running {
  child: StartedProcess
  since: number
  sent: Array<Question>
  said: string
}

type Mode = '--batch' | '--batch-check'

/**
 * Asks a `git cat-file` for objects, many at once. It starts with the first question, and again
 * when it has died: the question that it had before it gets one more attempt.
 */
export function createCatFile(place: GitPlace, mode: Mode) {
  const waiting: Array<Question> = []
  let running: Running | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function send() {
    if (running?.sent.length === 0 && performance.now() - running.since > oldMs) {
      running.child.stdin?.end()
      running = null
    }
    while (waiting.length > 0 && (running?.sent.length ?? 0) < mostSent) {
      running ??= startReading(place, mode, send, ended)
      const question = waiting.shift()!
      running.sent.push(question)
      running.child.stdin?.write(`${question.id}\n`)
    }
    watch()
  }

  /** Waits for the next answer, or ends a process that nobody needs. */
  function watch() {
    clearTimeout(timer)
    if (running === null) return
    const { child, sent } = running
    if (sent.length > 0) timer = setTimeout(() => child.kill('SIGKILL'), silentMs)
    // The server may end while git waits for questions.
    else timer = setTimeout(() => child.stdin?.end(), idleMs).unref()
  }

  function ended(one: Running) {
    if (running !== one) return
    running = null
    const [first, ...others] = one.sent
    waiting.unshift(...others)
    if (first && !first.isRepeated) waiting.unshift({ ...first, isRepeated: true })
    else first?.reject(unreadable(first.id, one.said.trim() || 'git was ended'))
    send()
  }

  return {
    /** Resolves with null when the repository has no object with this id. */
    ask: (id: string) =>
      new Promise<ObjectAnswer | null>((resolve, reject) => {
        if (isClosed) return reject(unreadable(id, closed))
        waiting.push({
          id,
          isRepeated: false,
          resolve,
          reject,
        })
        send()
      }),

    close() {
      isClosed = true
      const open = [...(running?.sent ?? []), ...waiting.splice(0)]
      running?.child.kill('SIGKILL')
      running = null
      watch()
      for (const { id, reject } of open) reject(unreadable(id, closed))
    },
  }
}

/** Starts a process; `heard` follows its answers, `ended` is called once. */
function startReading(
  place: GitPlace,
  mode: Mode,
  heard: () => void,
  ended: (one: Running) => void,
): Running {
  const env = readingEnvironment(place, undefined, limits)
  const child = startProcess('git', ['cat-file', mode], {
    cwd: neutralFolder,
    env,
    isAwaited: false,
  })
  const started: Running = {
    child,
    since: performance.now(),
    sent: [],
    said: '',
  }
  const answered = answersIn(mode === '--batch', (answer) => started.sent.shift()?.resolve(answer))
  child.stdin?.on('error', () => undefined)
  child.stderr?.on('data', (chunk: Buffer) => {
    started.said = `${started.said}${chunk}`.slice(-1000)
  })
  child.stdout?.on('data', (chunk: Buffer) => {
    answered(chunk)
    heard()
  })
  child.on('error', (error) => {
    started.said = error.message
    ended(started)
  })
  child.on('close', () => ended(started))
  return started
}

const closed = 'the repository was closed'

function unreadable(id: string, reason: string): RepositoryError {
  return new RepositoryError(`Object ${id} cannot be read: ${reason.replace(/\.$/, '')}.`)
}

/** An answer whose bytes are arriving. */
interface OpenAnswer {
  type: string
  size: number
  bytes: Buffer
  filled: number
}

/**
 * Reads the answers of a process from its output: a line, and with `hasData` the bytes after it.
 */
function answersIn(hasData: boolean, answered: (answer: ObjectAnswer | null) => void) {
  let line = ''
  let open: OpenAnswer | null = null

  function readLine(words: ReadonlyArray<string>) {
    const [, type = '', length] = words
    const size = Number(length)
    if (length === undefined) answered(null)
    else if (hasData)
      open = {
        type,
        size,
        bytes: Buffer.allocUnsafeSlow(size + 1),
        filled: 0,
      }
    else answered({ type, size })
  }

  return (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (open === null) {
        const end = chunk.indexOf(10, at)
        line += chunk.toString('latin1', at, end < 0 ? chunk.length : end)
        if (end < 0) return
        at = end + 1
        const words = line.split(' ')
        line = ''
        readLine(words)
      } else {
        const copied = chunk.copy(open.bytes, open.filled, at)
        open.filled += copied
        at += copied
        if (open.filled < open.bytes.length) return
        const { type, size, bytes } = open
        open = null
        answered({
          type,
          size,
          data: bytes.subarray(0, size),
        })
      }
    }
  }
}
