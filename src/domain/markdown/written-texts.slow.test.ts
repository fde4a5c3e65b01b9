import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sameMeaning } from './meaning.ts'
import { preserveBlocks } from './preserve-blocks.ts'
import { asAnEditorWrites } from './sample-editor.ts'
import { typeWord } from './sample-edits.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** The site's own texts, and texts of other projects if they exist beside the checkout. */
const folders = ['content', '../shared/corpus'].map((name) => path.join(root, name)).filter(existsSync)

test.each(folders)('every text in %s survives an editor, and one word changes one line', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  expect(files.length).toBeGreaterThan(0)
  let edits = 0
  let oneLine = 0
  for (const [index, name] of files.entries()) {
    const body = readFileSync(path.join(folder, name), 'utf8').replace(/^---\n.*?\n---\n/s, '')
    const written = asAnEditorWrites(body)
    expect(preserveBlocks(body, written), name).toBe(body)
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
    if (lines.length === others.length && lines.filter((line, at) => line !== others[at]).length === 1) oneLine += 1
  }
  expect(oneLine / edits).toBeGreaterThanOrEqual(0.99)
})
