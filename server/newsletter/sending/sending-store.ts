import type { ScheduleStore } from './scheduled-sending.ts'
import type { Entry, SendingRecord } from './sending-record.ts'
import type { SendingSummary, Unfinished } from './sending-summary.ts'

/** The journal of one sending. */
export interface SendingJournal {
  /**
   * Stores entries in their order; when it rejects, none of them is stored. A `try` entry is a
   * claim: it is rejected when another process has claimed one of the recipients, or tried it
   * before.
   */
  append(entries: ReadonlyArray<Entry>): Promise<void>
  close(): Promise<void>
  /** Only where several processes may send one issue together. */
  shared?: SharedSending
}

/**
 * One sending that several processes work on. Only the process that claimed a recipient can record
 * the result; when that process dies, the result is unsure.
 */
export interface SharedSending {
  phase(): Promise<SendingRecord['phase']>
  /**
   * Claims up to `most` unclaimed recipients of a running sending; stored when it resolves. Ends
   * the sending when nobody is left. `known` are the recipients that this process has claimed and
   * whose result is not stored yet.
   */
  claim(most: number, known: ReadonlyArray<number>, at: string): Promise<Claim>
}

export interface Claim {
  phase: SendingRecord['phase']
  people: ReadonlyArray<{ id: number; tries: number }>
  /** The number of deferred mails, and the milliseconds until the first one can be tried. */
  deferred: { count: number; ms: number }
}

/** Storage of the sendings. `tests/contract/sendings.test.ts` tests every implementation. */
export interface SendingStore {
  readonly schedules: ScheduleStore
  /** The issues whose sending was started. */
  issues(): Promise<Array<number>>
  /**
   * The record of one sending (null when it was not started) and its journal. Rejects when it can't
   * be read.
   */
  open(issue: number): Promise<{ record: SendingRecord | null; journal: SendingJournal }>
  /** The summary of an ended sending; null when there is none that can be read. */
  summary(issue: number): Promise<SendingSummary | null>
  /** Stores a summary; null removes it. */
  storeSummary(issue: number, summary: SendingSummary | null): Promise<void>
  /** Whether the sendings were restored from a backup since their last use. */
  restored(): Promise<boolean>
  /** Removes the mark of a restored backup. */
  forgetRestored(): Promise<void>
  /** Only where several processes may send one issue together. */
  shared?: {
    /** Issues whose sending runs. */
    running(): Promise<Array<number>>
    /** The progress of a sending; null when it was not started. */
    progress(issue: number): Promise<SendingSummary | null>
    /** The number of unsent mails of running sendings. */
    waiting(): Promise<number>
    unfinished(): Promise<Unfinished>
    /** Pauses the running sendings when the data was restored from a backup since the last use. */
    pauseRestored(reason: string): Promise<void>
  }
}
