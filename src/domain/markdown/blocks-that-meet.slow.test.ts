import type { Root } from 'mdast'
import { expect, test } from 'vitest'
import { sameMeaning } from './meaning.ts'
import { preserveBlocks } from './preserve-blocks.ts'
import { asAnEditorWrites } from './sample-editor.ts'

/** One block of each kind and spelling, including those that can continue in the block below. */
const kinds = {
  paragraph: 'Para *one*\nand __two__.',
  'indented paragraph': '   Para in.',
  'quoted paragraph': '"Quoted" start.',
  list: '* one\n* two\n* three',
  'list of one': '* one',
  'loose list': '* one\n\n* two\n\n* three',
  dashes: '- one\n- two\n- three',
  'indented list': ' - one\n - two\n - three',
  'deeply indented list': '   - one\n   - two\n   - three',
  'ordered list': '1. one\n2. two\n3. three',
  'list from two': '2. one\n3. two',
  'loose ordered list': '1.  one\n\n    more\n\n2.  two\n\n3.  three',
  'list with parentheses': '1) one\n2) two',
  tasks: '* [ ] one\n* [x] two\n* [ ] three',
  'nested list': '* one\n  * a\n  * b\n* two\n* three',
  'list with an empty item': '*\n* b\n* c',
  'indented code': '    code\n    more',
  'tabbed code': '\tcode',
  fence: '~~~js\nlet a\n~~~',
  'indented fence': '  ```js\n  let a\n  ```',
  'setext heading': 'Title\n=====',
  'dashed heading': 'Sub\n---',
  heading: '## Two ##',
  quote: '> said\n> more',
  'lazy quote': '> said\nmore',
  callout: '> [!TIP]\n> do',
  'quote of a list': '> * one\n> * two',
  table: 'a|b\n-|-\n1|2',
  'table with pipes': '| a | b |\n| - | - |\n| 1 | 2 |',
  html: '<div>\nraw\n</div>',
  comment: '<!-- words -->',
  tag: '<br/>',
  aligned: '<p align="center">mid</p>',
  rule: '* * *',
  dashed: '---',
  definition: '[x]: /y "t"',
  footnote: '[^n]: Note *n*.',
  'long footnote': '[^m]: Note.\n\n    More.',
  divider: '<!---->',
}

const isMiddle = (node: Root['children'][number] | undefined) =>
  node?.type === 'paragraph' &&
  node.children[0]?.type === 'text' &&
  node.children[0].value === 'Middle:'

const edits: ReadonlyArray<[name: string, edit: (root: Root) => void]> = [
  [
    'is removed',
    (root) => {
      root.children = root.children.filter((node) => !isMiddle(node))
    },
  ],
  [
    'is moved before the first',
    (root) => {
      for (const [index, node] of root.children.entries())
        if (isMiddle(node) && index > 0)
          root.children.splice(index - 1, 2, node, root.children[index - 1]!)
    },
  ],
  [
    'is moved to the end',
    (root) => {
      const middle = root.children.filter(isMiddle)
      root.children = [...root.children.filter((node) => !isMiddle(node)), ...middle.slice(0, 1)]
    },
  ],
]

type Kind = keyof typeof kinds
const names = Object.keys(kinds) as Array<Kind>

/**
 * Kinds that may become one block, or continue in the other: each is a family, and lists and notes
 * take in what is indented.
 */
const families = [
  /paragraph/,
  /list|dashes|tasks/,
  /code|fence/,
  /quote|callout/,
  /head/,
  /table/,
  /html|comment|tag/,
]
const familyOf = (name: Kind) => families.findIndex((family) => family.test(name))
const takesIn = (first: Kind, second: Kind) =>
  /list|dashes|tasks|footnote/.test(first) && /indented|tabbed/.test(second)

/**
 * The kinds that a kind meets: half of those that it may meet badly and some others; all in `npm
 * run soak -- properties`.
 */
