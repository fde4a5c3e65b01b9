import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findReferences } from '../markdown/references.ts'
import { createMarkdownRenderer } from '../markdown/render.ts'
import { renderedAnchors } from './inspect-file.ts'
import { plainAnchors, quickReferences } from './quick-references.ts'

const pieces = [
  ...['[a](/a)', '[b](/b "t")', '[c](</c d>)', '[d](\n/d)', '[e][r]', '[r]: /r', '[r]:\n  /s "t"', '[^1]: /no', '[^1]'],
  ...['![p](/p.png)', '![](/q.png)', '![*x*](/x.png)', '![s][r]', '[![t](/t.png)](/u)', '![v](/v.png "w")', '!['],
  ...[
    '<a href="/h">h</a>',
    "<a class='x' href='/i'>",
    '<img src=/j.png alt="">',
    '<img src="/k.png" alt="k">',
    '<A\nHREF="/l">',
  ],
  ...[
    '`[m](/m)`',
    '`',
    '```',
    '~~~',
    '    ',
    '> ',
    '- ',
    '1. ',
    '## Head one',
    '# Two, three',
    '## `four`',
    '#five',
    '---',
  ],
  ...[
    '\\[n](/n)',
    '[o](/o\\))',
    '[q](/q(1))',
    '[y](/y&amp;z)',
    'https://example.com/x',
    '<https://example.com>',
    '<!--',
    '-->',
  ],
  ...[
    '<div>',
    '</div>',
    '<pre>',
    '\n',
    '\n\n',
    ' ',
    'word',
    '](',
    '](/z',
    ')',
    ']: /end',
    '[',
    ']',
    '\u00A0',
    '| a | [b](/t) |',
  ],
]
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''))
const lines = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join('\n'))
const render = createMarkdownRenderer()

function expectAll(markdown: string) {
  const quick = quickReferences(markdown)
  if (quick === null) return
  const known = new Set(quick.map(({ kind, url }) => `${kind} ${url}`))
  const exact = findReferences(markdown).filter(({ url }) => !/^[a-z][a-z0-9+.-]*:/i.test(url))
  expect(exact.filter(({ kind, url }) => !known.has(`${kind} ${url}`))).toEqual([])
}

async function expectAnchors(markdown: string) {
  const anchors = await renderedAnchors([{ markdown, firstLine: 1 }], (text) =>
    render({ markdown: text, dimensions: {} }),
  )
  expect(plainAnchors(markdown).filter((anchor) => !anchors.includes(anchor))).toEqual([])
}

test('no link and no picture that the parser finds is missed, whatever the text is', () => {
  fc.assert(fc.property(fc.oneof(texts, lines), expectAll), { numRuns: 2_000 })
})

test('an anchor that counts as certain is on the page', async () => {
  await fc.assert(fc.asyncProperty(fc.oneof(texts, lines), expectAnchors), { numRuns: 200 })
})

test('in the articles of the site, nearly everything is found quickly', () => {
  const folder = path.join(import.meta.dirname, '../../../content/articles')
  const bodies = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8').replace(/^---\n.*?\n---\n/s, ''))
  for (const body of bodies) expectAll(body)
  expect(bodies.filter((body) => quickReferences(body) === null).length).toBeLessThan(bodies.length / 4)
})

test.each(['](', ']:', '![', '<a ', '[^'])('%s a hundred thousand times is read in passing', (sign) => {
  const before = process.cpuUsage()
  quickReferences(sign.repeat(100_000))
  plainAnchors(sign.repeat(100_000))
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(4_000)
})
