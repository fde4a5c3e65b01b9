import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleDocument } from '../../../src/domain/markdown/sample-documents.ts'
import { corpusFolders } from '../../markdown-corpus.ts'
import type { EditorPages } from './editor-page.ts'

/**
 * Every tenth text of the files and generated ones; all of them go through the domain's rules in
 * `written-texts.slow.test.ts`.
 */
const bodies = [
  ...corpusFolders.flatMap(bodiesIn).filter((_, index) => index % 10 === 0),
  ...fc
    .sample(sampleDocument, { numRuns: 6, seed: 7 })
    .map((body, index) => ({ name: `generated ${index}`, body })),
]

/** Opens, edits and saves many bodies. */
export function bodyTests({ open }: EditorPages): void {
  test('no body loses a byte when it is opened, edited and saved, and a typed word changes one line', async () => {
    const page = await open('')
    const changed: Array<string> = []
    const manyLines: Array<string> = []
    let typed = 0
    for (const [index, { name, body }] of bodies.entries()) {
      const result = await page.evaluate(touch, { body, at: (index * 0.37) % 1 })
      if (result.untouched !== body)
        changed.push(`${name}: ${firstDifference(body, result.untouched)}`)
      if (result.edited === null) continue
      typed += 1
      if (differingLines(body, result.edited) !== 1) manyLines.push(name)
    }
    expect.soft(changed).toEqual([])
    expect.soft(typed).toBeGreaterThan(bodies.length / 2)
    expect(manyLines.length / typed, manyLines.join()).toBeLessThanOrEqual(0.01)
  })
}

function bodiesIn(folder: string): Array<{ name: string; body: string }> {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => ({
      name,
      body: readFileSync(path.join(folder, name), 'utf8').replace(/^---\n.*?\n---\n/s, ''),
    }))
}

function differingLines(before: string, after: string): number {
  const [lines, others] = [before.split('\n'), after.split('\n')]
  if (lines.length !== others.length) return Math.abs(lines.length - others.length) + 1
  return lines.filter((line, at) => line !== others[at]).length
}

function firstDifference(before: string, after: string): string {
  const [lines, others] = [before.split('\n'), after.split('\n')]
  const at = lines.findIndex((line, at) => line !== others[at])
  return `${JSON.stringify(lines[at])} became ${JSON.stringify(others[at])}`
}

/**
 * Runs in the page: shows a body, types a letter at its end, removes it, and reads the text to be
 * saved; then types a word into a paragraph and reads again (null without a paragraph). Uses the
 * browser's editing commands, which take a tenth of the time of key presses.
 */
async function touch({
  body,
  at,
}: {
  body: string
  at: number
}): Promise<{ untouched: string; edited: string | null }> {
  window.harness.show(body)
  const text = document.querySelector<HTMLElement>('.ProseMirror')
  const words = [...(text?.querySelectorAll('p, li, h2') ?? [])].flatMap((block) =>
    [...block.childNodes].filter(
      (node) => node.nodeType === 3 && /^[a-z ,.]{4,}$/i.test(node.nodeValue ?? ''),
    ),
  )
  const word = words[Math.floor(at * words.length)]
  if (!text || !word) return { untouched: window.harness.flush(), edited: null }
  // The editor receives selections and DOM changes asynchronously.
  const until = async (holds: () => boolean) => {
    for (let tries = 0; tries < 200 && !holds(); tries++)
      await new Promise((resolve) => setTimeout(resolve, tries))
    return holds()
  }
  const type = async (letters: string, before: string) => {
    text.focus()
    getSelection()?.collapse(word, 2)
    await new Promise((resolve) => setTimeout(resolve))
    document.execCommand('insertText', false, letters)
    if (!(await until(() => window.harness.flush() !== before)))
      throw new Error(`nothing was typed: ${body.slice(0, 80)}`)
  }
  await type('x', body)
  const touched = window.harness.flush()
  document.execCommand('delete')
  await until(() => window.harness.flush() !== touched)
  const untouched = window.harness.flush()
  await type('warp', untouched)
  return { untouched, edited: window.harness.flush() }
}
