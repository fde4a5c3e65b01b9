import { createHash } from 'node:crypto'
import { derivedIdStart, type FileKind, fileKinds, isContentType } from '#domain/content.ts'
import { hasField } from '#domain/item/item-fields.ts'
import { pageNameFault } from '#domain/page-names.ts'
import { isSlug, slugOfName } from '#domain/slug.ts'

/** The kind of a file in the content folder. */
export type PathKind =
  | { kind: FileKind; inner: string }
  | { kind: 'settings' }
  /** An author: `authors/NAME.md`. */
  | { kind: 'author'; name: string }
  /** A text to be inserted in others: `snippets/NAME.md`, which is no page. */
  | { kind: 'snippet'; name: string }
  /**
   * Media, a download's file, a README outside the folders of types: served or ignored, never
   * parsed.
   */
  | { kind: 'asset' }
  /** A file that looks like an item but is not read; the message gives the reason. */
  | { kind: 'misplaced'; message: string }

export const settingsPath = 'site.yaml'

/**
 * Decides the kind of a file by folder and extension (rulings on files). `inner` is the path within
 * the type's folder.
 */
export function pathKind(path: string): PathKind {
  if (path === settingsPath) return { kind: 'settings' }
  const parts = path.split('/')
  if (/^authors\/[^./][^/]*\.md$/.test(path) && !isReadme(path))
    return { kind: 'author', name: path.slice(8) }
  const folder = fileKinds.find((kind) => kind === parts[0])
  const name = parts.at(-1) ?? ''
  if (parts.length < 2 || parts.some((part) => part.startsWith('.'))) return { kind: 'asset' }
  if (parts[0] === 'snippets' && name.endsWith('.md') && !isReadme(name))
    return { kind: 'snippet', name: parts.slice(1).join('/').slice(0, -'.md'.length) }
  if (!folder) return { kind: 'asset' }
  if (isReadme(name))
    return folder === 'pages'
      ? { kind: 'asset' }
      : { kind: folder, inner: path.slice(folder.length + 1) }
  if (!name.endsWith('.md')) {
    const isMisnamed = isContentType(folder) && /\.(md|mdx|markdown|mdown)$/i.test(name)
    return isMisnamed
      ? { kind: 'misplaced', message: "Only files whose name ends in '.md' are read" }
      : { kind: 'asset' }
  }
  const inner = path.slice(folder.length + 1)
  const fault = folder === 'pages' ? pageNameFault(pageNameOf(inner)) : null
  return fault === null ? { kind: folder, inner } : { kind: 'misplaced', message: fault }
}

/** The name of a page by the path of its file within `pages/`. */
export function pageNameOf(inner: string): string {
  return inner.slice(0, -'.md'.length).normalize('NFC')
}

/** Whether a file is a README. One with frontmatter is an item. */
export function isReadme(path: string): boolean {
  return /(?:^|\/)readme\.md$/i.test(path)
}

/**
 * The id of a file without an `id`: a hash of its path in the type's folder, at least
 * `derivedIdStart` and below 2^53.
 */
export function derivedId(inner: string): number {
  return derivedIdStart + createHash('sha256').update(inner).digest().readUIntBE(0, 6)
}

/**
 * The slug from a file's name, without a date at its start and, for issues, without the number.
 * Characters that an address cannot contain are replaced; null when none are left.
 */
export function slugFromName(kind: FileKind, inner: string): string | null {
  const name = (inner.split('/').at(-1) ?? '').replace(/\.md$/i, '')
  const undated = name.replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, '')
  const bare =
    isContentType(kind) && hasField(kind, 'issueNumber')
      ? undated.replace(/^\d+-(?=.)/, '')
      : undated
  return /^[\w-]+$/.test(bare) && isSlug(bare) ? bare : slugOfName(bare)
}
