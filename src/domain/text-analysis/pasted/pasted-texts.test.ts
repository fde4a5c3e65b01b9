import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { analyzeText } from '../analyze-text.ts'

interface Pasted {
  name: string
  category: string
  /** As somebody pastes it: no heading is marked. */
  text: string
  headings: Array<string>
}

/**
 * `texts.txt`: '@ category' begins a text, and '§ ' a line that a reader takes for a subheading.
 */
function writtenTexts(): Array<Pasted> {
  const file = readFileSync(path.join(import.meta.dirname, 'texts.txt'), 'utf8')
  return file
    .split(/^@ /m)
    .slice(1)
    .map((part) => {
      const [category = '', ...lines] = part.trim().split('\n')
      const headings = lines.flatMap((line) =>
        line.startsWith('§ ') ? [line.slice(2).replace(/\*\*/g, '')] : [],
      )
      return {
        name: lines[0] ?? '',
        category,
        headings,
        text: lines.join('\n').replace(/^§ /gm, ''),
      }
    })
}

/** The sample articles without the marks of their headings. */
function ownArticles(): Array<Pasted> {
  const folder = path.join(import.meta.dirname, '../../../../content/articles')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  return files.map((name) => {
    const [, head = '', body = ''] =
      /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(path.join(folder, name), 'utf8')) ?? []
    const title = /^title: "?(.*?)"?$/m.exec(head)?.[1] ?? ''
    const headings = [...body.matchAll(/^#{2,6} (.*)$/gm)].map((match) => match[1] as string)
    const text = `${title}\n\n${body.replace(/^#{2,6} /gm, '').trim()}`
    return { name, category: /^category: (\w+)/m.exec(head)?.[1] ?? '', headings, text }
  })
}

const analyze = (content: string) => analyzeText({ content, contentType: 'article' }, [])
const analysed = (texts: Array<Pasted>) =>
  texts.map((text) => ({ ...text, analysis: analyze(text.text) }))
const written = analysed(writtenTexts())

function headingsFound({ analysis, headings }: (typeof written)[number]): {
  right: number
  wrong: Array<string>
} {
  const found = [...analysis.content.matchAll(/^#{2,6} (.*)$/gm)].map((match) => match[1] as string)
  return {
    right: headings.filter((heading) => found.includes(heading)).length,
    wrong: found.filter((heading) => !headings.includes(heading)),
  }
}

test.each([
  ['texts written for this', () => written, 40],
  ['sample articles without their marks', () => analysed(ownArticles()), 20],
])(
  'of %s, nine of ten subheadings are found, and hardly anything else is taken for one',
  (_what, read, least) => {
    const texts = read()
    expect(texts.length).toBeGreaterThanOrEqual(least)
    const results = texts.map(headingsFound)
    const expected = texts.reduce((sum, { headings }) => sum + headings.length, 0)
    expect(results.reduce((sum, { right }) => sum + right, 0)).toBeGreaterThanOrEqual(
      expected * 0.9,
    )
    expect(results.flatMap(({ wrong }) => wrong).length).toBeLessThanOrEqual(expected * 0.05)
  },
)

test('nine of ten texts get the category that a reader would choose', () => {
  const wrong = written.filter(({ analysis, category }) => analysis.category !== category)
  expect(wrong.length).toBeLessThanOrEqual(written.length * 0.1)
})

test.each([
  ['a letter', 'Hi everyone,\n\nThis is about swing.\n\nSee you next week\n\nCheers,\nAda'],
  ['a poem', 'Rain on the tape\n\nSlow in the wires\n\nNobody counts\n\nHere comes the choir'],
  [
    'a hard-wrapped paragraph',
    'A title\n\nThe first line of a paragraph is short\nBut it goes on here, and it is a sentence.',
  ],
  [
    'settings',
    'The compressor.\n\nAttack: 10 ms\n\nThe release follows the tempo and should be back before the next kick.',
  ],
  ['an introduction of a list', 'A title\n\nYou will need:\n\n- a kick\n- a bass'],
  [
    'dates and names',
    'A title\n\nBy Ada Lovelace\n\nJune 3, 2026\n\nThe text begins here and has a sentence that is long enough.',
  ],
  [
    'marked headings',
    '## One\n\nA text.\n\nA Short Line\n\nAnother text that is long enough to be a whole paragraph.',
  ],
])('no line of %s becomes a heading', (_what, text) => {
  expect(analyze(text).content).toBe(text)
})

test('a title that its text follows without a gap stands alone, and numbers stay with their headings', () => {
  const paragraph =
    'Tune the kick first, because everything else is measured by it, and then listen in mono.'
  expect(
    analyze(
      `Kicks that hold\n${paragraph}\n\n1. Tune it\n\n${paragraph}\n\n2. Shape it\n\n${paragraph}`,
    ).content,
  ).toBe(
    `Kicks that hold\n\n${paragraph}\n\n## 1. Tune it\n\n${paragraph}\n\n## 2. Shape it\n\n${paragraph}`,
  )
})
