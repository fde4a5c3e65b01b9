import { type MailError, RefusedError } from '../../platform/errors.ts'
import { within } from '../../platform/within.ts'
import type { Pace } from './pace.ts'
import { createSendingNotes } from './sending-notes.ts'
import type { Entry, SendingRecord } from './sending-record.ts'
import type { SendingJournal, SharedSending } from './sending-store.ts'
import type { Wait } from './sending-summary.ts'

/** A recipient of the mail. */
export interface Recipient {
  id: number
  email: string
  /** Unsubscribes the person without a session. */
  unsubscribeUrl: string
}

export interface SendingParts {
  record: SendingRecord
  journal: SendingJournal
  pace: Pace
  /** Null for somebody who is not active any more. */
  recipient(id: number): Promise<Recipient | null>
  /** Resolves when the mail server has accepted the mail; rejects with MailError. */
  deliver(recipient: Recipient): Promise<void>
  /** Why the sending must not continue; null while it may. */
  blocker(): string | null
  now(): Date
  /** Called after each batch with the error of each mail; null for an accepted one. */
  attempted(outcomes: ReadonlyArray<MailError | null>): void
  failed(error: unknown): void
  /** Called when every recipient has a final result. */
  ended(): void
}

export interface OneSending {
  record: SendingRecord
  waiting(): Wait | null
  /** Starts or continues; does nothing while it runs. */
  go(): void
  /** Reads the decisions of other processes. */
  refresh(): Promise<void>
  /** Stops after the current batch until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Tries the refused recipients again. */
  retry(): Promise<void>
  /** For shutdown: starts no further batch; resolves when the current one ends, or after `stopPatience`. */
  stop(): Promise<void>
}

/**
 * Sends one issue to its audience in batches, and records each recipient before and after the
 * attempt (`docs/decisions/017-mails-go-out-once.md`).
 */
