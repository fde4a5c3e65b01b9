import { expect, test } from 'vitest'
import { bodyFromHtml } from '#domain/markdown/body-from-html.ts'
import { preserveBlocks } from '#domain/markdown/preserve-blocks.ts'
import { corpusFolders, corpusTexts } from '../../../tests/markdown-corpus.ts'
import { createMarkdownRenderer } from './render.ts'

const render = createMarkdownRenderer()

test.each(corpusFolders)(
  'texts in %s are rendered, with anchors that are there, and a word changed in their HTML changes one line',
  async (folder) => {
    let edits = 0
    let oneLine = 0
    for (const { name, body } of corpusTexts(folder)) {
      const { html, toc, words } = await render({ markdown: body, dimensions: {} })
      const ids = [...html.matchAll(/<[^>]* id="([^"]+)"/g)].map((match) => match[1]!)
      expect(new Set(ids).size, name).toBe(ids.length)
      for (const { id } of toc) expect(ids, name).toContain(id)
      // Links into a footnote and back; a writer's own link may miss its heading.
      for (const [, target] of html.matchAll(/ href="#(s-[^"]+)"/g))
        expect(ids, name).toContain(target)
      expect(words, name).toBeGreaterThanOrEqual(0)
      expect(html, name).not.toContain('<h1')

      const baseline = bodyFromHtml(html) ?? ''
      expect(preserveBlocks(body, bodyFromHtml(`${html}\n`) ?? '', { baseline }), name).toBe(body)
      const edited = html.replace(/(<(?:p|li|td)>[^<]*?)\b[a-z]{5,}\b/, '$1zebra')
      if (edited === html) continue
      edits += 1
      const lines = body.split('\n')
      const others = preserveBlocks(body, bodyFromHtml(edited) ?? '', { baseline }).split('\n')
      if (
        lines.length === others.length &&
        lines.filter((line, at) => line !== others[at]).length === 1
      )
        oneLine += 1
    }
    expect(oneLine / edits).toBeGreaterThanOrEqual(0.95)
  },
)
