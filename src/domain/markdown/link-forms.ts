import type { Link, Nodes, Parents } from 'mdast'
import { defaultHandlers, type Info, type State } from 'mdast-util-to-markdown'
import { endOf, startOf } from './parse.ts'

/**
 * How a link whose text is its address is written: `https://e.org`, which only GitHub's Markdown
 * reads as a link, `[https://e.org](https://e.org)`, or as Markdown's autolink `<https://e.org>`.
 */
export type LinkForm = 'bare' | 'resource' | 'autolink'

const formats = /^(?:strong|emphasis|delete)$/

/** The forms of such links in a block of a file, by target. */
export function linkFormsOf(block: Nodes, text: string): ReadonlyMap<string, LinkForm> {
  const forms = new Map<string, LinkForm>()
  for (const link of linksIn(block)) {
    if (!link.url.endsWith(textOf(link))) continue
    // A bare address that is found in a text node has no position.
    const source = link.position ? text.slice(startOf(link), endOf(link)) : ''
    forms.set(
      link.url,
      source.startsWith('[') ? 'resource' : source.startsWith('<') ? 'autolink' : 'bare',
    )
  }
  return forms
}

/**
 * The same for an edited block: a link with a new target has the form that was typed, or that of
 * those that the block lost, if they agree.
 */
export function editedLinkForms(
  forms: ReadonlyMap<string, LinkForm>,
  edited: Nodes,
  typed: ReadonlyMap<string, LinkForm>,
): ReadonlyMap<string, LinkForm> {
  if (forms.size === 0) return typed
  const known = new Map([...typed, ...forms])
  const targets = new Set(linksIn(edited).map(({ url }) => url))
  const lost = new Set([...forms].filter(([url]) => !targets.has(url)).map(([, form]) => form))
  const [form] = lost
  if (lost.size !== 1 || form === undefined) return known
  return new Map([
    ...known,
    ...[...targets].filter((url) => !known.has(url)).map((url) => [url, form] as const),
  ])
}

function formIn(forms: ReadonlyMap<string, LinkForm>, node: Link): LinkForm | undefined {
  return node.url.endsWith(textOf(node)) ? forms.get(node.url) : undefined
}

/**
 * A copy of a node in which the formats in the text of an address stand around it, together with
 * the same formats beside it: an address without brackets cannot have a format in its text.
 */
export function withFormatsAround<Node extends Nodes>(
  node: Node,
  forms: ReadonlyMap<string, LinkForm>,
): Node {
  if (forms.size === 0 || !('children' in node)) return node
  const children: Array<Nodes> = []
  for (const child of node.children as Array<Nodes>) {
    const turned = turnedOut(withFormatsAround(child, forms), forms)
    const last = children.at(-1)
    if (last && isFormat(last) && isFormat(turned) && turned.type === last.type)
      children[children.length - 1] = { ...last, children: [...last.children, ...turned.children] }
    else children.push(turned)
  }
  return { ...node, children } as Node
}

/** The handler of a serialiser for links in given forms. */
export function linkHandler(forms: ReadonlyMap<string, LinkForm>) {
  const formOf = (node: Link) => formIn(forms, node)
  const handler = (node: Link, parent: Parents | undefined, state: State, info: Info) => {
    const form = formOf(node)
    if (form === 'bare') return textOf(node)
    if (form !== 'resource') return defaultHandlers.link(node, parent, state, info)
    const explicit = { ...state, options: { ...state.options, resourceLink: true } }
    return defaultHandlers.link(node, parent, explicit, info)
  }
  const peek = (node: Link, parent: Parents | undefined, state: State) => {
    const form = formOf(node)
    if (form === 'bare') return textOf(node).charAt(0)
    return form === 'resource' ? '[' : defaultHandlers.link.peek(node, parent, state)
  }
  return Object.assign(handler, { peek })
}

type Format = Extract<Nodes, { type: 'strong' | 'emphasis' | 'delete' }>

function isFormat(node: Nodes): node is Format {
  return formats.test(node.type)
}

/** An address in a form without brackets, with the formats of its text around it. */
function turnedOut(node: Nodes, forms: ReadonlyMap<string, LinkForm>): Nodes {
  const form = node.type === 'link' ? formIn(forms, node) : undefined
  const [format] = node.type === 'link' ? node.children : []
  if (
    node.type !== 'link' ||
    form === undefined ||
    form === 'resource' ||
    !format ||
    !isFormat(format)
  )
    return node
  return {
    ...format,
    children: [turnedOut({ ...node, children: format.children }, forms)],
  } as Format
}

function linksIn(node: Nodes): Array<Link> {
  if (node.type === 'link') return [node]
  return 'children' in node ? node.children.flatMap(linksIn) : []
}

/**
 * The text of a link that holds nothing else, with or without formats; otherwise a space, with
 * which no target ends.
 */
function textOf({ children: [only, more] }: Parents): string {
  if (!only || more) return ' '
  if (only.type === 'text') return only.value
  return 'children' in only && formats.test(only.type) ? textOf(only) : ' '
}
