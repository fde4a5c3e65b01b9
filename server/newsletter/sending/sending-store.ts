import type { Collection } from '../../records/records.ts'
import type { SendingSummary, Unfinished } from './sending-progress.ts'
import type { Entry, ScheduledSending, SendingCollections } from './sending-records.ts'

/** A change of a sending. */
export interface SendingChange extends SendingCollections {
  now: Date
  /** Stores changes of the records, and applies them. */
  write(entries: ReadonlyArray<Entry>): Promise<void>
}

/** Storage of the sendings. `tests/contract/sendings.test.ts` tests every implementation. */
export interface SendingStore {
  /** The name of this process as an owner of mails. */
  owner: string
  /** Whether several processes may send one issue together. */
  isShared: boolean
  schedules: Collection<ScheduledSending>
  /** The issues whose sending was started; `unfinished`: without those that are known as ended. */
  issues(which: 'all' | 'unfinished'): Promise<Array<number>>
  /**
   * Runs `work`, one change after the other for each issue. What it wrote is stored when this
   * resolves. Rejects when the records can't be read.
   */
  change<Result>(issue: number, work: (change: SendingChange) => Promise<Result>): Promise<Result>
  /** The progress of a sending; null when it was not started. */
  progress(issue: number): Promise<SendingSummary | null>
  /** What is still to be mailed, without sendings whose records can't be read. */
  unfinished(): Promise<Unfinished>
  /** The processes that are alive. */
  living(): Promise<ReadonlyArray<string>>
  /** Whether the sendings were restored from a backup since their last use. */
  isRestored(): Promise<boolean>
  /** Removes the mark of a restored backup. */
  forgetRestored(): Promise<void>
  /** Closes what is open, at the end of its use. */
  close(): Promise<void>
}
