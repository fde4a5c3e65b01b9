/** How fast and how patiently a sending goes on. */
export interface Pace {
  /** How many mails are under way at once; so many at most are unsure after a crash. */
  batch: number
  /** Waits between tries of a server that is out of reach, in milliseconds; after the last one the sending pauses. */
  serverDelays: ReadonlyArray<number>
  /** Waits before a person is tried again whose mail was put off; after the last one it counts as refused. */
  personDelays: ReadonlyArray<number>
  /** So many in a row who are refused mean that something else is wrong. */
  refusalsInRow: number
  /** How long a stopping server waits for the mails under way. */
  stopPatience: number
}

const second = 1000
const minute = 60 * second

export const usualPace: Pace = {
  batch: 4,
  serverDelays: [second, 3 * second, 10 * second, 30 * second],
  // Greylisting servers want to see some minutes between.
  personDelays: [minute, 5 * minute, 15 * minute, 30 * minute],
  refusalsInRow: 10,
  stopPatience: 8 * second,
}
