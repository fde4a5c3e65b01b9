import { before } from '../../records/conditions.ts'
import type { Entry, MailRecord, SendingRecord } from './sending-records.ts'
import type { SendingStore } from './sending-store.ts'

/**
 * After this many starts without an accepted mail, the sending pauses until a person resumes it.
 */
const mostFruitlessRuns = 3
const fruitlessReason = 'The server was started several times without a mail going out.'
const interrupted = 'The server stopped before it could record whether the mail was accepted.'

/** The mails that a process has claimed, and how long to wait when there are none. */
export interface Claim {
  mails: ReadonlyArray<MailRecord>
  /** The number of deferred mails, and the milliseconds until the first one can be tried. */
  deferred: { count: number; ms: number } | null
}

/**
 * Claims up to `most` mails of a running sending; null when it does not run. Ends the sending when
 * no mail is left. `known` are the recipients whose mails this process has claimed and whose result
 * is not stored yet.
 */
export function claimMails(
  store: SendingStore,
  issue: number,
  { most, known, blocker }: { most: number; known: ReadonlySet<number>; blocker(): string | null },
): Promise<Claim | null> {
  return store.change(issue, async ({ sendings, mails, now, write }) => {
    // This locks the row, which orders this claim and the changes of servers of an earlier build:
    // they do not lock the issue.
    const sending = await sendings.get({ issue, phase: 'running' })
    if (!sending) return null
    const reason = blocker()
    if (reason !== null) {
      await write([{ is: 'pause', reason }])
      return null
    }
    const due = await mails.find(
      { issue, state: 'open', any: [{ dueAt: null }, { dueAt: before(now.toISOString()) }] },
      { most },
    )
    if (due.length > 0) {
      await write([{ is: 'try', ids: due.map(({ person }) => person) }])
      return {
        mails: due,
        deferred: null,
      }
    }
    // Nobody can be tried now. Processes may be trying the last ones, or have died.
    const trying = await mails.find({ issue, state: 'trying' })
    const living = trying.length > 0 ? await store.living() : []
    const isMine = ({ owner }: MailRecord) => owner === store.owner
    const dead = trying.filter((one) => !isMine(one) && !living.includes(one.owner ?? ''))
    if (dead.length > 0) await write(entriesAfterStop(sending, dead, now))
    // The answer to these claims was lost: this process has not sent the mails.
    const lost = trying.filter((one) => isMine(one) && !known.has(one.person))
    await write(lost.map(({ person }): Entry => ({ is: 'untried', id: person })))
    // What is open now was deferred.
    const [first] = await mails.find({ issue, state: 'open' }, { by: 'dueAt', most: 1 })
    if (!first && trying.length === dead.length) {
      await write([{ is: 'end', at: now.toISOString() }])
      return null
    }
    if (first?.dueAt == null)
      return {
        mails: [],
        deferred: null,
      }
    const count = await mails.count({ issue, state: 'open' })
    return {
      mails: [],
      deferred: {
        count,
        ms: Date.parse(first.dueAt) - now.getTime(),
      },
    }
  })
}

/**
 * What to record of a sending whose process has stopped. The recipients of `trying` may have the
 * mail, so they are not tried again. `reason`: why it pauses in any case.
 */
export function entriesAfterStop(
  { phase, fruitlessRuns }: SendingRecord,
  trying: ReadonlyArray<MailRecord>,
  now: Date,
  reason: string | null = null,
): Array<Entry> {
  const unsure = trying.map(
    ({ person }): Entry => ({ is: 'unsure', id: person, reason: interrupted }),
  )
  if (phase !== 'running') return unsure
  const pause = reason ?? (fruitlessRuns >= mostFruitlessRuns ? fruitlessReason : null)
  return [
    ...unsure,
    pause === null ? { is: 'run', at: now.toISOString() } : { is: 'pause', reason: pause },
  ]
}
