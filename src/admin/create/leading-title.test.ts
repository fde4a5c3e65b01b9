import { expect, test } from 'vitest'
import { withoutLeadingTitle } from './editor-tab.tsx'

test.each([
  ['a line', 'Warp modes\n\nText.\n', 'Text.\n'],
  ['a heading', '# Warp modes\n\nText.\n', 'Text.\n'],
  ['a heading that is underlined', 'Warp modes\n===\n\nText.\n', 'Text.\n'],
  ['a line with marks', '\n**Warp Modes:**\n\n\nText.\n\nMore.\n', 'Text.\n\nMore.\n'],
  ['something else', 'Warp modes and more\n\nText.\n', null],
  ['the title in a paragraph', 'Warp modes\ngo on here.\n', null],
  ['nothing but the title', 'Warp modes\n', null],
  ['nothing', '', null],
])('a text that begins with %s', (_what, markdown, expected) => {
  expect(withoutLeadingTitle(markdown, ' Warp modes ')).toBe(expected)
})

test('without a title there is nothing to take out', () => {
  expect(withoutLeadingTitle('\n\nText.\n', '')).toBeNull()
})
