import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { contentSchemas } from './json-schemas.ts'

const folder = path.join(import.meta.dirname, '..', '..', '..', 'content', 'schema')

test('the schemas that are kept beside the content are those of the code (npm run content:schema makes them)', () => {
  const kept = new Map(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  )
  expect(kept).toEqual(
    new Map([...contentSchemas()].toSorted(([left], [right]) => (left < right ? -1 : 1))),
  )
})

test('aliases are known, other keys are allowed, and a required field may come by its alias', () => {
  const article = JSON.parse(contentSchemas().get('article.schema.json') ?? '')
  expect(Object.keys(article.properties)).toEqual(
    expect.arrayContaining(['date', 'pubDate', 'summary', 'description', 'cover', 'redirect_from']),
  )
  expect(article.additionalProperties).toBe(true)
  expect(article.required).toEqual(['title'])
  expect(article.allOf).toEqual([
    {
      anyOf: [{ required: ['excerpt'] }, { required: ['summary'] }, { required: ['description'] }],
    },
    { anyOf: [{ required: ['category'] }, { required: ['categories'] }] },
  ])
})
