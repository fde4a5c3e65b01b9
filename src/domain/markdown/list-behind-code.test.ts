import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkdown } from './parse.ts'
import { preserveBlocks } from './preserve-blocks.ts'
import { asAnEditorWrites } from './sample-editor.ts'

const kinds = (markdown: string) => parseMarkdown(markdown).root.children.map(({ type }) => type)

test.each([
  ['    code\n\n2. Two\n', ['code', 'list']],
  ['    code\n2. Two\n', ['code', 'list']],
  ['\tcode\n\n    more\n\n10) Ten\n', ['code', 'list']],
  ['    code\n\n-\n- b\n', ['code', 'list']],
  // Only a paragraph may not be interrupted by them.
  ['  text\n2. Two\n', ['paragraph']],
  ['    code\n\ntext\n2. Two\n', ['code', 'paragraph']],
  ['    code\n\n  text\n2. Two\n', ['code', 'paragraph']],
])('%j is %j', (markdown, expected) => {
  expect(kinds(markdown)).toEqual(expected)
})

test('an ordered list behind indented code is the list that it is behind a rule, and a letter typed there changes its line', () => {
  const line = fc.constantFrom('one', 'two words', '*three*')
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('\n', '\n\n', '\n\n\n'),
      fc.integer({ min: 0, max: 99 }),
      fc.constantFrom('.', ')'),
      fc.array(line, { minLength: 1, maxLength: 3 }),
      (code, gap, start, sign, items) => {
        const list = items.map((item, index) => `${start + index}${sign} ${item}`).join('\n')
        const text = `${code.map((part) => `    ${part}`).join('\n')}${gap}${list}\n`
        expect(kinds(text)).toEqual(['code', ...kinds(`***\n\n${list}\n`).slice(1)])
        const changed = `${text.trimEnd()} q\n`
        expect(preserveBlocks(text, asAnEditorWrites(changed))).toBe(changed)
      },
    ),
    { numRuns: 15 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
})