export function createOneSending(parts: SendingParts): OneSending {
  const { record, journal, pace, now } = parts
  const { shared } = journal
  /** Earliest next attempt (monotonic clock) of recipients whose mail was deferred. Other open recipients can be tried now. */
  const deferred = new Map<number, number>()
  let queue: Array<number> = []
  let loop: Promise<void> | null = null
  let stopped = false
  let wait: Wait | null = null
  let wake: () => void = () => {}
  let serverFailures = 0
  let refusals = 0

  const { note, decide, write, later, claimed } = createSendingNotes(record, journal)

  const running = () => !stopped && record.phase.kind === 'running'

  async function run() {
    while (running()) {
      const reason = parts.blocker()
      if (reason !== null) await note({ is: 'pause', reason })
      else if (shared) {
        await sendClaimed(shared)
        continue
      } else if (queue.length === 0) refill()
      if (!running()) return
      if (queue.length > 0) {
        const batch = await nextBatch()
        // Recipients skipped because of a pause stay open.
        if (batch.length > 0 && running()) await claimAndSend(batch)
      } else if (deferred.size > 0)
        await waitForDeferred(deferred.size, Math.min(...deferred.values()) - performance.now())
      else await note({ is: 'end', at: now().toISOString() })
    }
  }

  /** Sends the next mails that no other process has claimed, or waits for some. */
  async function sendClaimed(shared: SharedSending) {
    await write()
    const { phase, people, deferred } = await shared.claim(
      pace.batch,
      [...claimed],
      now().toISOString(),
    )
    for (const { id, tries } of people) {
      claimed.add(id)
      record.people.set(id, { kind: 'trying', tries })
    }
    if (phase.kind !== 'running') record.phase = phase
    const untried = people.map(({ id }): Entry => ({ is: 'untried', id }))
    if (people.length === 0) {
      if (!running()) return
      return deferred.count > 0
        ? waitForDeferred(deferred.count, Math.min(deferred.ms, pace.look))
        : waitFor(pace.look, null)
    }
    // The sending was paused meanwhile.
    if (!running()) return note(...untried)
    const batch = await recipientsOf(people.map(({ id }) => id)).catch((error: unknown) => {
      later(...untried)
      throw error
    })
    await send(batch)
  }

  /** Fills the queue with all recipients that can be tried now. Call it only between batches. */
  function refill() {
    const moment = performance.now()
    for (const [id, due] of deferred) if (due <= moment) deferred.delete(id)
    queue = [...record.people]
      .flatMap(([id, { kind }]) => (kind === 'open' && !deferred.has(id) ? [id] : []))
      .reverse()
  }

  const isOpen = (id: number) => record.people.get(id)?.kind === 'open'

  /** Takes the next recipients from the queue and drops those who unsubscribed. */
  async function nextBatch() {
    return recipientsOf(queue.splice(-pace.batch).reverse().filter(isOpen))
  }

  async function recipientsOf(ids: ReadonlyArray<number>) {
    const found = await Promise.all(ids.map(parts.recipient))
    const gone = ids.filter((_, index) => found[index] === null)
    if (gone.length > 0) await note(...gone.map((id): Entry => ({ is: 'gone', id })))
    return found.filter((one) => one !== null)
  }

  async function claimAndSend(batch: ReadonlyArray<Recipient>) {
    // If this write fails, nothing is sent.
    await decide({ is: 'try', ids: batch.map(({ id }) => id) })
    await send(batch)
  }

  async function send(batch: ReadonlyArray<Recipient>) {
    const outcomes = await Promise.all(batch.map(sendOne))
    parts.attempted(outcomes)
    const errors = outcomes.filter((error) => error !== null)
    const ofServer = errors.find((error) => error.ofServer)
    if (outcomes.includes(null)) {
      serverFailures = 0
      refusals = 0
    } else refusals += errors.filter((error) => !error.ofServer).length
    if (ofServer && running()) return waitForServer(ofServer.message)
    const last = errors.at(-1)
    if (last && refusals >= pace.refusalsInRow && running()) {
      refusals = 0
      if (!last.permanent) return waitForServer(last.message)
      await note({
        is: 'pause',
        reason: `${last.message} It was the answer ${pace.refusalsInRow} times in a row, so something may be wrong with the sender or the server’s settings.`,
      })
    }
  }

  /** Sends to one recipient and records the result. Returns the error of a mail that was not accepted. */
  async function sendOne(recipient: Recipient) {
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
    if (error.maybeAccepted) return { is: 'unsure', id, reason }
    if (error.ofServer) {
      queue.push(id)
      return { is: 'untried', id }
    }
    if (error.permanent) return { is: 'refused', id, reason }
    const state = record.people.get(id)
    const delay = pace.personDelays[state?.kind === 'trying' ? state.tries : 0]
    if (delay === undefined)
      return {
        is: 'refused',
        id,
        reason: `${reason} It was tried ${pace.personDelays.length + 1} times.`,
      }
    if (shared) return { is: 'later', id, reason, waitMs: delay }
    deferred.set(id, performance.now() + delay)
    return { is: 'later', id, reason }
  }

  async function waitForServer(reason: string) {
    const delay = pace.serverDelays[serverFailures]
    serverFailures += 1
    if (delay !== undefined) return waitFor(delay, reason)
    serverFailures = 0
    await note({ is: 'pause', reason })
  }

  /** Waits until the first of some deferred recipients can be tried again. */
  function waitForDeferred(count: number, ms: number) {
    const subject =
      count === 1
        ? 'One mail was deferred by its server'
        : `${count} mails were deferred by their servers`
    return waitFor(ms, `${subject}; all others are done.`)
  }

  async function waitFor(delay: number, reason: string | null) {
    wait = reason === null ? null : { reason, until: new Date(now().getTime() + delay) }
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
    let isOutOfReach = false
    loop = run()
      .catch((error: unknown) => {
        parts.failed(error)
        isOutOfReach = shared !== undefined && error instanceof RefusedError
        // The next poll continues.
        if (isOutOfReach) return
        record.phase = {
          kind: 'paused',
          reason: 'Something went wrong on the server; see its log.',
        }
      })
      .finally(() => {
        loop = null
        // `resume` was called while the loop was ending.
        if (!isOutOfReach) go()
        if (record.phase.kind === 'ended') parts.ended()
      })
  }

  return {
    record,
    waiting: () => wait,
    go,
    async refresh() {
      if (shared) record.phase = await shared.phase()
    },
    async pause() {
      if (record.phase.kind !== 'running') return
      // Set before the write, so that no further mail starts.
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
      // The administrator wants another attempt now, without waiting.
      deferred.clear()
      serverFailures = 0
      const { kind } = record.phase
      // With several processes, the entry also ends the waits of the others.
      if (kind === 'paused' || (shared && kind === 'running'))
        await decide({ is: 'run', at: now().toISOString() })
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
      if (loop) await within(pace.stopPatience, loop)
      await write().catch(parts.failed)
    },
  }
}
