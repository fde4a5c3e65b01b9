import type { CalloutKind } from '../body-format.ts'
import type { Complain } from './entry.ts'

const words: Readonly<Record<CalloutKind, string>> = {
  note: 'note info abstract summary tldr todo question help faq example quote cite seealso notice box aside blue grey gray default primary secondary',
  tip: 'tip hint success check done green accent',
  important: 'important purple pink',
  warning: 'warning warn attention alert yellow orange',
  caution: 'caution danger error failure fail missing bug critical red',
}

const kinds = new Map<string, CalloutKind>(
  Object.entries(words).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as CalloutKind]),
  ),
)

/**
 * The callout of this site for the name that another system gives to its own; null for a name of
 * nothing known.
 */
export function calloutOf(name: string): CalloutKind | null {
  return kinds.get(name.trim().toLowerCase()) ?? null
}

/** A callout in Markdown; its title, if it has one, becomes its first line. */
export function calloutText(
  kind: CalloutKind,
  title: string,
  lines: ReadonlyArray<string>,
): Array<string> {
  const named = title.trim() === '' || calloutOf(title) === kind ? [] : [`**${title.trim()}**`, '']
  return [`[!${kind.toUpperCase()}]`, ...named, ...trimmed(lines)].map((line) =>
    line === '' ? '>' : `> ${line}`,
  )
}

function trimmed(lines: ReadonlyArray<string>): ReadonlyArray<string> {
  const first = lines.findIndex((line) => line.trim() !== '')
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return first < 0 ? [] : lines.slice(first, last + 1)
}

const fence = /^ {0,3}(`{3,}|~{3,})/
const container = /^ {0,3}:::+[ \t]*([a-z]+)([\s\S]*)/i
/**
 * What may follow the name of a container: its title in brackets, or its attributes; then its title
 * as plain text.
 */
const containerTitle = /^(?:\[([^\]]{0,200})\]|\{[^}]{0,200}\})?([\s\S]*)/
const paired =
  /^\s*\{\{[<%]\s*(note|notice|callout|admonition|alert|hint|tip|info|warning|caution|danger|important)\b([^{}]{0,300})[>%]\}\}\s*$/i
const liquidPaired =
  /^\s*\{%-?\s*(note|notice|callout|admonition|alert|hint|tip|info|warning|caution|danger|important)\b([^{}%]{0,300})-?%\}\s*$/i
const mkdocs = /^(?:!!!|\?\?\?\+?)\s+([a-z]+)(?:\s+"([^"]{0,200})")?\s*$/i
const quoted = /^ {0,3}>\s?\[!([a-z]+)\][-+]?(.*)$/i

/**
 * Callouts by lines: `:::note`, `> [!info] Title`, `!!! note`, `{{< notice tip >}}` and their like.
 */
export function callouts(text: string, complain: Complain): string {
  const lines = text.split('\n')
  const result: Array<string> = []
  let inFence: string | null = null
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const mark = fence.exec(line)?.[1]
    if (inFence !== null) {
      if (mark?.startsWith(inFence) && line.trim() === mark) inFence = null
    } else if (mark) inFence = mark
    if (inFence !== null || mark) {
      result.push(line)
      continue
    }
    const found = calloutAt(lines, at)
    if (found === null) {
      const own = quoted.exec(line)
      if (!own) result.push(line)
      else
        result.push(
          ...quotedCallout(own[1] ?? '', (own[2] ?? '').trim(), lines[at + 1] ?? '', complain, at),
        )
      continue
    }
    const { kind, title, inner, end } = found
    if (result.length > 0 && result.at(-1) !== '') result.push('')
    result.push(...calloutText(kind, title, inner))
    if ((lines[end + 1] ?? '') !== '') result.push('')
    at = end
  }
  return result.join('\n')
}

function quotedCallout(
  name: string,
  title: string,
  next: string,
  complain: Complain,
  line: number,
): Array<string> {
  const kind = calloutOf(name)
  if (kind === null) complain(`The callout '${name}' is not known; it becomes a note`, line)
  const known = kind ?? 'note'
  const named = title.trim() === '' || calloutOf(title) === known ? [] : [`> **${title.trim()}**`]
  const gap = named.length > 0 && /^ {0,3}>\s*\S/.test(next) ? ['>'] : []
  return [`> [!${known.toUpperCase()}]`, ...named, ...gap]
}

/**
 * A callout that begins at a line and is not a quote; `end` is its last line. Null for none, and
 * for one that is never closed.
 */
function calloutAt(lines: ReadonlyArray<string>, at: number) {
  const line = lines[at] ?? ''
  const note = mkdocs.exec(line)
  if (note) {
    const kind = calloutOf(note[1] ?? '')
    let end = at
    while (end + 1 < lines.length && /^(?: {4}|\t|\s*$)/.test(lines[end + 1] ?? '')) end += 1
    while (end > at && (lines[end] ?? '').trim() === '') end -= 1
    const inner = lines.slice(at + 1, end + 1).map((one) => one.replace(/^(?: {4}|\t)/, ''))
    return kind && { kind, title: note[2] ?? '', inner, end }
  }
  const colons = container.exec(line)
  const shortcode = paired.exec(line) ?? liquidPaired.exec(line)
  if (/^\s*<aside[^<>]{0,200}>\s*$/i.test(line))
    return closedAt(lines, at, /^\s*<\/aside>\s*$/i, 'note', '')
  if (colons) {
    const [, bracketed, plain = ''] = containerTitle.exec((colons[2] ?? '').trim()) ?? []
    return closedAt(lines, at, /^ {0,3}:::+\s*$/, colons[1] ?? '', bracketed ?? plain.trim())
  }
  if (!shortcode) return null
  const [, name = '', given = ''] = shortcode
  const type =
    /\b(?:type|style|kind)="([^"]*)"/.exec(given)?.[1] ??
    /^\s*"?([a-z]{1,20})"?\s*$/i.exec(given)?.[1]
  const title = /\btitle="([^"]*)"/.exec(given)?.[1] ?? ''
  const close = new RegExp(
    `^\\s*(?:\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}|\\{%-?\\s*end${name}\\s*-?%\\})\\s*$`,
    'i',
  )
  return closedAt(lines, at, close, calloutOf(type ?? '') ? (type ?? '') : name, title)
}

/** The most lines of one callout. */
const longestCallout = 400

function closedAt(
  lines: ReadonlyArray<string>,
  at: number,
  close: RegExp,
  name: string,
  title: string,
) {
  const kind = calloutOf(name)
  if (kind === null) return null
  for (let end = at + 1; end < lines.length && end <= at + longestCallout; end += 1)
    if (close.test(lines[end] ?? '')) return { kind, title, inner: lines.slice(at + 1, end), end }
  return null
}
