import { everybody } from '#domain/segment.ts'
import { createMailer } from '../server/newsletter/create-mailer.ts'
import type { Recipients } from '../server/newsletter/sending/one-sending.ts'
import type { Pace } from '../server/newsletter/sending/pace.ts'
import { sendingFiles } from '../server/newsletter/sending/sending-files.ts'
import type { Entry } from '../server/newsletter/sending/sending-records.ts'
import type { SendingStore } from '../server/newsletter/sending/sending-store.ts'
import { createSendings, type Sendings } from '../server/newsletter/sending/sendings.ts'
import { openJournal } from '../server/platform/journal.ts'
import { temporaryFolder } from './temp-repository.ts'

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

/** The start of a sending. */
export const sampleStart = (audience: Array<number>): Entry => ({
  is: 'begin',
  at: '2026-01-01T00:00:00.000Z',
  name: 'n',
  audience,
  ...sampleMail,
})

export const writeEntries = (
  store: SendingStore,
  issue: number,
  ...entries: ReadonlyArray<Entry>
): Promise<void> => store.change(issue, (change) => change.write(entries))

/** A folder with sendings. `fail` makes the next writes fail. */
export async function sendingFolder() {
  const folder = await temporaryFolder()
  const stores: Array<SendingStore> = []
  let failing = false

  /** The sendings as a process opens them. */
  function open(): SendingStore {
    const store = sendingFiles(folder.path, () => {})
    stores.push(store)
    return {
      ...store,
      change: (issue, work) =>
        store.change(issue, (change) =>
          work({
            ...change,
            async write(entries) {
              if (failing) throw new Error('no space left')
              await change.write(entries)
            },
          }),
        ),
    }
  }

  return {
    path: folder.path,
    open,
    fail(on: boolean) {
      failing = on
    },
    /** Writes the journal of an issue, as an earlier process has left it. */
    async writeJournal(issue: number, entries: ReadonlyArray<object>): Promise<void> {
      const journal = await openJournal({
        folder: folder.path,
        name: `issue-${issue}`,
        first: 1,
        replay: () => {},
      })
      await journal.append(entries)
      await journal.close()
    },
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store.close()
      await folder[Symbol.asyncDispose]()
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
    some: async (ids) => {
      const active = ids.filter((id) => people.has(id) && !left.has(id))
      return new Map(active.map((id) => [id, recipient(id)]))
    },
    emailsOf: async () => people,
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
  store: SendingStore,
  recipients: Recipients,
  {
    pace = quickPace,
    limitMs,
    blocker = () => null,
  }: { pace?: Pace | undefined; limitMs?: number | undefined; blocker?: () => string | null } = {},
): SampleSending {
  const from = { name: 'Notes', address: 'notes@example.org' }
  const mailer = createMailer({ smtpUrl: server.url, from, ...(limitMs && { limitMs }) })
  const errors: Array<unknown> = []
  const sendings = createSendings({
    store,
    send: mailer.send,
    host: 'notes.example.org',
    recipients,
    blocker,
    now: () => new Date(),
    failed: (error) => errors.push(error),
    pace,
  })
  return { sendings, errors, [Symbol.dispose]: mailer.close }
}
