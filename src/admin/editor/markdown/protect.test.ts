import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameMeaning } from '#domain/markdown/meaning.ts'
import { preserveBlocks } from '#domain/markdown/preserve-blocks.ts'
import { rootOf, type TreeNode } from './editor-tree.ts'
import { readEditable, withDefinitions } from './protect.ts'
import { writeTree } from './write-tree.ts'

const whole = (tree: TreeNode) => tree
const sources = ({ children = [] }: TreeNode) =>
  children.flatMap(({ type, value }) => (type === 'sourceBlock' ? [value] : []))

test.each([
  ['Para.\n\n  ```ts title="x"\n  code\n  ```\n\nMore *text*.\n', ['```ts title="x"\ncode\n```']],
  ['Para.\n\n```ts title="x"\ncode\n', ['```ts title="x"\ncode\n```']],
  ['Para.\n\n<!-- open\n\nMore\n', ['<!-- open\n\nMore\n']],
  ['Para.\n\n| a |\n| - |\n| b | c |\n\nMore\n', ['| a |\n| - |\n| b | c |']],
  ['Para.\n\n<details>\nx\n</details>\n\nMore\n', ['<details>\nx\n</details>']],
])('of %j only %j is protected', (markdown, protectedParts) => {
  expect(sources(readEditable(markdown, whole).tree)).toEqual(protectedParts)
})

const oddities = [
  '  ```ts title="x"\n  code\n  ```',
  '   ~~~ts x=1\n    code\n   ~~~',
  '- item\n\n  ```ts title="x"\n  code\n  ```',
  '> ```ts title="x"\n> code',
  '- item\n\n  <!-- open',
  '> <!-- open',
  '<div>\nraw\n</div>',
]

test('around what is protected, every paragraph can be edited, and the text reads as before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...oddities, 'Some *text*.', '## Head', '* item'), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.constantFrom('', '\n\n<!-- open\n\nto the end', '\n\n```ts title="x"\nto the end'),
      (blocks, end) => {
        const markdown = `Start.\n\n${blocks.join('\n\nBetween.\n\n')}\n\nEnd.${end}\n`
        const { tree, definitions, baseline } = readEditable(markdown, whole)
        const paragraphs = (tree.children ?? []).filter(({ type }) => type === 'paragraph')
        expect(paragraphs.length).toBeGreaterThanOrEqual(blocks.length + 1)
        expect(baseline).toBe(withDefinitions(definitions, writeTree(tree)))
        expect(sameMeaning(baseline, markdown)).toBe(true)
        // An unclosed source must not extend over the text after it.
        const more: TreeNode = {
          type: 'paragraph',
          children: [{ type: 'text', value: 'Something new.' }],
        }
        const edited = writeTree(rootOf([...(tree.children ?? []), more]))
        const result = preserveBlocks(markdown, edited, { baseline })
        expect(readEditable(result, whole).tree.children?.at(-1)?.type).toBe('paragraph')
        expect(result.startsWith(markdown.trimEnd())).toBe(true)
      },
    ),
    { numRuns: 10 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
})

test('what the editor writes reads as the text, whatever its bullets and empty lines', () => {
  const bullet = fc.constantFrom('-', '*', '+', '1.')
  const item = fc.tuple(
    bullet,
    fc.constantFrom('item', '', '*em*', '- - x', '[ ] task', 'a\n* b', '# Head'),
  )
  const list = fc
    .array(item, { minLength: 1, maxLength: 4 })
    .map((items) => items.map(([mark, text]) => `${mark} ${text}`).join('\n'))
  const block = fc.oneof(
    list,
    fc.constantFrom('Para.', '***', '    code', '> * quoted', '* a\n\n  + b\n* c'),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(block, fc.constantFrom('\n', '\n\n', '\n\n\n'))), (blocks) => {
      const markdown = blocks.flat().join('')
      expect(sameMeaning(readEditable(markdown, whole).baseline, markdown)).toBe(true)
    }),
    { numRuns: 15 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
})
