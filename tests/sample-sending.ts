import { everybody } from '#domain/segment.ts'
import { createMailer } from '../server/newsletter/create-mailer.ts'
import type { Pace } from '../server/newsletter/sending/pace.ts'
import type { ScheduledSending } from '../server/newsletter/sending/scheduled-sending.ts'
import { readRecord } from '../server/newsletter/sending/sending-record.ts'
import type { SendingStore } from '../server/newsletter/sending/sending-store.ts'
import type { SendingSummary } from '../server/newsletter/sending/sending-summary.ts'
import { createSendings } from '../server/newsletter/sending/sendings.ts'
import type { Recipients, Sendings } from '../server/newsletter/sending/sendings-interface.ts'

/** Short delays for tests. */
export const quickPace: Pace = {
  batch: 2,
  serverDelays: [20, 40],
  personDelays: [30, 30],
  refusalsInRow: 4,
  stopPatience: 1000,
  look: 20,
}

export const toEverybody = { segment: everybody }

export const sampleMail = {
  subject: 'S',
  html: ['<p>', '</p>'],
  text: ['T ', '\n'],
  revision: 'a'.repeat(40),
}

/**
 * Journals in memory, in the format of those on the disk; they outlive the sendings that write to
 * them. `fail` makes the next writes fail.
 */
export function memoryJournals() {
  const files = new Map<number, Array<string>>()
  const summaries = new Map<number, SendingSummary>()
  let failing = false
  let scheduled: Array<ScheduledSending> = []
  return {
    files,
    schedules: {
      all: async () => scheduled,
      of: async (issue: number) => scheduled.find((one) => one.issue === issue) ?? null,
      async put(one: ScheduledSending) {
        scheduled = [...scheduled.filter(({ issue }) => issue !== one.issue), one]
      },
      async hold({ issue, name }: { issue: number; name: string }, problem: string) {
        scheduled = scheduled.map((one) =>
          one.issue === issue && one.name === name ? { ...one, problem } : one,
        )
      },
      async remove({ issue, name }: { issue: number; name: string }) {
        const before = scheduled.length
        scheduled = scheduled.filter((one) => one.issue !== issue || one.name !== name)
        return scheduled.length < before
      },
    },
    fail(on: boolean) {
      failing = on
    },
    summaries,
    async summary(issue: number) {
      return summaries.get(issue) ?? null
    },
    async storeSummary(issue: number, summary: SendingSummary | null) {
      if (summary) summaries.set(issue, summary)
      else summaries.delete(issue)
    },
    blocker: null as string | null,
    restoredFromBackup: false,
    async restored() {
      return this.restoredFromBackup
    },
    async forgetRestored() {
      this.restoredFromBackup = false
    },
    async issues() {
      return [...files.keys()]
    },
    async open(issue: number) {
      const lines = files.get(issue) ?? []
      files.set(issue, lines)
      let waiting: Array<string> = []
      return {
        record: readRecord(lines.map((line) => JSON.parse(line) as unknown)),
        journal: {
          async append(entries: ReadonlyArray<unknown>) {
            waiting.push(...entries.map((entry) => JSON.stringify(entry)))
            await new Promise((resolve) => setImmediate(resolve))
            if (failing) throw new Error('no space left')
            lines.push(...waiting)
            waiting = []
          },
          close: async () => {},
        },
      }
    },
  }
}

/** A list of recipients who can unsubscribe. */
export function peopleOnList(count: number) {
  const people = new Map(
    Array.from(
      { length: count },
      (_, at) => [at + 1, `p${at + 1}@example.org`] as [number, string],
    ),
  )
  const left = new Set<number>()
  const recipient = (id: number) => ({
    id,
    email: people.get(id) ?? '',
    unsubscribeUrl: `https://notes.example.org/unsubscribe?token=${id}`,
  })
  const recipients: Recipients = {
    async *active() {
      for (const id of people.keys()) if (!left.has(id)) yield recipient(id)
    },
    one: async (id) => (people.has(id) && !left.has(id) ? recipient(id) : null),
    emailOf: async (id) => people.get(id) ?? null,
    leftBy: async () => 0,
  }
  return { recipients, leave: (id: number) => left.add(id) }
}

export interface SampleSending extends Disposable {
  sendings: Sendings
  errors: Array<unknown>
}

export function sampleSendings(
  server: { url: string },
  journals: SendingStore & { blocker?: string | null },
  recipients: Recipients,
  { pace = quickPace, limitMs }: { pace?: Pace | undefined; limitMs?: number | undefined } = {},
): SampleSending {
  const from = { name: 'Notes', address: 'notes@example.org' }
  const mailer = createMailer({ smtpUrl: server.url, from, ...(limitMs && { limitMs }) })
  const errors: Array<unknown> = []
  const sendings = createSendings({
    store: journals,
    send: mailer.send,
    host: 'notes.example.org',
    recipients,
    blocker: () => journals.blocker ?? null,
    now: () => new Date(),
    failed: (error) => errors.push(error),
    pace,
  })
  return { sendings, errors, [Symbol.dispose]: mailer.close }
}
