import type { Image, ImageReference, Link, LinkReference, PhrasingContent } from 'mdast'
import type { MarkdownDocument } from './parse.ts'

/** A text or another inline node, with the formats that apply to it. */
interface Run {
  marks: ReadonlySet<string>
  text: string
  kind: 'word' | 'space' | 'break' | 'thing'
}

type Links = MarkdownDocument['links']

/**
 * The meaning of a line of text, as a string that is equal for equal meaning. The nesting of
 * formats, wrapping, escapes, entities and the form of links do not count, nor does bold or italic
 * white space, which is invisible.
 */
export function inlineMeaning(nodes: ReadonlyArray<PhrasingContent>, links: Links): string {
  const runs: Array<Run> = []
  collectRuns(nodes, new Set(), links, runs)
  const parts: Array<string> = []
  let last = ''
  for (const { marks, text, kind } of withoutLooseSpaces(runs)) {
    const format = [...marks].sort().join('\u0002')
    const head = kind === 'word' || kind === 'space' ? format : `${format}\u0003${kind}`
    if (head === last && kind !== 'thing' && kind !== 'break') parts.push(text)
    else parts.push(`\u0004${head}\u0005${text}`)
    last = head
  }
  return parts.join('')
}

/** The address of a link or picture with every character percent-encoded that needs it. */
export function plainUrl(url: string): string {
  return url.replace(/[^\w!#$%&'()*+,./:;=?@[\]~-]+/g, (signs) =>
    encodeURI(signs.replace(/[\uD800-\uDFFF]/g, pairOnly)),
  )
}

function pairOnly(unit: string, offset: number, all: string): string {
  const high = (code: number) => code >= 0xd800 && code < 0xdc00
  const paired = high(unit.charCodeAt(0))
    ? all.charCodeAt(offset + 1) >= 0xdc00 && all.charCodeAt(offset + 1) < 0xe000
    : high(all.charCodeAt(offset - 1))
  return paired ? unit : '\uFFFD'
}

/** The target of a link or picture, resolved through its definition if it has one. */
export function targetOf(
  node: Link | LinkReference | Image | ImageReference,
  links: Links,
): { url: string; title: string | null } {
  const target = 'url' in node ? node : links.get(node.identifier)
  return { url: target?.url ?? '', title: target?.title ?? null }
}

function collectRuns(
  nodes: ReadonlyArray<PhrasingContent>,
  marks: ReadonlySet<string>,
  links: Links,
  runs: Array<Run>,
) {
  const closings = closingTags(nodes)
  const formats: Array<{ close: number; outside: ReadonlySet<string> }> = []
  let inside = marks
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index]!
    if (formats.at(-1)?.close === index) {
      inside = formats.pop()!.outside
      continue
    }
    switch (node.type) {
      case 'text':
        for (const piece of node.value.split(/([ \t\n]+)/)) {
          if (/^[ \t\n]+$/.test(piece))
            runs.push({ kind: 'space', text: ' ', marks: visibleOnSpace(inside) })
          else if (piece) runs.push({ kind: 'word', text: piece, marks: inside })
        }
        break
      case 'strong':
      case 'emphasis':
      case 'delete':
        collectRuns(node.children, new Set([...inside, node.type]), links, runs)
        break
      case 'link':
      case 'linkReference': {
        const { url, title } = targetOf(node, links)
        collectRuns(
          node.children,
          new Set([...inside, `link ${plainUrl(url)} ${title ?? ''}`]),
          links,
          runs,
        )
        break
      }
      case 'image':
      case 'imageReference': {
        const { url, title } = targetOf(node, links)
        const text = `image ${plainUrl(url)} ${title ?? ''}\u0006${(node.alt ?? '').replace(/\s+/g, ' ').trim()}`
        runs.push({ kind: 'thing', text, marks: linkOnly(inside) })
        break
      }
      case 'inlineCode':
        runs.push({ kind: 'thing', text: `code ${node.value.replace(/\n/g, ' ')}`, marks: inside })
        break
      case 'break':
        runs.push({ kind: 'break', text: '', marks: new Set() })
        break
      case 'footnoteReference':
        runs.push({ kind: 'thing', text: `footnote ${node.identifier}`, marks: new Set() })
        break
      case 'html': {
        if (/^<br *\/?>$/i.test(node.value)) {
          runs.push({ kind: 'break', text: '', marks: new Set() })
          break
        }
        const close = closings.get(index)
        // A format that closes outside of its parent is ignored.
        if (close === undefined || close > (formats.at(-1)?.close ?? close))
          runs.push({ kind: 'thing', text: `html ${node.value}`, marks: linkOnly(inside) })
        else {
          const mark = `html ${node.value.toLowerCase().replace(/\s+/g, ' ').replace(/'/g, '"')}`
          formats.push({ close, outside: inside })
          inside = new Set([...inside, mark])
        }
      }
    }
  }
}

/**
 * Maps the opening tags of underline and highlight, the site's own formats, to their closing tags.
 * They nest like other formats.
 */
function closingTags(nodes: ReadonlyArray<PhrasingContent>): Map<number, number> {
  const closings = new Map<number, number>()
  const open: Record<string, Array<number>> = { u: [], mark: [] }
  for (const [index, node] of nodes.entries()) {
    open[tagOf(node, /^<(u|mark)(?:\s[^>]*)?>$/i) ?? '']?.push(index)
    const start = open[tagOf(node, /^<\/(u|mark)\s*>$/i) ?? '']?.pop()
    if (start !== undefined) closings.set(start, index)
  }
  return closings
}

function tagOf(node: PhrasingContent | undefined, pattern: RegExp): string | undefined {
  return node?.type === 'html' ? pattern.exec(node.value)?.[1]?.toLowerCase() : undefined
}

function visibleOnSpace(marks: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...marks].filter((mark) => mark !== 'strong' && mark !== 'emphasis'))
}

function linkOnly(marks: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...marks].filter((mark) => mark.startsWith('link ')))
}

/**
 * Drops white space at the ends of lines; of several white spaces in a row, the one with the fewest
 * formats stays.
 */
function withoutLooseSpaces(runs: ReadonlyArray<Run>): Array<Run> {
  const kept: Array<Run> = []
  for (const run of runs) {
    const before = kept.at(-1)
    if (run.kind === 'space') {
      if (!before || before.kind === 'break') continue
      if (before.kind === 'space') {
        if (run.marks.size < before.marks.size) kept[kept.length - 1] = run
        continue
      }
    } else if (run.kind === 'break' && before?.kind === 'space') kept.pop()
    kept.push(run)
  }
  while (kept.at(-1)?.kind === 'space' || kept.at(-1)?.kind === 'break') kept.pop()
  return kept
}
