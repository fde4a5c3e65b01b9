import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.dirname(import.meta.dirname)

test('every file that docs/testing.md names exists', () => {
  const page = readFileSync(path.join(root, 'docs', 'testing.md'), 'utf8')
  const named = [...page.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map((match) => match[1] ?? '')
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
