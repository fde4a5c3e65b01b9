import { contentTypes } from '#domain/content.ts'
import { RefusedError } from '../../platform/errors.ts'
import type { ReadingRules } from '../read/reading-rules.ts'
import type { FileChange } from './committing.ts'
import { readItemText } from './content-text.ts'

/** The role of the person does not allow a save; nothing was written. */
class RoleRefused extends RefusedError {
  override name = 'RoleRefused'
  readonly kind = 'role'
}

/**
 * Throws RoleRefused unless a writer may commit these changes: pictures and sounds that are new,
 * snippets, and items that are drafts before and after. What the bytes say counts, so that no way to
 * a commit needs a rule of its own.
 */
export async function refuseToWriter(
  changes: ReadonlyArray<FileChange>,
  read: (blob: string) => Promise<Uint8Array>,
  rules: ReadingRules,
): Promise<void> {
  const isDraft = (path: string, bytes: Uint8Array) => {
    const found = readItemText(path, bytes, rules)
    if (found.kind === 'faulty') return false
    const { draft, item } = found.text.entry
    return draft || item.publishedAt === null
  }
  for (const { path, bytes, expected } of changes) {
    if (path.startsWith('snippets/') || (path.startsWith('media/') && expected === null)) continue
    const isItem = contentTypes.some((type) => path.startsWith(`${type}/`))
    const versions = [bytes, expected === null ? null : await read(expected)]
    if (isItem && versions.every((version) => version === null || isDraft(path, version))) continue
    throw new RoleRefused(
      isItem
        ? 'Only an editor publishes, and changes what is public or scheduled.'
        : 'This is for editors only.',
    )
  }
}
