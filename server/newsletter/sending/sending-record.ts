import { z } from 'zod'
import { segment } from '#domain/segment.ts'

/** An entry in the journal of one sending. People appear by id only, without their addresses. */
const entry = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('begin'),
    at: z.iso.datetime(),
    revision: z.string(),
    /** Part of the ids of its mails. */
    name: z.string(),
    subject: z.string(),
    html: z.array(z.string()),
    text: z.array(z.string()),
    audience: z.array(z.int()),
    /** Who gets it; missing: everybody. */
    segment: segment.optional(),
    /** The name of the schedule that began it. */
    schedule: z.string().optional(),
  }),
  /** The write of the start failed, so the sending was not started. */
  z.object({ is: z.literal('void') }),
  /**
   * Written before the mails of these people are sent. Without a later entry about a person, their
   * result is unknown.
   */
  z.object({ is: z.literal('try'), ids: z.array(z.int()) }),
  z.object({ is: z.literal('sent'), id: z.int() }),
  /** Not accepted because of a failure of the server. */
  z.object({ is: z.literal('untried'), id: z.int() }),
  /** Deferred by the server; may be tried again. */
  z.object({
    is: z.literal('later'),
    id: z.int(),
    reason: z.string(),
    waitMs: z.number().optional(),
  }),
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

/** State of one recipient. `tries` counts deferred attempts. */
export type Standing =
  | { kind: 'open'; tries: number }
  | { kind: 'trying'; tries: number }
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'refused' | 'unsure'; reason: string }

export interface SendingRecord {
  begin: Omit<Begin, 'is'>
  people: Map<number, Standing>
  phase:
    | { kind: 'running' }
    | { kind: 'paused'; reason: string | null }
    | { kind: 'ended'; at: string }
  /** Consecutive starts without an accepted mail. */
  fruitlessRuns: number
}

/**
 * Builds the record from the entries of a journal; null for a sending that was not started. Throws
 * for entries of another kind.
 */
export function readRecord(entries: ReadonlyArray<unknown>): SendingRecord | null {
  let record: SendingRecord | null = null
  for (const line of entries.map((one) => entry.parse(one))) {
    if (line.is === 'void') record = null
    else if (line.is === 'begin' && !record) record = newRecord(line)
    else if (record) apply(record, line)
    else throw new Error('The journal does not start with a `begin` entry.')
  }
  return record
}

/** The record of a new sending. */
export function newRecord({ is: _, ...begin }: Begin): SendingRecord {
  const people = new Map(
    begin.audience.map((id): [number, Standing] => [id, { kind: 'open', tries: 0 }]),
  )
  return { begin, people, phase: { kind: 'running' }, fruitlessRuns: 0 }
}

/** Applies an entry to a record. */
export function apply(record: SendingRecord, line: Entry): void {
  const { people } = record
  switch (line.is) {
    case 'begin':
    case 'void':
      throw new Error('The journal has a second start.')
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
      for (const [id, { kind }] of people)
        if (kind === 'refused') people.set(id, { kind: 'open', tries: 0 })
      return
    case 'end':
      record.phase = { kind: 'ended', at: line.at }
  }
}

/**
 * After this many starts without an accepted mail, the sending pauses until a person resumes it.
 */
export const mostFruitlessRuns = 3
export const fruitlessReason = 'The server was started several times without a mail going out.'

export const restoredReason =
  'The data was restored from a backup: people who got the mail after that backup would get it again. Resume only if there are none.'

export const interrupted =
  'The server stopped before it could record whether the mail was accepted.'

/**
 * Marks recipients whose attempt was interrupted as unsure: they may have the mail, so they are not
 * tried again.
 */
export function endInterrupted(record: SendingRecord): void {
  for (const [id, { kind }] of record.people)
    if (kind === 'trying') record.people.set(id, { kind: 'unsure', reason: interrupted })
}

function triesOf(standing: Standing | undefined) {
  return standing?.kind === 'open' || standing?.kind === 'trying' ? standing.tries : 0
}
