import { isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml'
import type { PlainMap, PlainValue } from './safe-yaml.ts'
import type { YamlStyle } from './yaml-write.ts'

/** How the keys of a map are written: the quotes used most, and what its lists look like. */
export function styleOf(root: YAMLMap, text: string): YamlStyle {
  let single = 0
  let double = 0
  const lists: Array<{ flow: boolean; indented: boolean }> = []
  for (const { key, value } of root.items as Array<Pair<Node, Node | null>>) {
    if (isScalar(value) && value.type === 'QUOTE_SINGLE') single += 1
    if (isScalar(value) && value.type === 'QUOTE_DOUBLE') double += 1
    if (!isSeq(value) || value.items.length === 0) continue
    const column = (offset: number) => offset - (text.lastIndexOf('\n', offset - 1) + 1)
    lists.push({ flow: Boolean(value.flow), indented: column(startOf(value)) > column(startOf(key)) })
  }
  const blocks = lists.filter(({ flow }) => !flow)
  return {
    singleQuote: single > double,
    indentLists: blocks.length === 0 || blocks.some(({ indented }) => indented),
    flowLists: lists.length === 0 || blocks.length < lists.length,
  }
}

/** Offsets of the dashes of a block list; none for any other. */
export function dashesOf(list: YAMLSeq): Array<number> {
  const token = list.srcToken
  if (token?.type !== 'block-seq') return []
  return token.items.flatMap(({ start }) =>
    start.filter(({ type }) => type === 'seq-item-ind').map(({ offset }) => offset),
  )
}

/** A key as `parseSafeYaml` names it. */
export function keyName(key: Node): string {
  return isScalar(key) ? (typeof key.value === 'string' ? key.value : (key.source ?? String(key.value))) : ''
}

/** Whether a text stands in lines below its key (`|` or `>`). */
export function isBlock(node: Node | null): boolean {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')
}

/** Whether a value is a map of values. */
export function isPlainMap(value: PlainValue | undefined): value is PlainMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Where a node begins in its text. */
export function startOf(node: Node | null): number {
  return node?.range?.[0] ?? 0
}

/** Where a node ends in its text, before what stands behind it on its line. */
export function endOf(node: Node | null): number {
  return node?.range?.[1] ?? 0
}

/** Without the prototype's presence or absence, which a comparison would see. */
export function plain(value: PlainValue | undefined): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (!isPlainMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}
