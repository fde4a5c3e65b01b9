import type { Link, Nodes, Parents } from 'mdast'
import { defaultHandlers, type Info, type State } from 'mdast-util-to-markdown'
import { endOf, startOf } from './parse.ts'

/**
 * How a link whose text is its address is written: `https://e.org`, which only GitHub's Markdown reads as a link,
 * `[https://e.org](https://e.org)`, or as Markdown's autolink `<https://e.org>`.
 */
export type LinkForm = 'bare' | 'resource' | 'autolink'

const formats = /^(?:strong|emphasis|delete)$/

/** The forms of such links in a block of a file, by target. */
export function linkFormsOf(block: Nodes, text: string): ReadonlyMap<string, LinkForm> {
  const forms = new Map<string, LinkForm>()
  for (const link of linksIn(block)) {
    const source = text.slice(startOf(link), endOf(link))
    if (!link.position || !link.url.endsWith(textOf(link))) continue
    forms.set(link.url, source.startsWith('[') ? 'resource' : source.startsWith('<') ? 'autolink' : 'bare')
  }
  return forms
}

/**
 * The same for an edited block: a link with a new target has the form that was typed, or that of those that the block
 * lost, if they agree.
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
  return new Map([...known, ...[...targets].filter((url) => !known.has(url)).map((url) => [url, form] as const)])
}

/** The handler of a serialiser for links in given forms. */
export function linkHandler(forms: ReadonlyMap<string, LinkForm>) {
  const formOf = (node: Link) => (node.url.endsWith(textOf(node)) ? forms.get(node.url) : undefined)
  const handler = (node: Link, parent: Parents | undefined, state: State, info: Info): string => {
    const form = formOf(node)
    const [format] = node.children
    // An address without brackets cannot have a format in its text, but around it.
    if (form !== undefined && form !== 'resource' && format && format.type !== 'text' && 'children' in format)
      return state.handle({ ...format, children: [{ ...node, children: format.children }] }, parent, state, info)
    if (form === 'bare') return textOf(node)
    if (form !== 'resource') return defaultHandlers.link(node, parent, state, info)
    const explicit = { ...state, options: { ...state.options, resourceLink: true } }
    return defaultHandlers.link(node, parent, explicit, info)
  }
  const peek = (node: Link, parent: Parents | undefined, state: State): string => {
    const form = formOf(node)
    if (form === 'bare') return textOf(node).charAt(0)
    return form === 'resource' ? '[' : defaultHandlers.link.peek(node, parent, state)
  }
  return Object.assign(handler, { peek })
}

function linksIn(node: Nodes): Array<Link> {
  if (node.type === 'link') return [node]
  return 'children' in node ? node.children.flatMap((child) => linksIn(child)) : []
}

/** The text of a link that holds nothing else, with or without formats; otherwise a space, with which no target ends. */
function textOf({ children: [only, more] }: Parents): string {
  if (!only || more) return ' '
  if (only.type === 'text') return only.value
  return 'children' in only && formats.test(only.type) ? textOf(only) : ' '
}
