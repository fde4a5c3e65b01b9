import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findReferences } from '../markdown/references.ts'
import { createMarkdownRenderer } from '../markdown/render.ts'
import { renderedAnchors } from './inspect-file.ts'
import { onlyParts, plainAnchors, quickReferences } from './quick-references.ts'

/** `npm run soak -- properties` tries that many times as many texts as `npm test`. */
const times = Number(import.meta.env.PROPERTY_TIMES ?? 1)

const pieces = [
  '[a](/a)',
  '[b](/b "t")',
  '[c](</c d>)',
  '[d](\n/d)',
  '[e][r]',
  '[r]: /r',
  '[r]:\n  /s "t"',
  '[^1]: /no',
  '[^1]',
  '![p](/p.png)',
  '![](/q.png)',
  '![*x*](/x.png)',
  '![s][r]',
  '[![t](/t.png)](/u)',
  '![v](/v.png "w")',
  '![',
  '<a href="/h">h</a>',
  "<a class='x' href='/i'>",
  '<img src=/j.png alt="">',
  '<img src="/k.png" alt="k">',
  '<A\nHREF="/l">',
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
  '\\[n](/n)',
  '[o](/o\\))',
  '[q](/q(1))',
  '[y](/y&amp;z)',
  'https://example.com/x',
  '<https://example.com>',
  '<!--',
  '-->',
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
]
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''))
const lines = fc
  .array(fc.constantFrom(...pieces), { maxLength: 14 })
  .map((parts) => parts.join('\n'))
const partTexts = fc
  .array(
    fc.tuple(
      fc.oneof(texts, lines),
      fc.constantFrom(
        '\n\n# Head\n',
        '\n\n## Head\n\n',
        '\n# Head\n',
        '\r\n\r\n# Head\r\n',
        '\n\n',
        '\n \n\t',
        '\n\n- ',
      ),
    ),
    {
      maxLength: 5,
    },
  )
  .map((sections) => sections.flat().join(''))
const render = createMarkdownRenderer()

function expectAll(markdown: string) {
  const quick = quickReferences(markdown)
  const exact = ownReferences(markdown)
  // The parser reads the parts with something unclear; all the others are known.
  const read = findReferences(onlyParts(markdown, unclearIn(markdown)))
  const known = new Set(
    [...quick, ...read].map((reference) =>
      'url' in reference ? `${reference.kind} ${reference.url}` : '',
    ),
  )
  expect(exact.filter(({ kind, url }) => !known.has(`${kind} ${url}`))).toEqual([])
}

/**
 * What the parser finds, without the addresses of other sites: the check passes them, and some have
 * no line.
 */
const ownReferences = (markdown: string) =>
  findReferences(markdown).filter(({ url }) => !/^[a-z][a-z0-9+.-]*:/i.test(url))

const unclearIn = (markdown: string) =>
  quickReferences(markdown).flatMap(({ kind, at }) => (kind === 'unclear' ? [at] : []))

/**
 * Expects the parser to find in the parts around some offsets what it finds in the whole text, on
 * the same lines.
 */
function expectParts(markdown: string, some: (reference: { at: number }) => boolean) {
  const at = quickReferences(markdown).flatMap((reference) =>
    some(reference) ? [reference.at] : [],
  )
  const text = onlyParts(markdown, at)
  expect(text.split('\n').length).toBe(markdown.split('\n').length)
  const lines = new Set(text.split('\n').flatMap((line, index) => (line === '' ? [] : [index + 1])))
  for (const offset of at) expect(lines).toContain(markdown.slice(0, offset).split('\n').length)
  expect(ownReferences(text)).toEqual(ownReferences(markdown).filter(({ line }) => lines.has(line)))
}

async function expectAnchors(markdown: string) {
  const anchors = await renderedAnchors([{ markdown, firstLine: 1 }], (text) =>
    render({ markdown: text, dimensions: {} }),
  )
  expect(plainAnchors(markdown).filter((anchor) => !anchors.includes(anchor))).toEqual([])
}

test('no link and no picture that the parser finds is missed, whatever the text is', () => {
  const acrossAnEmptyLine = '](\n    \n[a](/a)'
  fc.assert(fc.property(fc.oneof(texts, lines), expectAll), {
    numRuns: 120 * times,
    seed: 1,
    examples: [[acrossAnEmptyLine]],
  })
})

test('parts are parsed alone as within the whole text, whatever the text is', () => {
  // The first fence is a line of the HTML, so that the second one opens code.
  const fenceInHtml = '<div>\n~~~\n\n\n\n~~~\n\n# Head\n`[m](/m)`\n[a](/a)\n\n# Head\n'
  fc.assert(
    fc.property(partTexts, fc.integer({ min: 2, max: 4 }), (markdown, each) =>
      expectParts(markdown, ({ at }) => at % each === 0),
    ),
    { numRuns: 60 * times, seed: 1, examples: [[fenceInHtml, 2]] },
  )
})

test('only the parts with a suspect and those with definitions are parsed', () => {
  const text = '[a](/a)\n\n# One\n\n[b](/b)\n\n```\n\n# no\n```\n\n- [c](/c)\n\n  more\n\n[r]: /r\n'
  expect(onlyParts(text, [text.indexOf('[c]')])).toBe(
    '\n\n\n\n\n\n\n\n\n\n\n- [c](/c)\n\n  more\n\n[r]: /r\n',
  )
})

test('an anchor that counts as certain is on the page', async () => {
  await fc.assert(fc.asyncProperty(fc.oneof(texts, lines), expectAnchors), {
    numRuns: 20 * times,
    seed: 1,
  })
})

test('in the articles of the site, nearly everything is found quickly', () => {
  const folder = path.join(import.meta.dirname, '../../../content/articles')
  const bodies = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8').replace(/^---\n.*?\n---\n/s, ''))
  for (const body of bodies.filter((_, at) => at % 4 === 0)) expectAll(body)
  expect(bodies.filter((body) => unclearIn(body).length > 0).length).toBeLessThan(bodies.length / 4)
})

test.each(['](', ']:', '![', '<a ', '[^'])(
  '%s a hundred thousand times is read in passing',
  (sign) => {
    const before = process.cpuUsage()
    quickReferences(sign.repeat(100_000))
    plainAnchors(sign.repeat(100_000))
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(4_000)
  },
)
