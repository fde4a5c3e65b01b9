import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drills, filesOf, patchOf } from './drills.ts'

const rows = readFileSync('docs/architecture.md', 'utf8').split('\n')

test.each(Object.entries(drills))(
  'the drill “%s” fits the sources, and the documentation has its number',
  (name, { change }) => {
    execFileSync('git', ['apply', '--check', '-C1', patchOf(name)])
    expect(rows.find((row) => row.startsWith(`| ${change} |`))).toContain(
      ` | ${filesOf(name).length} |`,
    )
  },
)
