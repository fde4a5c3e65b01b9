/** Why something outside did not work. Its message is for the administrator and tells nothing of a person. */
export class Trouble extends Error {
  override name = 'Trouble'
  /** `service`: nobody's turn would work now. `person`: only this one's did not. `final`: it never will. */
  readonly scope: 'service' | 'person' | 'final'
  /** It was waited for in vain, so that another try costs as long. */
  readonly slow: boolean

  constructor(message: string, scope: Trouble['scope'], slow = false) {
    super(message)
    this.scope = scope
    this.slow = slow
  }
}
