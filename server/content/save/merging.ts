import { derivedIdStart, isContentType } from '#domain/content.ts'
import {
  changedFrom,
  changedMeanwhile,
  type ItemConflict,
  type MergeText,
  mergeItem,
} from '#domain/item/merge-item.ts'
import type { MergedBody } from '#domain/markdown/merge-bodies.ts'
import type { Log } from '../../platform/log.ts'
import type { ContentStore } from '../catalog/store.ts'
import { findHead, readText } from '../frontmatter/frontmatter.ts'
import type { TextWork } from '../markdown/text-work.ts'
import { pathKind } from '../read/file-kind.ts'
import type { ReadingRules } from '../read/reading-rules.ts'
import type { SaveConflict } from './committing.ts'
import type { ContentIds } from './content-ids.ts'
import { type FieldValues, readItemText } from './content-text.ts'
import { assignNewIds, type IdentifiedKind, type SideChange } from './ids-given-twice.ts'
import { isSameItem } from './item-history.ts'
import { dataOf, headWith } from './merge-heads.ts'

/** A version of a file: its fields and its body. */
export interface Version {
  fields: FieldValues
  /** Null where the file has no body. */
  markdown: string | null
  /** The blob id, if git has the version. */
  blob?: string | null
}

/** What a save makes of the current version: the fields that change, and the body. */
export interface Merged {
  kind: 'merged'
  changed: Record<string, unknown>
  markdown: string
}

/**
 * Merges what a client saves with the file as it is now. `more` are conflicts of what is beside the
 * file.
 */
export async function mergeVersions(
  base: Version | null,
  yours: Version,
  theirs: Version,
  texts: Pick<TextWork, 'merge'>,
  more: ReadonlyArray<ItemConflict> = [],
): Promise<Merged | SaveConflict> {
  const { fields, markdown, conflicts } = await merged(base, yours, theirs, texts, 'content')
  conflicts.push(...more)
  if (conflicts.length > 0) return conflictBetween(base, yours, theirs, conflicts)
  return { kind: 'merged', changed: changedFrom(theirs.fields, fields), markdown }
}

/** The conflict of a save, with the versions as an answer shows them. */
export function conflictBetween(
  base: Version | null,
  yours: Version | null,
  theirs: Version,
  conflicts: Array<ItemConflict>,
): SaveConflict {
  const shown = ({ fields, markdown, blob }: Version) => ({
    ...fields,
    ...(markdown !== null && { markdown }),
    ...(blob && { revision: blob }),
  })
  return {
    kind: 'conflict',
    message: changedMeanwhile,
    base: base && shown(base),
    theirs: shown(theirs),
    yours: yours ? shown(yours) : {},
    conflicts,
  }
}

/**
 * Calls `mergeItem` with the fields and the body of each version; `body` is the key of the body. A
 * worker merges the texts with a time limit.
 */
async function merged(
  base: Version | null,
  yours: Version,
  theirs: Version,
  texts: Pick<TextWork, 'merge'>,
  body: string,
) {
  const flat = ({ fields, markdown }: Version) => ({ ...fields, [body]: markdown ?? '' })
  const [from, own, other] = [base && flat(base), flat(yours), flat(theirs)]
  const known = new Map<string, MergedBody>()
  for (;;) {
    const missing: Array<[base: string, yours: string, theirs: string]> = []
    const mergeText: MergeText = (...versions) => {
      const text = known.get(JSON.stringify(versions))
      if (text) return text
      missing.push(versions)
      return { kind: 'merged', text: versions[1] }
    }
    const { fields, conflicts } = mergeItem(from, own, other, mergeText, body)
    if (missing.length === 0) {
      const { [body]: markdown, ...others } = fields
      return { fields: others, markdown: String(markdown), conflicts }
    }
    for (const versions of missing)
      known.set(JSON.stringify(versions), await texts.merge(...versions))
  }
}

/** A name that no key of frontmatter can have. */
const bodyOfFile = '\nbody'

/**
 * Three-way merge of two versions of a content file, by the same rules as saves: frontmatter by
 * key, the body by block; unchanged parts keep their bytes. `path` is relative to the content
 * folder. Null for a conflict, and for a file that is no text of the site.
 */
