import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { corpusFolders } from '../../../tests/markdown-corpus.ts'
import { createMarkdownRenderer } from './render.ts'

const render = createMarkdownRenderer()

test.each(corpusFolders)('every text in %s is rendered, with anchors that are there', async (folder) => {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md'))
  expect(files.length).toBeGreaterThan(0)
  for (const name of files) {
    const text = await readFile(path.join(folder, name), 'utf8')
    const markdown = text.replace(/^---\n.*?\n---\n/s, '')
    const { html, toc, words } = await render({ markdown, dimensions: {} })
    const ids = [...html.matchAll(/<[^>]* id="([^"]+)"/g)].map((match) => match[1]!)
    expect(new Set(ids).size, name).toBe(ids.length)
    for (const { id } of toc) expect(ids, name).toContain(id)
    // Links into a footnote and back; a writer's own link may miss its heading.
    for (const [, target] of html.matchAll(/ href="#(s-[^"]+)"/g)) expect(ids, name).toContain(target)
    expect(words, name).toBeGreaterThanOrEqual(0)
    expect(html, name).not.toContain('<h1')
  }
})
