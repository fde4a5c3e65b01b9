import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { flexsearchVersion } from './index-files.ts'

test('the FlexSearch that the index names is the one that is installed', () => {
  const file = path.join(import.meta.dirname, '../../node_modules/flexsearch/package.json')
  expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(flexsearchVersion)
})
