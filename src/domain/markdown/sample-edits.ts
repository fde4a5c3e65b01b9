import fc from 'fast-check'
import type { ListItem, Paragraph, Parents, Root, RootContent } from 'mdast'

/**
 * For tests: a change that a person makes in an editor. `at` holds numbers between 0 and 1 that
 * select the place. Returns whether the change was possible.
 */
export interface SampleEdit {
  name: string
  apply: (root: Root, at: readonly [number, number]) => boolean
}

const edits: ReadonlyArray<SampleEdit> = [
  { name: 'type a word', apply: (root, [at]) => typeWord(root, at) },
  {
    name: 'delete a block',
    apply: (root, [at]) => {
      const parent = pick(
        flows(root).filter(({ children }) => children.length > 1),
        at,
      )
      if (!parent) return false
      parent.children.splice(Math.floor(at * 977) % parent.children.length, 1)
      return true
    },
  },
  {
    name: 'insert a block',
    apply: (root, [at, what]) => {
      const parent = pick(flows(root), at)
      if (!parent) return false
      const place = Math.floor(at * 977) % (parent.children.length + 1)
      if (parent.type === 'listItem' && place === 0) return false
      parent.children.splice(place, 0, pick(inserted(), what)!)
      if (parent.type === 'listItem') parent.spread = true
      return true
    },
  },
  {
    name: 'move a block',
    apply: (root, [at, to]) => {
      if (root.children.length < 2) return false
      const [block] = root.children.splice(Math.floor(at * root.children.length), 1)
      root.children.splice(Math.floor(to * (root.children.length + 1)), 0, block!)
      return true
    },
  },
  {
    name: 'add an item',
    apply: (root, [at]) => {
      const list = anyOf(root, 'list', at)
      if (!list) return false
      const item: ListItem = {
        type: 'listItem',
        spread: false,
        checked: null,
        children: [text('A new item')],
      }
      list.children.splice(Math.floor(at * 977) % (list.children.length + 1), 0, item)
      return true
    },
  },
  {
    name: 'remove an item',
    apply: (root, [at]) => {
      const list = anyOf(root, 'list', at, ({ children }) => children.length > 1)
      list?.children.splice(Math.floor(at * 977) % list.children.length, 1)
      return Boolean(list)
    },
  },
  {
    name: 'tick a box',
    apply: (root, [at]) => {
      const item = anyOf(root, 'listItem', at, ({ checked }) => typeof checked === 'boolean')
      if (item) item.checked = !item.checked
      return Boolean(item)
    },
  },
  {
    name: 'make bold',
    apply: (root, [at]) => {
      const parent = anyOf(root, 'paragraph', at)
      const place = parent?.children.findIndex(({ type }) => type === 'text') ?? -1
      const words = parent?.children[place]
      if (!parent || words?.type !== 'text' || words.value.trim() !== words.value) return false
      parent.children.splice(place, 1, { type: 'strong', children: [words] })
      return true
    },
  },
  {
    name: 'mark a part of a word',
    apply: (root, [at, what]) => {
      const parent = anyOf(root, 'paragraph', at)
      const place =
        parent?.children.findIndex((node) => node.type === 'text' && /[a-z]{3}/.test(node.value)) ??
        -1
      const words = parent?.children[place]
      if (!parent || words?.type !== 'text' || words.value.includes('://')) return false
      const start = words.value.search(/[a-z]{3}/) + 1
      const end = start + 1 + Math.floor(what * 2)
      const [before, inner, after] = [
        { ...words, value: words.value.slice(0, start) },
        { ...words, value: words.value.slice(start, end) },
        { ...words, value: words.value.slice(end) },
      ] as const
      const type = (what * 977) % 1 < 0.5 ? 'strong' : 'emphasis'
      parent.children.splice(place, 1, before, { type, children: [inner] }, after)
      if (after.value === '') parent.children.splice(place + 2, 1)
      return true
    },
  },
]

/** Changes one word of a text outside of code. */
export function typeWord(root: Root, at: number): boolean {
  const node = anyOf(
    root,
    'text',
    at,
    ({ value }) => /[a-z]{3}/.test(value) && !value.includes('://'),
  )
  const words = [...(node?.value.matchAll(/[a-z]{3,}/g) ?? [])]
  const word = pick(words, (at * 977) % 1)
  if (!node || !word) return false
  node.value = `${node.value.slice(0, word.index)}zebra${node.value.slice(word.index + word[0].length)}`
  return true
}

const place = fc.double({ min: 0, max: 0.999, noNaN: true })

export const sampleEdit = fc.record({
  edit: fc.constantFrom(...edits),
  at: fc.tuple(place, place),
})

function inserted(): Array<RootContent> {
  return [
    text('Something new, with *no* emphasis and a [todo].'),
    { type: 'heading', depth: 2, children: [{ type: 'text', value: 'A new heading' }] },
    { type: 'blockquote', children: [text('[!NOTE]\nsaid'), text('twice')] },
    { type: 'code', lang: 'js', value: 'let a = 1\n\nlet b' },
    { type: 'thematicBreak' },
  ]
}

function text(value: string): Paragraph {
  return { type: 'paragraph', children: [{ type: 'text', value }] }
}

function pick<Item>(items: ReadonlyArray<Item>, at: number): Item | undefined {
  return items[Math.floor(at * items.length)]
}

type Node = Parents | RootContent
type NodeOf<Type> = Extract<Node, { type: Type }>

/** One of the nodes of a type that fit. */
function anyOf<Type extends Node['type']>(
  root: Root,
  type: Type,
  at: number,
  fits: (node: NodeOf<Type>) => boolean = () => true,
): NodeOf<Type> | undefined {
  return pick(
    nodes(root)
      .filter((node): node is NodeOf<Type> => node.type === type)
      .filter(fits),
    at,
  )
}

function nodes(node: Node): Array<Node> {
  return 'children' in node ? [node, ...node.children.flatMap((child) => nodes(child))] : [node]
}

type Flow =
  | Extract<Parents, { children: Array<RootContent> }>
  | Extract<Parents, { type: 'blockquote' | 'listItem' }>

function flows(root: Root): Array<Flow> {
  return nodes(root).filter((node): node is Flow =>
    ['root', 'blockquote', 'listItem'].includes(node.type),
  )
}
