import { spawn } from 'node:child_process'
import { workerData } from 'node:worker_threads'

// The thread of an object reader. It keeps one `git cat-file --batch` and, when sizes are asked for,
// one `git cat-file --batch-check`, and passes on their answers, so that the main thread can wait for
// one of them.

/** Requests that a process has at once; the others wait here. */
const mostSent = 64
/** A process that nobody needs ends after this time, in milliseconds. Later packs are seen anyway. */
const idleMs = 30_000
/** A process that answers nothing for this time is killed, in milliseconds. */
const silentMs = 5_000

/**
 * @typedef {{ number: number, id: string, attempts: number }} Question
 * @typedef {{ number: number, type?: string, size?: number, data?: Uint8Array, failure?: string }} Answer
 */

const { port, signal, args, env } = workerData

/** @param {Answer} answer */
function tell(answer) {
  port.postMessage(answer, answer.data ? [answer.data.buffer] : [])
  Atomics.add(signal, 0, 1)
  Atomics.notify(signal, 0)
}

/**
 * Asks a `git cat-file` in order. One that dies is started again: the question that it had before it
 * gets one more attempt, the others are asked as if nothing had been.
 *
 * @param {'--batch' | '--batch-check'} mode
 */
function createProcess(mode) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null
  /** @type {Array<Question>} */
  let sent = []
  /** @type {Array<Question>} */
  const waiting = []
  /** @type {NodeJS.Timeout | null} */
  let timer = null
  let isClosing = false

  /** @param {Question} question */
  function ask(question) {
    waiting.push(question)
    send()
  }

  function send() {
    if (waiting.length === 0) return
    child ??= start()
    while (waiting.length > 0 && sent.length < mostSent) {
      const question = /** @type {Question} */ (waiting.shift())
      sent.push(question)
      child.stdin?.write(`${question.id}\n`)
    }
    watch()
  }

  /** Waits for the next answer, or for the end of a process that nobody needs. */
  function watch() {
    if (timer !== null) clearTimeout(timer)
    if (sent.length > 0) timer = setTimeout(() => child?.kill('SIGKILL'), silentMs)
    else if (isClosing) end()
    else timer = setTimeout(end, idleMs)
  }

  function end() {
    child?.stdin?.end()
  }

  function start() {
    const started = spawn('git', [...args, 'cat-file', mode], {
      cwd: '/',
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    })
    let said = ''
    started.stderr?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-1000)
    })
    started.stdin?.on('error', () => undefined)
    started.stdout?.on(
      'data',
      answersIn(mode === '--batch', (answer) => {
        const question = sent.shift()
        if (question) tell({ number: question.number, ...answer })
        send()
        watch()
      }),
    )
    started.on('error', (error) => {
      said = error.message
      ended()
    })
    started.on('close', ended)

    function ended() {
      if (child !== started) return
      child = null
      const [first, ...others] = sent
      sent = []
      waiting.unshift(...others)
      if (first && first.attempts > 0) waiting.unshift({ ...first, attempts: first.attempts - 1 })
      else if (first) tell({ number: first.number, failure: said.trim() || 'git was ended' })
      if (timer !== null) clearTimeout(timer)
      send()
    }
    return started
  }

  return {
    ask,
    close() {
      isClosing = true
      if (sent.length === 0) end()
    },
  }
}

/**
 * Output that was not read yet.
 *
 * @typedef {{ pieces: Array<Buffer>, length: number }} Rest
 */

/**
 * @param {Rest} rest
 * @param {number} count
 */
function take(rest, count) {
  const all = Buffer.concat(rest.pieces)
  rest.pieces = [all.subarray(count)]
  rest.length = all.length - count
  return all.subarray(0, count)
}

/** @param {Rest} rest */
function takeLine(rest) {
  const end = Buffer.concat(rest.pieces).indexOf(10)
  return end < 0 ? null : take(rest, end + 1).toString('latin1', 0, end)
}

/**
 * Reads the answers of a process from its output: a line, and with `hasData` the bytes after it.
 *
 * @param {boolean} hasData
 * @param {(answer: Omit<Answer, 'number'>) => void} answered
 */
function answersIn(hasData, answered) {
  /** @type {Rest} */
  const rest = { pieces: [], length: 0 }
  /** @type {{ type: string, size: number } | null} */
  let head = null
  return (/** @type {Buffer} */ chunk) => {
    rest.pieces.push(chunk)
    rest.length += chunk.length
    for (;;) {
      if (head === null) {
        const line = takeLine(rest)
        if (line === null) return
        const [, type = '', size] = line.split(' ')
        if (size === undefined) answered({})
        else if (hasData) head = { type, size: Number(size) }
        else answered({ type, size: Number(size) })
      } else {
        if (rest.length < head.size + 1) return
        const answer = { ...head, data: new Uint8Array(take(rest, head.size + 1).subarray(0, -1)) }
        head = null
        answered(answer)
      }
    }
  }
}

const processes = {
  contents: createProcess('--batch'),
  sizes: createProcess('--batch-check'),
}

port.on(
  'message',
  (
    /** @type {{ number: number, id: string, what: 'contents' | 'sizes' | 'close' }} */ {
      number,
      id,
      what,
    },
  ) => {
    if (what !== 'close') return processes[what].ask({ number, id, attempts: 1 })
    processes.contents.close()
    processes.sizes.close()
    port.close()
  },
)
