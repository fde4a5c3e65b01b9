/** Why something outside did not work. Its message is for the administrator and tells nothing of a person. */
export class Trouble extends Error {
  override name = 'Trouble'
  /** `service`: nobody's turn would work now. `person`: only this one's did not. `final`: it never will. */
  readonly scope: 'service' | 'person' | 'final'
  /** It was waited for in vain, so that another try costs as long. */
  readonly slow: boolean
  /** How long the service wants to be left alone, in milliseconds; null when it did not say. */
  readonly askedWaitMs: number | null
  /** Nothing is left to do for this person, although it did not work. */
  readonly over: boolean

  constructor(
    message: string,
    scope: Trouble['scope'],
    {
      slow = false,
      askedWaitMs = null,
      over = false,
    }: { slow?: boolean; askedWaitMs?: number | null; over?: boolean } = {},
  ) {
    super(message)
    this.scope = scope
    this.slow = slow
    this.askedWaitMs = askedWaitMs
    this.over = over
  }
}
