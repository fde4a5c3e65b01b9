import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { expect, test } from 'vitest'
import { documentMeaning, isSilent, Meanings, sameMeaning } from './meaning.ts'
import { endOf, parseMarkdown, startOf } from './parse.ts'
import { preserveBlocks } from './preserve-blocks.ts'
import { sampleDocument } from './sample-documents.ts'
import { asAnEditorWrites } from './sample-editor.ts'
import { sampleEdit, typeWord } from './sample-edits.ts'

/** `npm run soak -- properties` reads that many times as many texts as `npm test`. */
const times = Number(import.meta.env.PROPERTY_TIMES ?? 1)

test('a document that an editor wrote back without an edit keeps its bytes', {
  timeout: 60_000 * times,
}, () => {
  fc.assert(
    fc.property(sampleDocument, (text) => {
      expect(preserveBlocks(text, asAnEditorWrites(text))).toBe(text)
    }),
    { numRuns: 20 * times },
  )
})

test('the result says what the editor says, and untouched blocks keep their bytes and order', {
  timeout: 60_000 * times,
}, () => {
  fc.assert(
    fc.property(sampleDocument, sampleEdit, (text, { edit, at }) => {
      const before = asAnEditorWrites(text)
      let done = false
      const edited = asAnEditorWrites(text, (root) => {
        done = edit.apply(root, at)
      })
      fc.pre(done && sameMeaning(text, before) && hasComment(before) === hasComment(edited))
      const result = preserveBlocks(text, edited)
      expect(meaningOf(result)).toBe(meaningOf(edited))
      expect(references(result)).toBeLessThanOrEqual(references(text) + references(edited))
      if (edit.name !== 'move a block') expectInOrder(result, untouched(text, edited))
    }),
    { numRuns: 8 * times },
  )
})

test('a word that is typed changes one line', { timeout: 60_000 * times }, () => {
  let edits = 0
  let oneLine = 0
  fc.assert(
    fc.property(sampleDocument, fc.double({ min: 0, max: 0.999, noNaN: true }), (text, at) => {
      let done = false
      const edited = asAnEditorWrites(text, (root) => {
        done = typeWord(root, at)
      })
      fc.pre(done && sameMeaning(text, asAnEditorWrites(text)))
      edits += 1
      const changed = changedLines(text, preserveBlocks(text, edited))
      if (changed === 1) oneLine += 1
    }),
    { numRuns: 10 * times },
  )
  expect(oneLine / edits).toBeGreaterThanOrEqual(0.99)
})

function meaningOf(markdown: string): string {
  return documentMeaning(parseMarkdown(markdown))
}

/** The number of characters that a serialiser wrote as references. */
function references(markdown: string): number {
  return markdown.split('&#x').length - 1
}

function hasComment(markdown: string): boolean {
  return parseMarkdown(markdown).root.children.some(
    (node) => node.type === 'html' && node.value.startsWith('<!--'),
  )
}

/** The source of each top-level block that is unchanged between its edited neighbours. */
function untouched(text: string, edited: string): Array<string> {
  const original = parseMarkdown(text)
  const other = parseMarkdown(edited)
  const [before, after] = [original, other].map((document) => {
    const meanings = new Meanings(document)
    const shown = document.root.children.filter((node) => !isSilent(node))
    return shown.map((node) => [node, ...notesIn(node)].map((part) => meanings.of(part)).join('\n'))
  }) as [Array<string>, Array<string>]
  let head = 0
  while (head < before.length && before[head] === after[head]) head += 1
  let tail = 0
  while (
    tail < Math.min(before.length, after.length) - head &&
    before.at(-1 - tail) === after.at(-1 - tail)
  )
    tail += 1
  const blocks = original.root.children.filter((node) => !isSilent(node))
  return [...blocks.slice(0, head), ...blocks.slice(blocks.length - tail)].map((node) =>
    original.text.slice(startOf(node), endOf(node)),
  )
}

/** The footnotes in a block, which are no part of its meaning. */
function notesIn(node: Nodes): Array<Nodes> {
  const inner = 'children' in node ? node.children.flatMap(notesIn) : []
  return node.type === 'footnoteDefinition' ? [node, ...inner] : inner
}

function expectInOrder(result: string, parts: ReadonlyArray<string>): void {
  const text = result.replaceAll('\r\n', '\n')
  let at = 0
  for (const part of parts) {
    const found = text.indexOf(part, at)
    expect(found, `${JSON.stringify(part)} in ${JSON.stringify(text)}`).toBeGreaterThanOrEqual(at)
    at = found + part.length
  }
}

function changedLines(before: string, after: string): number {
  const lines = before.split('\n')
  const others = after.split('\n')
  return lines.length === others.length
    ? lines.filter((line, index) => line !== others[index]).length
    : Infinity
}
