import { closestName } from '#domain/closest-name.ts'
import { type FileKind, fileKinds } from '#domain/content.ts'
import { fieldAliases } from '#domain/item/field-aliases.ts'
import { frontmatterOf } from '#domain/item/frontmatter.ts'
import { namesAudience, usualKeptBackKeys } from '#domain/item/kept-back.ts'
import { sourceKey } from '#domain/item/source-key.ts'
import type { Frontmatter } from '../frontmatter/frontmatter.ts'
import type { Fault } from '../frontmatter/safe-yaml.ts'

/** What a writer is told about the keys of a frontmatter that nothing reads. */
export interface UnknownKeys {
  /** A remark on each key that looks like a known one. */
  mistyped: Array<Fault>
  /** One remark on all the others. */
  others: Array<Fault>
}

/** The keys that mean something in each kind of file, beside the fields that the site adds. */
export const knownKeys = Object.fromEntries(
  fileKinds.map((kind) => [
    kind,
    new Set([
      ...Object.keys(frontmatterOf[kind].shape),
      ...fieldAliases[kind].map(([alias]) => alias),
      sourceKey,
    ]),
  ]),
) as unknown as Readonly<Record<FileKind, ReadonlySet<string>>>

/**
 * The keys of a file that are neither among the `known` ones, in any capitals, nor the site's
 * `own`.
 */
export function unknownKeys(
  { data, lines }: Pick<Frontmatter, 'data' | 'lines'>,
  known: ReadonlySet<string>,
  own: ReadonlyArray<string> = [],
): UnknownKeys {
  const unknown = Object.keys(data).filter(
    (key) => !known.has(key) && !own.includes(key) && !namesAudience(key),
  )
  if (unknown.length === 0) return { mistyped: [], others: [] }
  const names = [...known, ...own]
  const anyCapitals = new Set(names.map((name) => name.toLowerCase()))
  const mistyped: Array<Fault> = []
  const others: Array<string> = []
  const lineOf = (key: string | undefined) => lines.get(key ?? '') ?? 1
  for (const key of unknown) {
    if (anyCapitals.has(key.toLowerCase())) continue
    const meant = closestKey(key, [...names, ...usualKeptBackKeys])
    if (meant === null) others.push(key)
    else
      mistyped.push({ line: lineOf(key), message: `Unknown key '${key}'; do you mean '${meant}'?` })
  }
  const quoted = others.map((key) => `'${key}'`).join(', ')
  const message =
    others.length === 1 ? `Unknown key ${quoted} is ignored` : `Unknown keys ${quoted} are ignored`
  return { mistyped, others: others.length === 0 ? [] : [{ line: lineOf(others[0]), message }] }
}

/**
 * One letter is wrong, or two of a longer word that begins as it should: 'math' is no mistyped
 * 'date'.
 */
function closestKey(key: string, known: ReadonlyArray<string>): string | null {
  const alike = known.filter((one) => one.charAt(0).toLowerCase() === key.charAt(0).toLowerCase())
  return closestName(key, known, 1) ?? (key.length < 5 ? null : closestName(key, alike, 2))
}
