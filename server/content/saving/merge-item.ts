import { changedFrom, type ItemConflict, mergeItem } from '#domain/item/merge-item.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { FieldValues } from './field-values.ts'

/** What an item says: its fields and its body. */
export interface Version {
  fields: FieldValues
  markdown: string
}

export type MergedVersion =
  /** `changed` are the fields in which the result differs from theirs. */
  | { kind: 'merged'; changed: Record<string, unknown>; markdown: string }
  | { kind: 'conflict'; conflicts: Array<ItemConflict> }

/** `mergeItem` of files: their bodies are merged in a worker thread, with a limit of time. */
export async function mergeVersions(
  base: Version | null,
  yours: Version,
  theirs: Version,
  texts: Pick<TextWork, 'merge'>,
): Promise<MergedVersion> {
  const body = base && (await texts.merge(base.markdown, yours.markdown, theirs.markdown))
  const [was, mine, other] = [base, yours, theirs].map((version) => version && flat(version))
  const { fields, conflicts } = mergeItem(
    was ?? null,
    mine ?? {},
    other ?? {},
    (_, text) => body ?? { kind: 'merged', text },
  )
  if (conflicts.length > 0) return { kind: 'conflict', conflicts }
  const { content, ...others } = fields
  return { kind: 'merged', changed: changedFrom(theirs.fields, others), markdown: String(content) }
}

const flat = ({ fields, markdown }: Version) => ({ ...fields, content: markdown })
