/** A save that the rules of the site do not allow; nothing was written. */
export class SaveRefused extends Error {
  override name = 'SaveRefused'
  readonly kind = 'invalid'
  readonly issues: Array<{ path: string; message: string }>

  constructor(issues: Array<{ path: string; message: string }>) {
    super(issues[0]?.message ?? 'The item is not valid.')
    this.issues = issues
  }
}
