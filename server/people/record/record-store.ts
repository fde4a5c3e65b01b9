import type { ActionEntry, RecordedAction, RecordFilter } from '#domain/recorded-action.ts'

/** How long an action is kept: a year. */
export const keptMs = 365 * 24 * 60 * 60 * 1000

export type NewEntry = Omit<ActionEntry, 'id'>

/** What a list of actions is cut to. */
export interface EntryQuery {
  actions: ReadonlyArray<RecordedAction>
  outcome?: RecordFilter['outcome']
  /** Who did it, or whose account it is about. */
  person?: number | undefined
  /** Only older ones than this id. */
  before?: number | undefined
  limit: number
}

/** The actions on record. `tests/contract/record.test.ts` tests every implementation. */
export interface RecordStore {
  /** Stores an action; those that were made a year before it are removed, or no longer listed. */
  add(entry: NewEntry): Promise<void>
  /**
   * A page of the actions that are not older than a year at `now`, newest first, and the number of
   * all that match. `names`: the user names of its people who still have an account; null where the
   * accounts are stored elsewhere.
   */
  list(
    query: EntryQuery,
    now: Date,
  ): Promise<{
    entries: Array<ActionEntry>
    total: number
    names: ReadonlyMap<number, string> | null
  }>
  close(): Promise<void>
}
