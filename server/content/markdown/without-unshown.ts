import type { Nodes } from 'mdast'
import { linkSchemes } from '#domain/body-format.ts'
import { parseMarkdown } from '#domain/markdown/parse.ts'
import { type Attribute, type Tag, tagsIn } from './html-tags.ts'
import { checkDepth, checkText } from './limits.ts'
import { bodyPolicy } from './policy.ts'

/** A replacement: the offsets of the old text, and the new text. */
interface Edit {
  from: number
  to: number
  text: string
}

/**
 * A Markdown text without the parts that `bodyPolicy` removes when it is rendered: elements like
 * scripts with their text, tags and attributes that are not allowed (event handlers, for instance),
 * and links with forbidden schemes. All other bytes stay, also code and comments. Throws a
 * BodyRenderError for a text that can't be rendered.
 */
export function withoutUnshown(markdown: string): string {
  checkText(markdown)
  const { text, root } = parseMarkdown(markdown)
  checkDepth(root)
  const edits: Array<Edit> = []
  const tags: Array<Tag> = []
  visit(root, text, edits, tags)
  edits.push(...editsOfTags(tags))
  return applied(text, edits)
}

function visit(node: Nodes, text: string, edits: Array<Edit>, tags: Array<Tag>) {
  const from = node.position?.start.offset
  const to = node.position?.end.offset
  if (from === undefined || to === undefined) return
  if (node.type === 'html') tags.push(...tagsIn(text, from, to))
  else if (node.type === 'definition' && !leadsSomewhere(node.url, linkSchemes))
    edits.push({ from, to, text: '' })
  else if (node.type === 'image' && !leadsSomewhere(node.url, pictureSchemes))
    edits.push({ from, to, text: node.alt ?? '' })
  else if (node.type === 'link' && !leadsSomewhere(node.url, linkSchemes)) {
    // Only the text of the link stays.
    const first = node.children[0]?.position?.start.offset ?? to
    const last = node.children.at(-1)?.position?.end.offset ?? to
    edits.push({ from, to: first, text: '' }, { from: last, to, text: '' })
  }
  if ('children' in node) for (const child of node.children) visit(child, text, edits, tags)
}

const pictureSchemes = bodyPolicy.protocols?.src ?? []
const namesOfUrls: ReadonlySet<string> = new Set(Object.keys(bodyPolicy.protocols ?? {}))

/**
 * Whether an address has no scheme or one of `schemes`. Browsers ignore control characters and
 * spaces in an address.
 */
function leadsSomewhere(url: string, schemes: ReadonlyArray<string>): boolean {
  const plain = url.replace(/[\p{Cc}\s]+/gu, '').replace(/&(?:#0*58|#x0*3a|colon);?/gi, ':')
  const scheme = /^([^/?#:]*):/.exec(plain)?.[1]
  return scheme === undefined || schemes.includes(scheme.toLowerCase())
}

const shownNames: ReadonlySet<string> = new Set(bodyPolicy.tagNames)
const strippedNames: ReadonlySet<string> = new Set(bodyPolicy.strip)

function editsOfTags(tags: ReadonlyArray<Tag>): Array<Edit> {
  const edits: Array<Edit> = []
  const closing = closingTags(tags)
  let strippedTo = -1
  for (const [at, tag] of tags.entries()) {
    const { from, to, name, closes, isOpen, attributes, end } = tag
    if (from < strippedTo) continue
    if (!closes && strippedNames.has(name)) {
      const partner = closing.get(at)
      strippedTo = partner ? partner.to : end
      edits.push({ from, to: strippedTo, text: '' })
    } else if (isOpen) edits.push({ from, to: from + 1, text: '&lt;' })
    else if (!shownNames.has(name)) edits.push({ from, to, text: '' })
    else
      for (const attribute of attributes)
        if (!isShown(name, attribute))
          edits.push({ from: attribute.from, to: attribute.to, text: '' })
  }
  return edits
}

/**
 * For the index of each opening tag, the next closing tag of the same name: that is where elements
 * like `script` end.
 */
function closingTags(tags: ReadonlyArray<Tag>): ReadonlyMap<number, Tag> {
  const next = new Map<string, Tag>()
  const found = new Map<number, Tag>()
  for (const [at, tag] of [...tags.entries()].reverse()) {
    if (tag.closes) next.set(tag.name, tag)
    else {
      const partner = next.get(tag.name)
      if (partner) found.set(at, partner)
    }
  }
  return found
}

function isShown(element: string, { name, value }: Attribute): boolean {
  const named = [
    ...(bodyPolicy.attributes?.['*'] ?? []),
    ...(bodyPolicy.attributes?.[element] ?? []),
  ]
  const isNamed = named.some((one) => htmlName(typeof one === 'string' ? one : one[0]) === name)
  if (!isNamed) return false
  const schemes = namesOfUrls.has(name) ? bodyPolicy.protocols?.[name] : null
  return !schemes || leadsSomewhere(value, schemes)
}

/** An attribute's name in HTML: `dataColor` is `data-color`, `dateTime` is `datetime`. */
function htmlName(property: string): string {
  if (property === 'className') return 'class'
  return /^(?:data|aria)[A-Z]/.test(property)
    ? property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    : property.toLowerCase()
}

/**
 * The text with the edits applied; of two edits that overlap, the one that starts first is applied.
 */
function applied(text: string, edits: ReadonlyArray<Edit>): string {
  let result = ''
  let at = 0
  for (const { from, to, text: put } of [...edits].sort(
    (one, other) => one.from - other.from || other.to - one.to,
  )) {
    if (from < at) continue
    result += text.slice(at, from) + put
    at = to
  }
  return result + text.slice(at)
}
