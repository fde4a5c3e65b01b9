import { expect, test } from 'vitest'
import { corpusFolders, corpusTexts } from '../../../tests/markdown-corpus.ts'
import { sameMeaning } from './meaning.ts'
import { preserveBlocks } from './preserve-blocks.ts'
import { asAnEditorWrites } from './sample-editor.ts'
import { typeWord } from './sample-edits.ts'

test.each(corpusFolders)(
  'texts in %s survive an editor, and one word changes one line',
  (folder) => {
    const texts = corpusTexts(folder)
    let edits = 0
    let oneLine = 0
    for (const [index, { name, body }] of texts.entries()) {
      expect(preserveBlocks(body, asAnEditorWrites(body)), name).toBe(body)
      if (index % 2 === 1) continue
      let done = false
      const edited = asAnEditorWrites(body, (tree) => {
        done = typeWord(tree, (index * 0.37) % 1)
      })
      if (!done) continue
      edits += 1
      const result = preserveBlocks(body, edited)
      expect(sameMeaning(result, edited), name).toBe(true)
      const lines = body.split('\n')
      const others = result.split('\n')
      if (
        lines.length === others.length &&
        lines.filter((line, at) => line !== others[at]).length === 1
      )
        oneLine += 1
    }
    expect(oneLine / edits).toBeGreaterThanOrEqual(0.99)
  },
)
