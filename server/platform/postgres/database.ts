import type { z } from 'zod'
import { RefusedError } from '../errors.ts'
import type { Listening } from './listening.ts'

/** The value of a parameter `$1`, `$2`, … of a statement. Arrays become arrays of PostgreSQL. */
export type SqlValue =
  | string
  | number
  | boolean
  | null
  | Date
  | Buffer
  | ReadonlyArray<string>
  | ReadonlyArray<number>

/**
 * Runs statements on the database or in one transaction. Every call rejects with
 * DatabaseUnavailable when the answer takes too long.
 */
export interface Queries {
  /** The rows of a statement, each parsed with `row`. */
  rows<Row extends z.ZodType>(
    row: Row,
    sql: string,
    values?: ReadonlyArray<SqlValue>,
  ): Promise<Array<z.output<Row>>>
  /** The first row of a statement, or null. */
  first<Row extends z.ZodType>(
    row: Row,
    sql: string,
    values?: ReadonlyArray<SqlValue>,
  ): Promise<z.output<Row> | null>
  /** Resolves with the number of changed rows. */
  run(sql: string, values?: ReadonlyArray<SqlValue>): Promise<number>
}

/** A PostgreSQL database with the tables of this build. */
export interface Database extends Queries {
  /**
   * Runs `work` in a transaction, which is rolled back when `work` rejects. `work` runs again after
   * a conflict with another transaction.
   */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /**
   * Runs `work` in a transaction under the advisory lock `name`, so that processes take turns.
   * Rejects with TurnTaken after `patience` milliseconds without the lock. The lock is released
   * when this process is gone, or has sent no statement for ten seconds.
   */
  turn<Result>(
    name: number,
    patience: number,
    work: (queries: Queries) => Promise<Result>,
  ): Promise<Result>
  /** Runs `work` on a snapshot of the database, with a longer time limit. */
  snapshot<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /** As `transaction`, with a longer time limit for filling an empty database. */
  load(work: (queries: Queries) => Promise<void>): Promise<void>
  /** Opens a connection that listens to the notifications of a channel; the caller closes it. */
  listen(channel: string, notified: (payload: string) => void): Promise<Listening>
  /** Closes the connections of the pool. */
  close(): Promise<void>
}

/** The database did not answer in time. It is unknown whether a change was made. */
export class DatabaseUnavailable extends RefusedError {
  override name = 'DatabaseUnavailable'
  readonly kind = 'busy'

  constructor(cause: unknown) {
    super('The database of the site can’t be reached just now; please try again in a minute.', {
      cause,
    })
  }
}

/** Another process had the lock of a turn all the time. */
export class TurnTaken extends RefusedError {
  override name = 'TurnTaken'
  readonly kind = 'busy'

  constructor(cause: unknown) {
    super('Another server of the site is at work; please try again in a minute.', { cause })
  }
}

/** A text that PostgreSQL can store: without NUL and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Records as one parameter for `json_populate_recordset`. */
export function recordsText(records: ReadonlyArray<object>): string {
  return JSON.stringify(records, (_key, value: unknown) => {
    if (typeof value === 'string') return storable(value)
    if (
      typeof value !== 'object' ||
      value === null ||
      Array.isArray(value) ||
      value instanceof Date
    )
      return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [storable(key), one]))
  })
}
