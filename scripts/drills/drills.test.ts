import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drills, filesOf, patchOf } from './drills.ts'

test.each(Object.entries(drills))(
  'the drill “%s” fits the sources, and the documentation has its number',
  (name, { change, most }) => {
    execFileSync('git', ['apply', '--check', '-C1', patchOf(name)])
    expect(filesOf(name).length).toBeLessThanOrEqual(most)
    const row = readFileSync('docs/architecture.md', 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`| ${change} |`))
    expect(row).toMatch(new RegExp(`\\| ${filesOf(name).length} \\|$`))
  },
)
