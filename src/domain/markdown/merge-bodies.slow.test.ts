import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeBodies } from './merge-bodies.ts'
import { preserveBlocks } from './preserve-blocks.ts'
import { sampleDocument } from './sample-documents.ts'
import { asAnEditorWrites } from './sample-editor.ts'
import { sampleEdit } from './sample-edits.ts'

const merging: Array<[name: string, base: string, yours: string, theirs: string, merged: string]> =
  [
    ['different blocks', 'a\n\nb\n\nc\n', 'A\n\nb\n\nc\n', 'a\n\nb\n\nC\n', 'A\n\nb\n\nC\n'],
    [
      'neighboring blocks, and the distance between them',
      'a\n\n\nb\n',
      'A\n\n\nb\n',
      'a\n\nB\n',
      'A\n\nB\n',
    ],
    ['neighboring blocks without an empty line', '# a\nb\n', '# A\nb\n', '# a\nB\n', '# A\nB\n'],
    [
      'neighboring items, and another sign from one',
      '- a\n- b\n- c\n',
      '- A\n- b\n- c\n',
      '* a\n* B\n* c\n',
      '* A\n* B\n* c\n',
    ],
    [
      'an item and one within it',
      '1. a\n   - x\n2. b\n',
      '1. A\n   - x\n2. b\n',
      '1. a\n   - X\n2. b\n',
      '1. A\n   - X\n2. b\n',
    ],
    [
      'rows of a table',
      '| a |\n| - |\n| 1 |\n| 2 |\n',
      '| a |\n| - |\n| one |\n| 2 |\n',
      '| a |\n| - |\n| 1 |\n| two |\n| 3 |\n',
      '| a |\n| - |\n| one |\n| two |\n| 3 |\n',
    ],
    [
      'lines of a wrapped paragraph',
      'a\nb\nc\nd\ne\n',
      'A\nb\nc\nd\ne\n',
      'a\nb\nc\nd\nE\n',
      'A\nb\nc\nd\nE\n',
    ],
    [
      'lines of code',
      '```\na\nb\nc\n```\n',
      '```\nA\nb\nc\n```\n',
      '```\na\nb\nC\n```\n',
      '```\nA\nb\nC\n```\n',
    ],
    ['a deletion and an edit beside it', 'a\n\nb\n\nc\n', 'b\n\nc\n', 'a\n\nB\n\nc\n', 'B\n\nc\n'],
    [
      'an insertion and an edit beside it',
      'a\n\nb\n',
      'a\n\nnew\n\nb\n',
      'a\n\nB\n',
      'a\n\nnew\n\nB\n',
    ],
    [
      'insertions at different places',
      'a\n\nb\n',
      'new\n\na\n\nb\n',
      'a\n\nb\n\nlast\n',
      'new\n\na\n\nb\n\nlast\n',
    ],
    ['the same edit', 'a\n\nb\n\nc\n', 'a\n\nB\n\nc\n', 'a\n\nB\n\nC\n', 'a\n\nB\n\nC\n'],
    ['the same insertion', 'a\n\nb\n', 'a\n\nnew\n\nb\n', 'a\n\nnew\n\nb 2\n', 'a\n\nnew\n\nb 2\n'],
    [
      'a moved block and an edit elsewhere',
      'a\n\nb\n\nc\n',
      'b\n\nc\n\na\n',
      'a\n\nb\n\nC\n',
      'b\n\nC\n\na\n',
    ],
    ['the end of the file and a block', 'a\n\nb', 'a\n\nb\n', 'A\n\nb', 'A\n\nb\n'],
    [
      'blocks of a file with CRLF',
      'a\r\n\r\nb\r\n',
      'A\r\n\r\nb\r\n',
      'a\r\n\r\nB\r\n',
      'A\r\n\r\nB\r\n',
    ],
  ]

test.each(merging)('merges %s', (_name, base, yours, theirs, text) => {
  expect(mergeBodies(base, yours, theirs)).toEqual({ kind: 'merged', text })
  expect(mergeBodies(base, theirs, yours)).toEqual({ kind: 'merged', text })
})

test('one paragraph that both changed is a conflict with its three versions, the rest is agreed', () => {
  expect(mergeBodies('a\n\nb\n\nc\n', 'A\n\nb mine\n\nc\n', 'a\n\nb yours\n\nc\n')).toEqual({
    kind: 'conflict',
    chunks: [
      { kind: 'agreed', text: 'A\n\n' },
      { kind: 'conflict', base: 'b', yours: 'b mine', theirs: 'b yours' },
      { kind: 'agreed', text: '\n\nc\n' },
    ],
  })
})

test('an item that one deleted and the other changed is a conflict of that item', () => {
  expect(mergeBodies('- a\n- b\n- c\n', '- a\n- c\n', '- a\n- b more\n- c\n')).toEqual({
    kind: 'conflict',
    chunks: [
      { kind: 'agreed', text: '- a' },
      { kind: 'conflict', base: '\n- b', yours: '', theirs: '\n- b more' },
      { kind: 'agreed', text: '\n- c\n' },
    ],
  })
})

test('different insertions at one place are a conflict', () => {
  expect(mergeBodies('a\n', 'a\n\nmine\n', 'a\n\nyours\n').kind).toBe('conflict')
})

test('a block that both moved to different places stands at neither until one is chosen', () => {
  const texts = ['a b c d e f', 'd a b c e f', 'a b c e f d'].map(
    (blocks) => `${blocks.replaceAll(' ', '\n\n')}\n`,
  )
  expect(mergeBodies(...(texts as [string, string, string]))).toEqual({
    kind: 'conflict',
    chunks: [
      { kind: 'conflict', base: '', yours: 'd\n\n', theirs: '' },
      { kind: 'agreed', text: 'a\n\nb\n\nc\n\ne\n\nf' },
      { kind: 'conflict', base: '', yours: '', theirs: '\n\nd' },
      { kind: 'agreed', text: '\n' },
    ],
  })
})

test('edits that merge as text but not in meaning are a conflict', () => {
  expect(mergeBodies('[x]: /y\n\na\n', 'a\n', '[x]: /y\n\na [x]\n').kind).toBe('conflict')
})

test('merging keeps its laws for random edits of random documents', () => {
  const runs = 10 * Number(import.meta.env.PROPERTY_TIMES ?? 1)
  let merged = 0
  fc.assert(
    fc.property(sampleDocument, sampleEdit, sampleEdit, (base, mine, other) => {
      const edit = ({ edit: { apply }, at }: typeof mine) =>
        preserveBlocks(
          base,
          asAnEditorWrites(base, (root) => void apply(root, at)),
        )
      const yours = edit(mine)
      const theirs = edit(other)
      expect(mergeBodies(base, base, theirs)).toEqual({ kind: 'merged', text: theirs })
      expect(mergeBodies(base, yours, base)).toEqual({ kind: 'merged', text: yours })
      expect(mergeBodies(base, yours, yours)).toEqual({ kind: 'merged', text: yours })
      const one = mergeBodies(base, yours, theirs)
      const two = mergeBodies(base, theirs, yours)
      if (one.kind === 'merged') {
        merged += 1
        expect(two).toEqual(one)
        return
      }
      const swapped = one.chunks.map((chunk) =>
        chunk.kind === 'agreed' ? chunk : { ...chunk, yours: chunk.theirs, theirs: chunk.yours },
      )
      expect(two).toEqual({ kind: 'conflict', chunks: swapped })
    }),
    { numRuns: runs },
  )
  expect(merged).toBeGreaterThan(runs / 2)
})
