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

/** Why an import can’t be taken back. */
export function changedSinceImport(files: ReadonlyArray<string>): string {
  const [first, ...others] = files
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return `${first}${more} ${others.length === 0 ? 'has' : 'have'} been changed since the import, so it can’t be taken back as a whole. Nothing was changed; delete single texts at Manage Content.`
}
