import type { MailError } from '../../platform/errors.ts'
import type { Pace } from './pace.ts'
import { apply, type Entry, type SendingRecord } from './sending-record.ts'

/** Somebody who gets the mail. */
export interface Recipient {
  id: number
  email: string
  /** Takes the person off the list, without a session. */
  unsubscribeUrl: string
}

/** The lines about one sending on the disk. */
export interface SendingJournal {
  /** Resolves when the entries are on the disk; when it rejects, they are not. */
  append(entries: ReadonlyArray<unknown>): Promise<void>
  close(): Promise<void>
}

export interface SendingParts {
  record: SendingRecord
  journal: SendingJournal
  pace: Pace
  /** Null for somebody who is not active any more. */
  recipient(id: number): Promise<Recipient | null>
  /** Resolves when the server has taken the mail; rejects with MailError. */
  deliver(recipient: Recipient): Promise<void>
  /** Why it may not go on any more, whatever was begun; null while it may. */
  hindrance(): string | null
  now(): Date
  failed(error: unknown): void
  /** Everybody has got it, or won't. */
  ended(): void
}

/** Why it does not go on just now, and when it will. */
export interface Wait {
  reason: string
  until: Date
}

export interface OneSending {
  record: SendingRecord
  waiting(): Wait | null
  /** Begins or goes on; nothing while it does. */
  go(): void
  /** Stops between two batches, for good until somebody resumes it. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Opens those again whom the server refused. */
  retry(): Promise<void>
  /** For a stopping server: no new batch; resolves when the one under way is through, or patience is over. */
  stop(): Promise<void>
}

