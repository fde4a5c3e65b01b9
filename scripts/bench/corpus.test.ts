import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isSlug } from '#domain/slug.ts'
import { temporaryFolder } from '../../tests/temp-repository.ts'
import { generateArticles, writeArticles } from './corpus.ts'

test('the same seed makes the same articles, another seed others', () => {
  const first = [...generateArticles(20, 7)]
  expect([...generateArticles(20, 7)]).toEqual(first)
  expect([...generateArticles(20, 8)][0]?.markdown).not.toBe(first[0]?.markdown)
})

test('every article has its own valid slug, its year as folder, and 300 to 1,200 words', () => {
  const articles = [...generateArticles(60, 1)]
  expect(new Set(articles.map(({ path }) => path)).size).toBe(60)
  for (const { path, body, meta } of articles) {
    expect(isSlug(meta.slug)).toBe(true)
    expect(path).toBe(`articles/${meta.publishedAt.slice(0, 4)}/${meta.slug}.md`)
    const words = body.split(/\s+/).length
    expect(words).toBeGreaterThan(300)
    expect(words).toBeLessThan(1_200)
  }
})

test('links lead to articles that exist', () => {
  const articles = [...generateArticles(60, 3)]
  const slugs = new Set(articles.map(({ meta }) => meta.slug))
  const links = articles.flatMap(({ body }) =>
    [...body.matchAll(/\(\/article\/([^)]+)\)/g)].map((match) => match[1]),
  )
  expect(links.length).toBeGreaterThan(30)
  for (const link of links) expect(slugs.has(link as string)).toBe(true)
})

test('the articles are written as files beside a site.yaml', async () => {
  await using folder = await temporaryFolder()
  writeArticles(folder.path, 12, 5)
  const names = readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
  expect(names).toContain('site.yaml')
  const files = names.filter((name) => name.endsWith('.md'))
  expect(files).toHaveLength(12)
  expect(readFileSync(join(folder.path, files[0] as string), 'utf8')).toMatch(
    /^---\nid: \d+\ntitle: "/,
  )
})
