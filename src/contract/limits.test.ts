import { expect, test } from 'vitest'
import { z } from 'zod'
import { contentInput } from '#domain/content-input.ts'
import { issueWords } from '#domain/issue-words.ts'
import { frontmatterOf } from '#domain/item/frontmatter.ts'
import { siteSettings } from '#domain/site-settings.ts'
import { callList } from './calls.ts'

/** Every schema within one, with the path to it. */
function* schemasIn(
  value: unknown,
  path: string,
  seen = new Set<unknown>(),
): Generator<[string, z.ZodType]> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (value instanceof z.ZodType) {
    yield [path, value]
    yield* schemasIn(value.def, path, seen)
    return
  }
  for (const [name, part] of Object.entries(value))
    yield* schemasIn(part, name === 'shape' ? path : `${path} ${name}`, seen)
}

const limited = [
  ...callList.flatMap(({ method, path, body, form, query }) => [
    ...schemasIn({ body, form, query }, `${method} ${path}`),
  ]),
  ...schemasIn({ siteSettings, frontmatterOf }, 'files'),
].flatMap(([path, schema]) =>
  schema instanceof z.ZodString || schema instanceof z.ZodEmail || schema instanceof z.ZodURL
    ? schema.maxLength === null
      ? []
      : [{ path, schema, most: schema.maxLength }]
    : [],
)

test('no text that is too long is refused as one that is missing or wrong', () => {
  expect(limited.length).toBeGreaterThan(100)
  const wrong = limited.flatMap(({ path, schema, most }) => {
    const { error } = schema.safeParse('x'.repeat(most + 1), { error: issueWords })
    const [issue] = (error?.issues ?? []).filter(({ code }) => code === 'too_big')
    return issue && !/too long|at most/i.test(issue.message) ? [`${path}: ${issue.message}`] : []
  })
  expect(wrong).toEqual([])
})

test('a title or an excerpt that is too long, and one that is missing, are refused in different words', () => {
  const article = {
    title: 'Warp modes',
    excerpt: 'What they do.',
    content: 'Text.',
    category: 'mixing',
  }
  const messages = (changes: object) =>
    contentInput.articles
      .safeParse({ ...article, ...changes }, { error: issueWords })
      .error?.issues.map(({ message }) => message)
  expect(messages({ title: 'x'.repeat(300), excerpt: 'x'.repeat(2000) })).toBeUndefined()
  expect(messages({ title: 'x'.repeat(301), excerpt: 'x'.repeat(2001) })).toEqual([
    'The field “title” is too long: it has 300 characters at most.',
    'The field “excerpt” is too long: it has 2000 characters at most.',
  ])
  expect(messages({ title: ' ', excerpt: undefined, category: 5 })).toEqual([
    'Title is required',
    'Excerpt is required',
    'Category is required',
  ])
})
