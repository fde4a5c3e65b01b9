import fc from 'fast-check'
import { expect, test } from 'vitest'
import { preserveBlocks } from './preserve-blocks.ts'
import { sampleDocument } from './sample-documents.ts'
import { asAnEditorWrites } from './sample-editor.ts'

const runs = { numRuns: 1000 }

test('a document that an editor wrote back without an edit keeps its bytes', () => {
  fc.assert(
    fc.property(sampleDocument, (text) => {
      expect(preserveBlocks(text, asAnEditorWrites(text))).toBe(text)
    }),
    runs,
  )
})
