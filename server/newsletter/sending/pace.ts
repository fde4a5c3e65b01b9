/** Batch size and delays of a sending. */
export interface Pace {
  /** Mails sent at once; after a crash the results of at most this many are unknown. */
  batch: number
  /**
   * Delays in milliseconds between attempts while the server is unreachable; after the last one the
   * sending pauses.
   */
  serverDelays: ReadonlyArray<number>
  /** Delays before a deferred mail is tried again; after the last one it counts as refused. */
  personDelays: ReadonlyArray<number>
  /**
   * After this many refusals in a row the sending pauses, because the cause is probably not the
   * recipient.
   */
  refusalsInRow: number
  /** How long a shutdown waits for the current batch. */
  stopPatience: number
  /** Interval at which processes that send together poll for abandoned sendings and mails. */
  look: number
}

const second = 1000
const minute = 60 * second

export const usualPace: Pace = {
  batch: 4,
  serverDelays: [second, 3 * second, 10 * second, 30 * second],
  // Servers with greylisting accept a mail only after some minutes.
  personDelays: [minute, 5 * minute, 15 * minute, 30 * minute],
  refusalsInRow: 10,
  stopPatience: 8 * second,
  look: 3 * second,
}
