import { expect, test } from 'vitest'
import type { ContentProblem } from '#domain/content.ts'
import { kindOf, problemPage } from './problem-list.ts'

const fault = (path: string, message: string, line = 1): ContentProblem => ({ path, line, message })
const warning = (path: string, message: string): ContentProblem => ({
  ...fault(path, message),
  level: 'warning',
})

test.each([
  ["The link '/article/no' leads nowhere", 'The link … leads nowhere'],
  ["The issue number 12 also stands in 'a.md'", 'The issue number … also stands in …'],
  ["The file can't be read: it isn't UTF-8", "The file can't be read: it isn't UTF-…"],
  ["The slug 'it's' is taken", "The slug 'it's' is taken"],
])('%s is of the kind %s', (message, kind) => {
  expect(kindOf(message)).toBe(kind)
})

test('every problem is on one page, faults come first, and a long group goes on on the next page', () => {
  const problems = [
    ...Array.from({ length: 30 }, (_, at) =>
      warning(`articles/w${at}.md`, `The link '/${at}' leads nowhere`),
    ),
    ...Array.from({ length: 25 }, (_, at) => fault(`articles/f${at}.md`, 'No title')),
    fault('articles/first.md', 'No date'),
  ]
  for (const by of ['kind', 'file'] as const) {
    const pages = [1, 2, 3, 4, 5, 6].map((page) => problemPage(problems, { by, page }, () => null))
    const found = pages.flatMap(({ groups }) => groups.flatMap((group) => group.problems))
    expect(found.map(({ path }) => path).sort()).toEqual(problems.map(({ path }) => path).sort())
    expect(found.findLastIndex(({ level }) => level === undefined)).toBe(25)
    for (const { groups } of pages)
      expect(groups.reduce((sum, group) => sum + group.problems.length, 0)).toBeLessThanOrEqual(10)
    expect(pages.map(({ page, pages, counts }) => ({ page, pages, counts }))).toEqual(
      [1, 2, 3, 4, 5, 6].map((page) => ({ page, pages: 6, counts: { faults: 26, warnings: 30 } })),
    )
  }
  const [first, third] = [1, 3].map((page) =>
    problemPage(problems, { by: 'kind', page }, () => null),
  )
  expect(first?.groups.map(({ name, count }) => [name, count])).toEqual([['No title', 25]])
  expect(third?.groups.map(({ name, count, problems }) => [name, count, problems.length])).toEqual([
    ['No title', 25, 5],
    ['No date', 1, 1],
    ['The link … leads nowhere', 30, 4],
  ])
})

test('a page behind the last one is the last one, and no problem is one empty page', () => {
  const one = problemPage([fault('a.md', 'No date')], { by: 'kind', page: 9 }, (path) =>
    path === 'a.md' ? { type: 'articles', id: 1 } : null,
  )
  expect(one).toMatchObject({ page: 1, pages: 1 })
  expect(one.groups[0]?.problems[0]?.item).toEqual({ type: 'articles', id: 1 })
  expect(problemPage([], { by: 'file', page: 1 }, () => null)).toEqual({
    counts: { faults: 0, warnings: 0 },
    page: 1,
    pages: 1,
    groups: [],
  })
})
