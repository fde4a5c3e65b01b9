import { type RefusalKind, RefusedError } from '../platform/errors.ts'

/** The export can't be imported at all. */
export class ImportRefused extends RefusedError {
  override name = 'ImportRefused'
  readonly kind: RefusalKind

  constructor(message: string, kind: RefusalKind = 'invalid') {
    super(message)
    this.kind = kind
  }
}
