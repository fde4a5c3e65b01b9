import type { Router } from 'express'
import { recordCalls } from '#contract/record.ts'
import { type ActionEntry, actionsOf, type RecordFilter } from '#domain/recorded-action.ts'
import { type CallGate, mountCalls, sent } from '../../http/mount-calls.ts'
import { csvLine } from '../../platform/csv.ts'
import type { RecordStore } from './record-store.ts'

/** The most actions of an export; a year of a busy site has a tenth of them. */
const mostExported = 200_000

interface People {
  list(): Promise<ReadonlyArray<{ id: number; username: string }>>
}

/** Calls for the actions on record. */
export function recordApi(
  store: RecordStore,
  people: People,
  now: () => Date,
  gate: CallGate,
): Router {
  async function named(
    entries: ReadonlyArray<ActionEntry>,
    known: ReadonlyMap<number, string> | null,
  ) {
    const names = known ?? new Map((await people.list()).map(({ id, username }) => [id, username]))
    const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null))
    return entries.map((entry) => ({
      ...entry,
      byName: nameOf(entry.by),
      whomName: nameOf(entry.whom),
    }))
  }
  const found = ({ kind, outcome, person }: RecordFilter, limit: number, before?: number) => {
    const actions = actionsOf(kind)
    return store.list({ actions, outcome, person, before, limit }, now())
  }

  return mountCalls(recordCalls, gate, {
    async 'GET /api/record'({ query: { limit, cursor, ...filter }, res }) {
      // One more, to know whether there is another page.
      const { entries, total, names } = await found(filter, limit + 1, cursor)
      res.set('X-Total-Count', String(total))
      const page = entries.slice(0, limit)
      const last = page.at(-1)
      if (last && entries.length > limit) {
        const next = new URLSearchParams()
        for (const [name, value] of Object.entries({ ...filter, limit, cursor: last.id }))
          if (value !== undefined) next.set(name, String(value))
        res.set('Link', `</api/record?${next}>; rel="next"`)
      }
      return named(page, names)
    },
    async 'GET /api/record.csv'({ query, person, res, about }) {
      await about(person.user, { now: true })
      const { entries: all, names } = await found(query, mostExported)
      const entries = await named(all, names)
      res.type('text/csv; charset=utf-8').attachment('record.csv')
      const lines = entries.map((entry) =>
        csvLine(columns.map((column) => String(entry[column] ?? ''))),
      )
      res.send([csvLine(columns), ...lines].join(''))
      return sent
    },
  })
}

const columns = [
  'at',
  'action',
  'outcome',
  'by',
  'byName',
  'whom',
  'whomName',
  'object',
  'network',
] as const
