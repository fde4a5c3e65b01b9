import { Document, isScalar, type Node, type Scalar, visit } from 'yaml'
import type { PlainValue } from './safe-yaml.ts'

/** How a file writes YAML. */
export interface YamlStyle {
  singleQuote: boolean
  /** Whether the dashes of a list are indented relative to its key. */
  indentLists: boolean
  /** Whether lists of words are written as `[a, b]`. */
  flowLists: boolean
}

/** Texts that other YAML readers take for a date, a number or a boolean. They are quoted. */
const looksOtherwise =
  /^(?:[-+.]?\d[\d\s_,.:+\-eExXoOtTzZ]*|[-+]?0(?:x[\da-f_]+|b[01_]+)|y|n|yes|no|on|off|true|false|null|~|=|<<|[-+]?\.inf|\.nan)$/i

/**
 * Writes `key: value` with its last line end, each line behind `indent` spaces. `type` is how the
 * value's scalar was written before.
 */
export function writePair(
  key: string,
  value: PlainValue,
  style: YamlStyle,
  indent = 0,
  type?: Scalar.Type | null,
): string {
  return indented(written({ [key]: value }, style, type ? { type } : {}), indent)
}

/** Writes `- value` with its last line end, each line behind `indent` spaces. */
export function writeItem(value: PlainValue, style: YamlStyle, indent: number): string {
  return indented(written([value], style, { top: 'block' }), indent)
}

/** Writes a value for use within `[…]`, on one line. */
export function writeInFlow(
  value: PlainValue,
  style: YamlStyle,
  type?: Scalar.Type | null,
): string {
  return written([value], style, { top: 'flow', ...(type ? { type } : {}) })
    .replace(/^\[ ?/, '')
    .replace(/ ?\]\s*$/, '')
}

interface Hints {
  top?: 'flow' | 'block'
  /** The type of all scalars of a list, if they have the same type. */
  type?: Scalar.Type
}

function written(value: PlainValue, style: YamlStyle, { top, type }: Hints): string {
  const document = new Document(value, { schema: 'core', version: '1.2' })
  visit(document, {
    Scalar: (place, node) => {
      if (place === 'key' || typeof node.value !== 'string') return
      const quoted = node.value === '' || looksOtherwise.test(node.value)
      const inQuotes = style.singleQuote ? 'QUOTE_SINGLE' : 'QUOTE_DOUBLE'
      if (type && !(type === 'PLAIN' && quoted)) node.type = type
      else if (quoted) node.type = inQuotes
    },
    Seq: (_place, node) => {
      if (node !== document.contents)
        node.flow = node.items.length === 0 || (style.flowLists && node.items.every(isShort))
    },
  })
  const contents = document.contents as (Node & { flow?: boolean }) | null
  if (contents && top) contents.flow = top === 'flow'
  return document.toString({
    lineWidth: 0,
    indent: 2,
    indentSeq: style.indentLists,
    singleQuote: style.singleQuote,
    flowCollectionPadding: false,
    blockQuote: type === 'BLOCK_FOLDED' ? 'folded' : 'literal',
  })
}

function isShort(item: unknown) {
  return isScalar(item) && !String(item.value).includes('\n')
}

function indented(text: string, indent: number) {
  return indent === 0 ? text : text.replace(/^(?=[^\n])/gm, ' '.repeat(indent))
}
