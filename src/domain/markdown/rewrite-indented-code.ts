import type { Code } from 'mdast'
import { applyChanges } from './align.ts'
import { startOf } from './parse.ts'
import type { Source } from './source.ts'

interface CodeLine {
  key: string
  /** The line in the file, from its beginning; null for a line of the edited text. */
  written: string | null
}

/**
 * Writes indented code with the indent that the file has, spaces or tabs; unchanged lines keep
 * their bytes. Null for code with a fence, or behind the marker of a list.
 */
export function rewriteIndentedCode(
  original: Code,
  base: Code,
  edited: Code,
  source: Source,
): string | null {
  const begin = source.lead(original)
  const own = (begin + source.text.slice(startOf(original), original.position?.end.offset)).split(
    '\n',
  )
  const values = original.value.split('\n')
  if (
    edited.lang ||
    !/^[> \t]*$/.test(begin) ||
    /^[> \t]*(?:`{3}|~{3})/.test(own[0] ?? '') ||
    own.length !== values.length
  )
    return null
  const known = values.map((key, index): CodeLine => ({ key, written: own[index] ?? '' }))
  const fresh = (code: Code) =>
    code.value.split('\n').map((key): CodeLine => ({ key, written: null }))
  const indents = indentsOf(known)
  const lines = applyChanges(known, fresh(base), fresh(edited)).map(
    ({ item: { key, written } }) => {
      if (written !== null || key.trim() === '') return written ?? ''
      const indent = indentFor(/^\s*/.exec(key)?.[0] ?? '', indents)
      return indent === null ? null : indent + key.trimStart()
    },
  )
  const text = lines.includes(null) ? null : lines.join('\n')
  return text?.startsWith(begin) ? source.withLineEnds(text.slice(begin.length)) : null
}

/** What begins lines of the file, by the white space with which the code in them begins. */
function indentsOf(lines: ReadonlyArray<CodeLine>): ReadonlyMap<string, string> {
  const indents = new Map<string, string>()
  for (const { key, written } of lines) {
    const content = key.trimStart()
    const within = key.slice(0, key.length - content.length)
    if (content !== '' && written?.endsWith(content) && !indents.has(within))
      indents.set(within, written.slice(0, written.length - content.length))
  }
  return indents
}

function indentFor(within: string, indents: ReadonlyMap<string, string>): string | null {
  const own = indents.get(within)
  if (own !== undefined) return own
  for (const [other, indent] of indents)
    if (indent.endsWith(other)) return indent.slice(0, indent.length - other.length) + within
  return null
}
