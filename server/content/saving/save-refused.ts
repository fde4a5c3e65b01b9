import { RefusedError } from '../../platform/errors.ts'

/** A save that the rules of the site do not allow; nothing was written. */
export class SaveRefused extends RefusedError {
  override name = 'SaveRefused'
  readonly kind = 'invalid'
  override readonly issues: Array<{ path: string; message: string }>

  constructor(issues: Array<{ path: string; message: string }>) {
    super(issues[0]?.message ?? 'The item is not valid.')
    this.issues = issues
  }
}
