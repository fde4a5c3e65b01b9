import { expect, test } from 'vitest'
import { sameMeaning } from './meaning.ts'
import { parseMarkdown } from './parse.ts'
import { houseStyle } from './style.ts'
import { writeBlock } from './write.ts'

const targets = (markdown: string) => [
  ...JSON.stringify(parseMarkdown(markdown).root).matchAll(/"url":"([^"]*)"/g),
]

test.each([
  ['the www. part', []],
  ['(www.)', []],
  ['www., and *www.*', []],
  ['WWW. www..', []],
  ['**a**www. b', []],
  ['| www. |\n| - |', []],
  ['www.a.org www.', ['http://www.a.org']],
  ['www.é.org', ['http://www.é.org']],
  ['[www](http://www)', ['http://www']],
  ['<http://www> https://www', ['http://www', 'https://www']],
])('%j leads to %j', (markdown, addresses) => {
  expect(targets(markdown).map(([, url]) => url)).toEqual(addresses)
  const { root } = parseMarkdown(markdown)
  expect(sameMeaning(writeBlock(root, houseStyle), markdown)).toBe(true)
})

test('the text around is one node at its place', () => {
  const [paragraph] = parseMarkdown('the www. part *b*').root.children
  const [text, more] = paragraph && 'children' in paragraph ? paragraph.children : []
  expect(text).toMatchObject({
    value: 'the www. part ',
    position: { start: { offset: 0 }, end: { offset: 14 } },
  })
  expect(more?.type).toBe('emphasis')
})
