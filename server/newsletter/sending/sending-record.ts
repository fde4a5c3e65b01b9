import { z } from 'zod'

/** What stands in the journal of one issue's sending, a line each. Addresses are not among it: people are named by their ids. */
const entry = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('begin'),
    at: z.iso.datetime(),
    revision: z.string(),
    /** Names this sending in the ids of its mails. */
    name: z.string(),
    subject: z.string(),
    html: z.array(z.string()),
    text: z.array(z.string()),
    audience: z.array(z.int()),
  }),
  /** What was begun could not be written down in time, and was not. */
  z.object({ is: z.literal('void') }),
  /** Written before the server is asked to take the mails of these people; without a line about one behind it, nobody knows. */
  z.object({ is: z.literal('try'), ids: z.array(z.int()) }),
  z.object({ is: z.literal('sent'), id: z.int() }),
  /** Not taken for reasons of the server's own. */
  z.object({ is: z.literal('untried'), id: z.int() }),
  /** Not taken, and may be tried again. */
  z.object({ is: z.literal('later'), id: z.int(), reason: z.string() }),
  z.object({ is: z.literal('refused'), id: z.int(), reason: z.string() }),
  z.object({ is: z.literal('unsure'), id: z.int(), reason: z.string() }),
  z.object({ is: z.literal('gone'), id: z.int() }),
  z.object({ is: z.literal('run'), at: z.iso.datetime() }),
  z.object({ is: z.literal('pause'), reason: z.string().nullable() }),
  z.object({ is: z.literal('retry') }),
  z.object({ is: z.literal('end'), at: z.iso.datetime() }),
])
export type Entry = z.infer<typeof entry>
type Begin = Extract<Entry, { is: 'begin' }>

/** Where one person stands. `open` counts the tries that the server put off. */
export type Standing =
  | { kind: 'open'; tries: number }
  | { kind: 'trying'; tries: number }
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'refused' | 'unsure'; reason: string }

export interface SendingRecord {
  begin: Omit<Begin, 'is'>
  people: Map<number, Standing>
  phase: { kind: 'running' } | { kind: 'paused'; reason: string | null } | { kind: 'ended'; at: string }
  /** How often in a row it was started without a mail going out. */
  fruitlessRuns: number
}

/** The record that the entries of a journal tell; null for a sending that never began. Throws for entries that are no journal of this kind. */
export function readRecord(entries: ReadonlyArray<unknown>): SendingRecord | null {
  let record: SendingRecord | null = null
  for (const line of entries.map((one) => entry.parse(one))) {
    if (line.is === 'void') record = null
    else if (line.is === 'begin' && !record) record = newRecord(line)
    else if (record) apply(record, line)
    else throw new Error('The journal does not begin with its beginning.')
  }
  return record
}

/** The record of a sending that begins. */
export function newRecord({ is: _, ...begin }: Begin): SendingRecord {
  const people = new Map(begin.audience.map((id): [number, Standing] => [id, { kind: 'open', tries: 0 }]))
  return { begin, people, phase: { kind: 'running' }, fruitlessRuns: 0 }
}

/** What an entry changes. */
export function apply(record: SendingRecord, line: Entry): void {
  const { people } = record
  switch (line.is) {
    case 'begin':
    case 'void':
      throw new Error('The journal begins twice.')
    case 'try':
      for (const id of line.ids) people.set(id, { kind: 'trying', tries: triesOf(people.get(id)) })
      return
    case 'sent':
      record.fruitlessRuns = 0
      people.set(line.id, { kind: 'sent' })
      return
    case 'untried':
      people.set(line.id, { kind: 'open', tries: triesOf(people.get(line.id)) })
      return
    case 'later':
      people.set(line.id, { kind: 'open', tries: triesOf(people.get(line.id)) + 1 })
      return
    case 'gone':
      people.set(line.id, { kind: 'gone' })
      return
    case 'refused':
    case 'unsure':
      people.set(line.id, { kind: line.is, reason: line.reason })
      return
    case 'run':
      record.phase = { kind: 'running' }
      record.fruitlessRuns += 1
      return
    case 'pause':
      record.phase = { kind: 'paused', reason: line.reason }
      return
    case 'retry':
      for (const [id, { kind }] of people) if (kind === 'refused') people.set(id, { kind: 'open', tries: 0 })
      return
    case 'end':
      record.phase = { kind: 'ended', at: line.at }
  }
}

const interrupted = 'The server stopped before it could note whether the mail was taken.'

/** Who was being tried when the process ended may have the mail: nobody tries again. */
export function settleInterrupted(record: SendingRecord): void {
  for (const [id, { kind }] of record.people)
    if (kind === 'trying') record.people.set(id, { kind: 'unsure', reason: interrupted })
}

function triesOf(standing: Standing | undefined): number {
  return standing?.kind === 'open' || standing?.kind === 'trying' ? standing.tries : 0
}
