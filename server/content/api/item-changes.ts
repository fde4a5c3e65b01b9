import { isBulkMessage } from '#domain/bulk-change.ts'
import { type ContentType, contentTypes, isContentType } from '#domain/content.ts'
import type { FormValues } from '#domain/item/field.ts'
import { hasPieces, pieceText } from '#domain/item/item-fields.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import type { ItemChange, Origin } from '#domain/item-history.ts'
import { siteAuthor } from '../../platform/content-files.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { ReadingRules } from '../read/reading-rules.ts'
import { type ContentText, versionAt } from '../save/content-text.ts'
import type { ItemVersion } from '../save/item-history.ts'

/** What a commit did to an item, and where it comes from. */
export interface KnownChange {
  origin: Origin
  change: ItemChange
}

/** The text of an item, or of a page of the site's own texts. */
export type VersionText = ContentText<ContentType | 'pages'>
const kinds = [...contentTypes, 'pages'] as const

/** Most changes that are kept in memory; each is a few hundred bytes. */
const mostKnown = 10_000
/** What the admin's commits name. */
const nouns = [...contentTypes.map((type) => itemTypes[type].singular), 'page']
/** How long one answer looks at changes that are not known yet, in milliseconds. */
const patienceMs = 250
/** Most files of a commit that are searched for the title in its message. */
const mostFiles = 50

/** Finds out what each version of an item changed. A pair of versions is compared once. */
export function createItemChanges(parts: {
  read: (blob: string) => Promise<Uint8Array>
  texts: Pick<TextWork, 'compare' | 'countChanges'>
  rules: () => ReadingRules
  /** The files that a commit changed; null for a merge. */
  changesIn: (
    commit: string,
  ) => Promise<{ changes: ReadonlyArray<{ path: string; after: string | null }> } | null>
}) {
  const { read, texts, rules, changesIn } = parts
  const known = new Map<string, Promise<KnownChange>>()

  const textAt = async (path: string, blob: string | null) =>
    blob === null ? null : versionAt(kinds, path, blob, read, rules())

  function change(version: ItemVersion): Promise<KnownChange> {
    const key = keyOf(version)
    const found = known.get(key) ?? describeChange(version)
    known.delete(key)
    known.set(key, found)
    for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest)
    return found
  }

  async function describeChange(version: ItemVersion): Promise<KnownChange> {
    const { before, blob, path, from, isCut } = version
    const [was, is] = await Promise.all([textAt(from, before), textAt(path, blob)])
    const origin = await originOf(version, [was, is])
    const kind = blob === null ? 'deleted' : before === null && !isCut ? 'created' : 'edited'
    if (kind !== 'edited' || isCut)
      return { origin, change: { kind, fields: [], blocks: isCut ? null : [], moved: false } }
    const fields = changedFields(was, is).map(({ name }) => name)
    const isReadable = was !== null && is !== null
    const blocks = isReadable ? await texts.countChanges(wholeText(was), wholeText(is)) : null
    return { origin, change: { kind, fields, blocks, moved: path !== from } }
  }

  /**
   * The admin's saves have the message 'Update article: TITLE' (rulings, section 4), with the title
   * of the item before or after, or of another file of the commit when its links were rewritten, or
   * 'Update 38 articles'. No other mark is written into commits.
   */
  async function originOf(
    version: ItemVersion,
    texts: ReadonlyArray<VersionText | null>,
  ): Promise<Origin> {
    const { isMerge, author, message, commit } = version
    if (isMerge)
      return author.name === siteAuthor && message.startsWith("Merge branch '") ? 'sync' : 'git'
    if (message.includes('\n')) return 'git'
    const undone = /^(?:Undo: )+/.exec(message)?.[0] ?? ''
    const own = message.slice(undone.length)
    if (isBulkMessage(own)) return undone === '' ? 'admin' : 'restore'
    const [, verb, noun, title = ''] =
      /^(Create|Update|Move|Delete|Restore) ([a-z]+): (.*)$/.exec(own) ?? []
    if (!nouns.some((one) => one === noun)) return 'git'
    const isNamed = (text: VersionText | null) =>
      text !== null && titleOf(text).replace(/\s+/g, ' ').trim() === title
    const others = async () => {
      const { changes } = (await changesIn(commit)) ?? { changes: [] }
      return Promise.all(changes.slice(0, mostFiles).map(({ path, after }) => textAt(path, after)))
    }
    if (!texts.some(isNamed) && !(await others()).some(isNamed)) return 'git'
    return undone !== '' || verb === 'Restore' ? 'restore' : 'admin'
  }

  return {
    change,
    textAt,

    /**
     * The changes of versions, newest first, in the time that an answer has; null for those that
     * are not known yet.
     */
    async all(versions: ReadonlyArray<ItemVersion>): Promise<Array<KnownChange | null>> {
      const end = Date.now() + patienceMs
      const changes: Array<KnownChange | null> = []
      let looked = 0
      for (const version of versions) {
        const isKnown = known.has(keyOf(version))
        // Each answer gets further, however slow the machine is.
        if (!isKnown && looked > 0 && Date.now() > end) changes.push(null)
        else changes.push(await change(version))
        if (!isKnown) looked += 1
      }
      return changes
    },

    /** A version and another one, `before`, as readers see them. */
    async compare({
      before,
      blob,
      path,
      from,
    }: Pick<ItemVersion, 'before' | 'blob' | 'path' | 'from'>) {
      const [was, is] = await Promise.all([textAt(from, before), textAt(path, blob)])
      const text = await texts.compare(was ? wholeText(was) : '', is ? wholeText(is) : '')
      return { fields: changedFields(was, is), text }
    },
  }
}

function keyOf({ commit, path, before, isCut }: ItemVersion) {
  return `${commit} ${path} ${before} ${isCut}`
}

/** The title of an item or a page. */
export function titleOf({ entry }: VersionText): string {
  return 'item' in entry ? entry.item.title : entry.title
}

/** The body, and the articles of a newsletter below their titles. */
function wholeText({ entry, fields, markdown }: VersionText): string {
  if (!isContentType(entry.kind) || !hasPieces(entry.kind) || !Array.isArray(fields.articles))
    return markdown
  const pieces = fields.articles as FormValues['pieces']
  return [markdown, ...pieces.map(pieceText)].join('\n\n')
}

/** The fields that differ, with both values; those of the text are not among them. */
function changedFields(was: VersionText | null, is: VersionText | null) {
  if (!was || !is) return []
  const names = [...new Set([...Object.keys(is.fields), ...Object.keys(was.fields)])]
  return names
    .filter(
      (name) => !(name === 'articles' && isContentType(is.entry.kind) && hasPieces(is.entry.kind)),
    )
    .map((name) => ({ name, before: was.fields[name] ?? null, after: is.fields[name] ?? null }))
    .filter(({ before, after }) => !sameValue(before, after))
}
