import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHtmlBody } from './html-body.ts'
import { sampleDocument } from './sample-documents.ts'
import { sentMarkdown } from './sent-markdown.ts'

test.each([
  '<p>a</p>',
  '\n<h2>a</h2>\n<p>b <b>c</b></p>\n',
  '<p>a<br>b</p><hr><ul>\n<li>*</li>\n</ul>',
  '<P>a</P>\n\n<DIV>b</DIV>',
  '<pre><code>a\n\n*b*\n</code></pre>',
  '<!-- a --><p title="a > b">a</p>',
  '<style>a < b</style><p>a</p>',
  '<b>bold</b> <i>and more</i>',
])('%j counts as HTML', (text) => {
  expect(isHtmlBody(text)).toBe(true)
})

test.each([
  '<u>**bold**</u>',
  '<p>a</p> and text',
  'Text <b>bold</b>',
  '# Heading',
  '<div>\n\n# Markdown\n\n</div>\n\nMore',
  '<div>\n\nSome *text* there.\n\n## Title\n\n</div>\n',
  '<details>\n<summary>More</summary>\n\n- a\n\n</details>',
  '<div>\n\n<b>bold</b> and *more*\n\n</div>',
  '<Intro />\n\nSome *text* there.\n\n## Title\n\n- an item\n\n<Note />\n',
  '<Intro>\n\nSome *text*.\n\n</Intro>\n',
  '<Details>\n<p>a</p>\n</Details>',
  '<x-note>a</x-note>',
  '<p>a',
  '<p>a<p>b</p>',
  '<div><p>a</div></p>',
  '<div />',
  '<p title="a>b</p>',
  '<p>a < b</p>',
  '<!-- only a comment -->',
  '<https://example.org>',
  'a < b and c > d',
  '',
])('%j is Markdown', (text) => {
  expect(isHtmlBody(text)).toBe(false)
})

test('Markdown in or beside HTML is stored byte for byte without a format', async () => {
  const tag = fc.constantFrom(
    '<Intro />',
    '<div>',
    '</div>',
    '<br>',
    '<Note>',
    '</Note>',
    '<p align="center">x</p>',
    '',
  )
  await fc.assert(
    fc.asyncProperty(tag, sampleDocument, tag, async (before, text, after) => {
      const words = text.replace(/<[^>]*>/g, '').trim()
      fc.pre(/^\w/.test(words))
      const body = `${before}\n\n${words}\n\n${after}\n`
      const sent = await sentMarkdown(
        { content: body, contentFormat: undefined },
        '',
        async () => '',
      )
      expect(sent).toBe(body)
    }),
    { numRuns: 80 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
})

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** The site's own texts, and texts of other projects if they exist beside the checkout. */
const folders = ['content', '../shared/corpus']
  .map((name) => path.join(root, name))
  .filter(existsSync)

test.each(folders)('no text in %s is taken for HTML, alone or between tags', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  for (const name of files) {
    const body = readFileSync(path.join(folder, name), 'utf8').replace(/^---\n.*?\n---\n/s, '')
    if (!/^[\w#]/m.test(body)) continue
    expect(isHtmlBody(body), name).toBe(false)
    expect(isHtmlBody(`<div>\n\n${body}\n\n</div>\n`), name).toBe(false)
  }
})

test('hostile texts take no longer than honest ones', () => {
  const hostile = [
    "<a '",
    '<div>',
    '<!--',
    '<p "',
    '</p>',
    '\n',
    ' ',
    '<p>\n',
    '<b>a<i>b</b>',
    '<',
    '<pre>',
  ]
  const started = process.cpuUsage()
  for (const part of hostile) isHtmlBody(part.repeat(300_000 / part.length))
  for (const part of hostile) isHtmlBody(`<p>${part.repeat(300_000 / part.length)}</p>`)
  const { user } = process.cpuUsage(started)
  expect(user / 1e6).toBeLessThan(2)
})
