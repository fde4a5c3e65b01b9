import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../server/http/api/openapi.ts'
import { callList as calls } from '../../src/contract/calls.ts'
import { apiReference } from './reference.ts'

const root = path.join(import.meta.dirname, '..', '..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const document = openApiDocument('http://localhost:3000')
const reference = apiReference(read('scripts/api-docs/introduction.md'), document)

test('docs/api.md is up to date with the schemas of the API (npm run api:docs writes it)', () => {
  expect(read('docs/api.md')).toBe(reference)
})

test('every call is described, every link leads to a section, and no cell breaks its table', () => {
  for (const { method, path: address, type } of calls)
    expect(reference).toContain(
      `\n### ${method} ${type ? address.replace(type, '{type}') : address}\n`,
    )
  const sections = new Set(
    [...reference.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name.toLowerCase()),
  )
  for (const [, name = ''] of reference.matchAll(/\]\(#([\w-]+)\)/g))
    expect(sections).toContain(name)
  const columns = (row: string) => row.replace(/\\\||`[^`]*`/g, '').split('|').length
  for (const table of reference.matchAll(/(?:^\|.*\n)+/gm)) {
    const rows = table[0].trim().split('\n')
    expect(rows.filter((row) => columns(row) !== columns(rows[0] ?? ''))).toEqual([])
  }
})

test('every reference within the document leads to something, and ids of operations are unique', () => {
  for (const [, kind = '', name = ''] of JSON.stringify(document).matchAll(
    /"#\/components\/(\w+)\/(\w+)"/g,
  ))
    expect(document.components).toHaveProperty([kind, name])
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(calls.length)
})

test('a body is described with the rules that the server checks', () => {
  const { ArticleFields, ArticleChange } = document.components.schemas
  expect(new Set(ArticleFields?.required)).toEqual(
    new Set(['title', 'excerpt', 'content', 'category']),
  )
  expect(ArticleFields?.additionalProperties).toBe(false)
  expect(ArticleChange?.required).toBeUndefined()
  expect(ArticleChange?.properties?.readTime).toMatchObject({
    type: 'integer',
    minimum: 1,
    maximum: 600,
  })
})
