import type { Break, Nodes, Parents, PhrasingContent, RootContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import {
  defaultHandlers,
  type Info,
  type Options,
  type State,
  toMarkdown,
} from 'mdast-util-to-markdown'
import { targetOf } from './inline-meaning.ts'
import { type LinkForm, linkHandler, withFormatsAround } from './link-forms.ts'
import { Meanings } from './meaning.ts'
import { type MarkdownDocument, parseMarkdown } from './parse.ts'
import { indentRest, type Replacement, replaced } from './source.ts'
import type { MarkdownStyle } from './style.ts'
import { handlersOfMarks } from './within-words.ts'

const noForms: ReadonlyMap<string, LinkForm> = new Map()

/**
 * Writes one block (or table cell) in a style, with LF line ends and without a final line end.
 * `links` are forms of links; the caller checks that what stands beside a bare one lets it be read
 * as a link.
 */
export function writeBlock(
  node: Nodes,
  style: MarkdownStyle,
  links: ReadonlyMap<string, LinkForm> = noForms,
): string {
  const { alignTables, lineBreak, addresses, ...options } = style
  const tree = withFormatsAround(node, links)
  const extensions: Options = {
    extensions: [gfmToMarkdown({ tablePipeAlign: alignTables })],
    handlers: {
      ...handlersOfMarks(tree),
      link: linkHandler(links),
      break: (breakNode: Break, parent: Parents | undefined, state: State, info: Info) =>
        // A table row is a single line.
        state.stack.includes('tableCell')
          ? '<br>'
          : defaultHandlers.break(breakNode, parent, state, info).replace('\\\n', lineBreak),
    },
  }
  const written = withPlainCharacters(
    toMarkdown(tree, { ...options, ...extensions }).replace(/\n$/, ''),
  )
  return addresses === 'bare' ? withBareAddresses(written, links) : written
}

/** The most spellings that are tried one by one. */
const mostSpellings = 20

/**
 * Replaces the character references that a serialiser wrote to be safe (`&#x61;***b***`) by their
 * characters, where the text keeps its meaning.
 */
export function withPlainCharacters(written: string): string {
  return respelled(
    written,
    [...written.matchAll(/(?<!\\)&#x([0-9A-F]{1,6});/g)].map(
      ({ index, 0: { length }, 1: code = '' }) => ({
        from: index,
        to: index + length,
        text: String.fromCodePoint(Number.parseInt(code, 16)),
      }),
    ),
  )
}

/**
 * Writes addresses that are links as they are typed, without the signs of a link, where they are
 * links without them.
 */
function withBareAddresses(written: string, links: ReadonlyMap<string, LinkForm>): string {
  const found = [
    ...written.matchAll(/<((?:https?:\/\/|[\w.+-]{1,64}@)[^\s<>]+)>/gi),
    ...[...written.matchAll(/\[(www\.[^\s[\]]+)\]\(http:\/\/([^\s()]+)\)/gi)].filter(
      ([, text, rest]) => text === rest,
    ),
  ]
  return respelled(
    written,
    found.flatMap(({ index, 0: { length }, 1: text = '' }) => {
      const targets = [text, `mailto:${text}`, `http://${text}`]
      return targets.some((target) => links.has(target))
        ? []
        : [{ from: index, to: index + length, text }]
    }),
  )
}

/** A text with other spellings where they keep its meaning: with all, else with those of groups. */
function respelled(
  written: string,
  spellings: ReadonlyArray<Replacement>,
  groups = spellings.slice(0, mostSpellings).map((spelling) => [spelling]),
  meaningOfText = (text: string) => meaningOf(text, ''),
): string {
  if (spellings.length === 0) return written
  const meaning = meaningOfText(written)
  const whole = spelled(written, spellings)
  if (meaningOfText(whole) === meaning) return whole
  let kept: Array<Replacement> = []
  for (const group of groups) {
    const wider = [...kept, ...group]
    if (group.length > 0 && meaningOfText(spelled(written, wider)) === meaning) kept = wider
  }
  return spelled(written, kept)
}

function spelled(written: string, spellings: ReadonlyArray<Replacement>): string {
  const inOrder = spellings.toSorted((one, other) => one.from - other.from)
  return replaced(inOrder, written.length, (from, to) => written.slice(from, to))
}

/**
 * A copy of a node in which links and pictures contain their addresses, except those whose
 * definitions are in `kept`.
 */
export function withAddresses<Node extends Nodes>(
  node: Node,
  document: MarkdownDocument,
  kept?: ReadonlySet<string>,
): Node {
  const copy = (from: Nodes): Nodes => {
    const children = 'children' in from ? { children: from.children.map(copy) } : {}
    if (
      (from.type !== 'linkReference' && from.type !== 'imageReference') ||
      kept?.has(from.identifier)
    )
      return { ...from, ...children } as Nodes
    const target = targetOf(from, document.links)
    return from.type === 'linkReference'
      ? { type: 'link', ...target, children: from.children.map(copy) as Array<PhrasingContent> }
      : { type: 'image', ...target, alt: from.alt ?? null }
  }
  return copy(node) as Node
}

/** Characters that have a meaning only together; their escapes are removed together. */
const signGroups = [
  '*',
  '_',
  '[]()!',
  '~',
  '`',
  '&',
  '<>',
  '|',
  '#',
  '.',
  '-+=',
  ':@/"\'$%,;?^{}\\',
]

/**
 * Removes the escapes that a serialiser wrote to be safe (`5\*3`, `\[todo]`), as long as the block
 * keeps its meaning, which `meaningOf` reads at the place of the block.
 */
export function withoutNeedlessEscapes(
  written: string,
  meaningOf: (text: string) => string,
): string {
  const escapes = [...written.matchAll(/\\(?=[!-/:-@[-`{-~])/g)].map(
    ({ index }): Replacement => ({ from: index, to: index + 1, text: '' }),
  )
  const groups = signGroups.map((signs) => escapes.filter(({ to }) => signs.includes(written[to]!)))
  return respelled(written, escapes, groups, meaningOf)
}

/** The meaning of a text together with the given definitions. */
export function meaningOf(text: string, definitionText: string): string {
  const document = parseMarkdown(definitionText ? `${text}\n\n${definitionText}` : text)
  return new Meanings(document).ofAll(document.root.children).join('\u0001')
}

/** The meaning of a text behind the box of a task, where no heading, list or other block begins. */
export function meaningBehindBox(text: string, definitionText: string): string {
  const task = `- [ ] ${indentRest(text, '  ')}`
  const document = parseMarkdown(definitionText ? `${task}\n\n${definitionText}` : task)
  const item =
    document.root.children[0]?.type === 'list' ? document.root.children[0].children[0] : undefined
  return new Meanings(document).ofAll(item?.children ?? []).join('\u0001')
}

/**
 * Definitions for every name that the documents define, so that a part of them can be parsed on its
 * own.
 */
export function definitionsOf(...documents: ReadonlyArray<MarkdownDocument>): string {
  const lines = new Map<string, string>()
  for (const { links, footnotes, text } of documents) {
    for (const [name, node] of links) {
      const key = `[${name}]`
      if (!lines.has(key)) lines.set(key, definitionLine(node, text))
    }
    for (const [name, note] of footnotes) {
      if (name.includes('\n')) continue
      const key = `[^${name}]`
      if (!lines.has(key)) lines.set(key, `[^${note.label ?? name}]: x`)
    }
  }
  return [...lines.values()].join('\n\n')
}

function definitionLine(node: RootContent, text: string): string {
  return text
    .slice(node.position?.start.offset, node.position?.end.offset)
    .replace(/\n[ \t>]*/g, '\n')
}
