// @vitest-environment happy-dom
import { TextSelection } from '@milkdown/kit/prose/state'
import { expect, test } from 'vitest'
import { sampleEditor } from '../sample-editor.ts'
import { linkAt } from './text-links.ts'

test.each([
  ['first', '/a'],
  ['rst wo', '/a'],
  ['t words ', '/a'],
  ['words', null],
  ['words se', null],
  ['second', '/b'],
  ['more', null],
])('the link of the selected words %j is %j', async (words, href) => {
  const { view } = await sampleEditor('[first](/a) words [second](/b) more\n')
  const start = 1 + 'first words second more'.indexOf(words)
  const selection = TextSelection.create(view.state.doc, start, start + words.length)
  expect(linkAt(view.state.apply(view.state.tr.setSelection(selection)))?.href ?? null).toBe(href)
})