function neighborsOf(first: Kind): Array<Kind> {
  const isSoak = import.meta.env.PROPERTY_TIMES !== undefined
  return names.filter(
    (second, at) =>
      isSoak ||
      (familyOf(first) >= 0 &&
        familyOf(first) === familyOf(second) &&
        (names.indexOf(first) + at) % 2 === 0) ||
      takesIn(first, second) ||
      (names.indexOf(first) + at) % 18 === 0,
  )
}

// Every kind is tested by removing a block; only some are tested by moving, which uses the same
// code.
const pairs = names.flatMap((name, index) =>
  edits.filter((_, at) => at === 0 || index % 18 === at).map(([edit]) => [edit, name] as const),
)

test.each(pairs)(
  'what %s between a %s and other kinds of blocks changes only the lines that meet',
  (edit, name) => {
    const seconds = neighborsOf(name).map((second) => kinds[second])
    const places = seconds.map((second) => `Place.\n\n${kinds[name]}\n\nMiddle:\n\n${second}`)
    const text = `Start __here__[^n][^m].\n=====\n\n+ other\n+ list\n\n${places.join('\n\n')}\n\nEnd _of it_ [x].\n`
    const edited = asAnEditorWrites(text, edits.find(([known]) => known === edit)![1])
    const result = preserveBlocks(text, edited)
    expect(sameMeaning(result, edited)).toBe(true)
    const gone = missingLines(text, result).filter((line) => line !== 'Middle:')
    const added = missingLines(result, text).filter((line) => line !== '<!-- -->')
    // Lines that meet may change: a short list gets another marker, an indented paragraph loses its
    // indent.
    expect(gone.length).toBeLessThanOrEqual(2 * places.length)
    expect(gone.map(bare).sort()).toEqual(added.map(bare).sort())
    for (const line of gone) expect(line).toMatch(/^(?: {2,3}\S|[-*+\d])/)
  },
)

test.each([
  [
    'Title\n=====\n\n* one\n* two\n\nMiddle:\n\n* three\n',
    '# Title\n\n- one\n- two\n\n* three\n',
    'Title\n=====\n\n* one\n* two\n\n- three\n',
  ],
  [
    'Title\n=====\n\n* one\n* two\n\nMiddle:\n\n* three\n* four\n* five\n',
    '# Title\n\n- one\n- two\n\n* three\n* four\n* five\n',
    'Title\n=====\n\n* one\n* two\n\n<!-- -->\n\n* three\n* four\n* five\n',
  ],
  [
    'Title\n=====\n\n    one\n\nMiddle:\n\n    two\n',
    '# Title\n\n```\none\n```\n\n```\ntwo\n```\n',
    'Title\n=====\n\n    one\n\n<!-- -->\n\n    two\n',
  ],
  // Also inside quotes and list items.
  [
    '> * one\n>\n> Middle:\n>\n> * two\n\n_end_\n',
    '> - one\n>\n> * two\n\n*end*\n',
    '> * one\n>\n> <!-- -->\n>\n> * two\n\n_end_\n',
  ],
  [
    '1.  a\n\n    * one\n\n    Middle:\n\n    * two\n\n2.  _b_\n',
    '1. a\n\n   - one\n\n   * two\n\n2. *b*\n',
    '1.  a\n\n    * one\n\n    <!-- -->\n\n    * two\n\n2.  _b_\n',
  ],
  [
    'a\r\n\r\n* one\r\n\r\nb\r\n\r\n* two\r\n',
    'a\n\n* one\n\n- two\n',
    'a\r\n\r\n* one\r\n\r\n- two\r\n',
  ],
])('%j becomes %j as %j', (original, edited, expected) => {
  expect(preserveBlocks(original, edited)).toBe(expected)
})

/** The non-empty lines that occur more often in `text` than in `other`. */
function missingLines(text: string, other: string): Array<string> {
  const left = new Map<string, number>()
  for (const line of other.split('\n')) left.set(line, (left.get(line) ?? 0) + 1)
  return text.split('\n').filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0 && line.trim() !== ''
  })
}

/** A line without its indent and list marker. */
function bare(line: string): string {
  return line.replace(/^ *(?:[-*+]|\d+[.)])? */, '')
}