/** The sending of one issue to its audience: in batches, each person noted before and after (`docs/decisions/017-mails-go-out-once.md`). */
export function createOneSending(parts: SendingParts): OneSending {
  const { record, journal, pace, now } = parts
  /** Until when people are put off, by a clock that nobody sets. Who is open and not in here may be tried at once. */
  const putOff = new Map<number, number>()
  let queue: Array<number> = []
  let loop: Promise<void> | null = null
  let stopped = false
  let wait: Wait | null = null
  let wake: () => void = () => {}
  let serverTroubles = 0
  let refusals = 0

  /** What has happened and could not be written down yet. */
  const unwritten: Array<Entry> = []

  /** Writes entries behind those that have waited. */
  async function write(...entries: ReadonlyArray<Entry>): Promise<void> {
    const waited = unwritten.splice(0)
    try {
      await journal.append([...waited, ...entries])
    } catch (error) {
      unwritten.unshift(...waited)
      throw error
    }
  }

  /** Notes what has happened, whether or not that can be written down now. */
  async function note(...entries: ReadonlyArray<Entry>): Promise<void> {
    try {
      await write(...entries)
    } catch (error) {
      unwritten.push(...entries)
      throw error
    } finally {
      for (const entry of entries) apply(record, entry)
    }
  }

  /** Does what somebody has asked for, once it is on the disk. */
  async function decide(...entries: ReadonlyArray<Entry>): Promise<void> {
    await write(...entries)
    for (const entry of entries) apply(record, entry)
  }

  const running = () => !stopped && record.phase.kind === 'running'

  async function run(): Promise<void> {
    while (running()) {
      const reason = parts.hindrance()
      if (reason !== null) await note({ is: 'pause', reason })
      else if (queue.length === 0) refill()
      if (!running()) return
      if (queue.length > 0) {
        const batch = await nextBatch()
        // Who is left out by a pause stays open.
        if (batch.length > 0 && running()) await send(batch)
      } else if (!(await waitForThePutOff())) await note({ is: 'end', at: now().toISOString() })
    }
  }

  /** Everybody who may be tried now. Only while nobody is being tried. */
  function refill() {
    const moment = performance.now()
    for (const [id, due] of putOff) if (due <= moment) putOff.delete(id)
    queue = [...record.people].flatMap(([id, { kind }]) => (kind === 'open' && !putOff.has(id) ? [id] : [])).reverse()
  }

  const isOpen = (id: number) => record.people.get(id)?.kind === 'open'

  /** The next people who are still subscribed. */
  async function nextBatch(): Promise<Array<Recipient>> {
    const ids = queue.splice(-pace.batch).reverse().filter(isOpen)
    const found = await Promise.all(ids.map(parts.recipient))
    const gone = ids.filter((_, index) => found[index] === null)
    if (gone.length > 0) await note(...gone.map((id): Entry => ({ is: 'gone', id })))
    return found.filter((one) => one !== null)
  }

  async function send(batch: ReadonlyArray<Recipient>): Promise<void> {
    // When this can't be written, nothing is sent.
    const trying: Entry = { is: 'try', ids: batch.map(({ id }) => id) }
    await decide(trying)
    const outcomes = await Promise.all(batch.map(sendOne))
    const troubles = outcomes.filter((error) => error !== null)
    const ofServer = troubles.find((error) => error.ofServer)
    if (outcomes.includes(null)) {
      serverTroubles = 0
      refusals = 0
    } else refusals += troubles.filter((error) => !error.ofServer).length
    if (ofServer && running()) return waitForServer(ofServer.message)
    const last = troubles.at(-1)
    if (last && refusals >= pace.refusalsInRow && running()) {
      refusals = 0
      if (!last.permanent) return waitForServer(last.message)
      await note({
        is: 'pause',
        reason: `${last.message} It was the answer ${pace.refusalsInRow} times in a row, so something may be wrong with the sender or the server’s settings.`,
      })
    }
  }

  /** Sends to one person and notes what came of it. Returns why it was not taken. */
  async function sendOne(recipient: Recipient): Promise<MailError | null> {
    const { id } = recipient
    const error = await parts.deliver(recipient).then(
      () => null,
      (error: unknown) => error as MailError,
    )
    await note(error ? entryOf(id, error) : { is: 'sent', id })
    return error
  }

  function entryOf(id: number, error: MailError): Entry {
    const reason = error.message
    if (error.maybeTaken) return { is: 'unsure', id, reason }
    if (error.ofServer) {
      queue.push(id)
      return { is: 'untried', id }
    }
    if (error.permanent) return { is: 'refused', id, reason }
    const standing = record.people.get(id)
    const delay = pace.personDelays[standing?.kind === 'trying' ? standing.tries : 0]
    if (delay === undefined)
      return { is: 'refused', id, reason: `${reason} It was asked ${pace.personDelays.length + 1} times.` }
    putOff.set(id, performance.now() + delay)
    return { is: 'later', id, reason }
  }

  async function waitForServer(reason: string): Promise<void> {
    const delay = pace.serverDelays[serverTroubles]
    serverTroubles += 1
    if (delay !== undefined) return waitFor(delay, reason)
    serverTroubles = 0
    await note({ is: 'pause', reason })
  }

  /** Waits until the first of the people who were put off may be tried again; false when there is none. */
  async function waitForThePutOff(): Promise<boolean> {
    if (putOff.size === 0) return false
    const first = Math.min(...putOff.values())
    const count =
      putOff.size === 1 ? 'One mail was put off by its server' : `${putOff.size} mails were put off by their servers`
    await waitFor(first - performance.now(), `${count}; everybody else is through.`)
    return true
  }

  async function waitFor(delay: number, reason: string): Promise<void> {
    wait = { reason, until: new Date(now().getTime() + delay) }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, delay))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    wait = null
  }

  function go() {
    if (loop || !running()) return
    loop = run()
      .catch((error: unknown) => {
        parts.failed(error)
        record.phase = { kind: 'paused', reason: 'Something went wrong on the server; its log has more.' }
      })
      .finally(() => {
        loop = null
        // Resumed in the moment in which it stopped.
        go()
        if (record.phase.kind === 'ended') parts.ended()
      })
  }

  return {
    record,
    waiting: () => wait,
    go,
    async pause() {
      if (record.phase.kind !== 'running') return
      // At once: no mail more is begun while it is written down.
      record.phase = { kind: 'paused', reason: null }
      wake()
      try {
        await write({ is: 'pause', reason: null })
      } catch (error) {
        record.phase = { kind: 'running' }
        go()
        throw error
      }
    },
    async resume() {
      // Who asks wants it tried now.
      putOff.clear()
      serverTroubles = 0
      if (record.phase.kind === 'paused') await decide({ is: 'run', at: now().toISOString() })
      wake()
      go()
    },
    async retry() {
      await decide({ is: 'retry' }, { is: 'run', at: now().toISOString() })
      wake()
      go()
    },
    async stop() {
      stopped = true
      wake()
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, pace.stopPatience)
      })
      await Promise.race([loop, patience])
      clearTimeout(timer)
      if (unwritten.length > 0) await write().catch(parts.failed)
    },
  }
}
