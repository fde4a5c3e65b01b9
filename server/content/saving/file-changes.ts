import type { ContentType } from '#domain/content.ts'
import { fieldAliases } from '../field-aliases.ts'
import { pathKind, slugFromName } from '../file-kind.ts'
import { editFrontmatter } from '../frontmatter-edit.ts'
import { YamlFault } from '../safe-yaml.ts'
import { type ItemText, readItemText } from './item-text.ts'
import { SaveRefused } from './save-refused.ts'

/**
 * The file with other fields and another body; bytes that need not change stay. The keys are those of `editableFields`, `aliases` and `id`.
 * Throws SaveRefused when the result would be no valid file.
 */
export function changedFile(
  item: ItemText,
  fields: Readonly<Record<string, unknown>>,
  markdown: string,
  timeZone: string,
): Buffer {
  const kind = item.entry.kind
  const keys = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, written(kind, name, value, item.data)]),
  )
  // The first line break of a body counts as the empty line behind the frontmatter.
  const gap = /^\r?\n/.test(markdown) && /---[ \t]*\r?\n$/.test(item.head) ? '\n' : ''
  return checked(item.path, inFrontmatter(item.head, keys) + gap + markdown, timeZone)
}

/** A new file. Throws SaveRefused when it would not be valid. */
export function newItemFile(
  type: ContentType,
  path: string,
  { slug, ...fields }: Readonly<Record<string, unknown>>,
  markdown: string,
  timeZone: string,
): Buffer {
  const keys: Record<string, unknown> = {}
  const place = pathKind(path)
  const told = 'inner' in place ? slugFromName(type, place.inner) : null
  for (const [name, value] of Object.entries({ ...fields, slug: told === slug ? undefined : slug })) {
    const key = written(type, name, value, {})
    if (key !== undefined) keys[name] = key
  }
  const head = inFrontmatter('', keys)
  return checked(path, markdown === '' ? head : `${head}\n${markdown}`, timeZone)
}

/** What is written for a value; undefined takes the key away. */
function written(kind: ContentType, name: string, value: unknown, data: Readonly<Record<string, unknown>>): unknown {
  const none =
    value === null ||
    value === undefined ||
    (name === 'draft' && value === false) ||
    (name === 'imageAlt' && value === '') ||
    (name === 'aliases' && Array.isArray(value) && value.length === 0)
  if (!none) return name === 'publishedAt' ? String(value).replace(/\.000Z$/, 'Z') : value
  // Taken away, the key would let an alias through; without a value it does not.
  const showsThrough = fieldAliases[kind].some(([alias, field]) => field === name && (data[alias] ?? null) !== null)
  return showsThrough ? null : undefined
}

function inFrontmatter(head: string, keys: Readonly<Record<string, unknown>>): string {
  try {
    return editFrontmatter(head, keys)
  } catch (error) {
    if (error instanceof YamlFault) throw new SaveRefused([{ path: '', message: `${error.message}.` }])
    throw error
  }
}

function checked(path: string, text: string, timeZone: string): Buffer {
  const bytes = Buffer.from(text.toWellFormed())
  const read = readItemText(path, bytes, timeZone)
  if (read.kind === 'faulty')
    throw new SaveRefused(read.faults.map(({ message }) => ({ path: '', message: `${message}.` })))
  return bytes
}