export async function mergeFile(
  path: string,
  base: Uint8Array | null,
  ours: Uint8Array,
  theirs: Uint8Array,
  rules: ReadingRules,
  texts: Pick<TextWork, 'merge'>,
): Promise<Buffer | null> {
  const place = pathKind(path)
  if (base === null || !(path.endsWith('.md') || place.kind === 'settings')) return null
  const [was, mine, other] = [base, ours, theirs].map(readText).map((text) => {
    if (typeof text !== 'string') return null
    return place.kind === 'settings' ? { head: `---\n${text}---\n`, body: '' } : splitText(text)
  })
  if (!was || !mine || !other) return null
  const untouched = mine.head === other.head || other.head === was.head ? mine.head : null
  const head = untouched ?? (mine.head === was.head ? other.head : null)
  const [from, own, remote] = [was, mine, other].map((side) => versionOf(side, head === null))
  if (!from || !own || !remote) return null
  const { fields, markdown, conflicts } = await merged(from, own, remote, texts, bodyOfFile)
  if (conflicts.length > 0) return null
  const mergedHead =
    head ?? headWith(fields, was.head, [mine.head, own.fields], [other.head, remote.fields])
  if (mergedHead === null) return null
  const mark = ours[0] === 0xef ? '\uFEFF' : ''
  const result = Buffer.from(
    place.kind === 'settings' ? mergedHead.slice(4, -4) : mark + mergedHead + markdown,
  )
  return isWorse(path, [ours, theirs], result, rules) ? null : result
}

interface TextParts {
  /** The frontmatter and the empty line after it. */
  head: string
  body: string
}

function splitText(text: string): TextParts {
  const found = text.startsWith('---') ? findHead(text) : null
  if (found?.kind !== 'head') return { head: '', body: text }
  const [gap = ''] = /^(?:\r?\n)?/.exec(text.slice(found.body, found.body + 2)) ?? []
  const end = found.body + gap.length
  return { head: text.slice(0, end), body: text.slice(end) }
}

/** The version of a text; null when its fields are needed and cannot be read. */
function versionOf({ head, body }: TextParts, needsFields: boolean): Version | null {
  const fields = needsFields ? dataOf(head) : {}
  return fields && { fields, markdown: body }
}

/** Whether two valid files were merged into one that is not valid, or that has a new warning. */
function isWorse(
  path: string,
  versions: ReadonlyArray<Uint8Array>,
  result: Buffer,
  rules: ReadingRules,
): boolean {
  if (!isContentType(pathKind(path).kind)) return false
  const warningsOf = (bytes: Uint8Array) => {
    const read = readItemText(path, bytes, rules)
    return read.kind === 'read' ? read.text.warnings.map(({ message }) => message) : null
  }
  const [before, after] = [versions.map(warningsOf), warningsOf(result)]
  if (before.includes(null)) return false
  const known = before.flatMap((warnings) => warnings ?? [])
  return after === null || after.some((message) => !known.includes(message))
}

/**
 * The rules for merging the content of two checkouts: the merge of a file, and new ids for
 * duplicates. Paths are relative to the content folder.
 */
export function createMerging(parts: {
  store: Pick<ContentStore, 'reader' | 'files'>
  ids: Pick<ContentIds, 'next'>
  texts: Pick<TextWork, 'merge'>
  now: () => Date
  log: Log
}) {
  const { store, ids, texts, now, log } = parts
  const rules = () => store.reader.settings()

  function nextId(kind: IdentifiedKind, above: number): Promise<number> {
    const own = [...store.files()].flatMap(({ entry }) =>
      entry?.kind === kind ? [entry.item.id] : [],
    )
    return ids.next(kind, Math.max(above, ...own.filter((id) => id < derivedIdStart)))
  }

  return {
    isSame: isSameItem,
    mergeFile: (path: string, base: Buffer | null, ours: Buffer, theirs: Buffer) =>
      mergeFile(path, base, ours, theirs, rules(), texts),
    /**
     * New bytes of our files, by path: files whose id the other side has also given get a new one.
     */
    async afterMerge(
      ours: ReadonlyArray<SideChange>,
      theirs: ReadonlyArray<SideChange>,
    ): Promise<Map<string, Buffer>> {
      const renewed = await assignNewIds(ours, theirs, { next: nextId, rules: rules(), now: now() })
      for (const path of renewed.keys())
        log.warn(
          { path },
          'another checkout had given the same id; this file got a new one in the merge',
        )
      return renewed
    },
  }
}
