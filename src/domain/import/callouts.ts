import type { CalloutKind } from '../body-format.ts'

const words: Readonly<Record<CalloutKind, string>> = {
  note: 'note info abstract summary tldr todo question help faq example quote cite seealso notice box aside blue grey gray default primary secondary',
  tip: 'tip hint success check done green accent',
  important: 'important purple pink',
  warning: 'warning warn attention alert yellow orange',
  caution: 'caution danger error failure fail missing bug critical red',
}

const kinds = new Map<string, CalloutKind>(
  Object.entries(words).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as CalloutKind])),
)

/** The callout of this site for the name that another system gives to its own; null for a name of nothing known. */
export function calloutOf(name: string): CalloutKind | null {
  return kinds.get(name.trim().toLowerCase()) ?? null
}

/** A callout in Markdown; its title, if it has one, becomes its first line. */
export function calloutText(kind: CalloutKind, title: string, lines: ReadonlyArray<string>): Array<string> {
  const named = title.trim() === '' || calloutOf(title) === kind ? [] : [`**${title.trim()}**`, '']
  return [`[!${kind.toUpperCase()}]`, ...named, ...trimmed(lines)].map((line) => (line === '' ? '>' : `> ${line}`))
}

function trimmed(lines: ReadonlyArray<string>): ReadonlyArray<string> {
  const first = lines.findIndex((line) => line.trim() !== '')
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return first < 0 ? [] : lines.slice(first, last + 1)
}
