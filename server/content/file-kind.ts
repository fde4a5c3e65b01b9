import { createHash } from 'node:crypto'
import {
  type ContentType,
  contentTypes,
  derivedIdStart,
  type FileKind,
  fileKinds,
  staticPageNames,
} from '#domain/content.ts'
import { isSlug, slugify } from '#domain/slug.ts'

/** What a path in the content folder is to the site. */
export type PathKind =
  | { kind: FileKind; inner: string }
  | { kind: 'settings' }
  /** Media, a download's file, a README of no type's folder: served or ignored, never parsed. */
  | { kind: 'asset' }
  /** Looks like an item and is none. */
  | { kind: 'misplaced'; message: string }

export const settingsPath = 'site.yaml'

/** Decides by folder and ending what a file is (rulings on files). `inner` is the path within the type's folder. */
export function pathKind(path: string): PathKind {
  if (path === settingsPath) return { kind: 'settings' }
  const parts = path.split('/')
  const folder = fileKinds.find((kind) => kind === parts[0])
  const name = parts.at(-1) ?? ''
  if (!folder || parts.length < 2 || parts.some((part) => part.startsWith('.'))) return { kind: 'asset' }
  if (isReadme(name))
    return folder === 'pages' ? { kind: 'asset' } : { kind: folder, inner: path.slice(folder.length + 1) }
  if (!name.endsWith('.md')) {
    const meant = isContentType(folder) && /\.(md|mdx|markdown|mdown)$/i.test(name)
    return meant ? { kind: 'misplaced', message: "Only files whose name ends in '.md' are read" } : { kind: 'asset' }
  }
  const inner = path.slice(folder.length + 1)
  if (folder === 'pages' && !staticPageNames.some((page) => `${page}.md` === inner))
    return { kind: 'misplaced', message: `The site has no such page; there are ${staticPageNames.join(', ')}` }
  return { kind: folder, inner }
}

/** Whether a file explains its folder to people. With frontmatter it is an item like any other. */
export function isReadme(path: string): boolean {
  return /(?:^|\/)readme\.md$/i.test(path)
}

export function isContentType(kind: string): kind is ContentType {
  return contentTypes.some((type) => type === kind)
}

/** The id of a file that names none: stable, at least `derivedIdStart`, below 2^53, from the path in the type's folder. */
export function derivedId(inner: string): number {
  return derivedIdStart + createHash('sha256').update(inner).digest().readUIntBE(0, 6)
}

/**
 * The slug that a file's name gives: a date in front is dropped, for newsletters also the number. A name that can't stand in an address is made
 * into one; null when nothing is left of it.
 */
export function slugFromName(kind: FileKind, inner: string): string | null {
  const name = (inner.split('/').at(-1) ?? '').replace(/\.md$/i, '')
  const undated = name.replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, '')
  const bare = kind === 'newsletters' ? undated.replace(/^\d+-(?=.)/, '') : undated
  if (isSlug(bare)) return bare
  const made = slugify(bare)
  return isSlug(made) ? made : null
}
