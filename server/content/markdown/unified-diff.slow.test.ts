import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

test('git applies every diff', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'session-notes-'))
  try {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '', '- d'), { maxLength: 30 })
      .chain((lines) =>
        fc.constantFrom(lines.join('\n'), lines.map((line) => `${line}\n`).join('')),
      )
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = unifiedDiff(before, after)
        if (before === after) {
          expect(diff).toBe('')
          return
        }
        writeFileSync(path.join(folder, 'file'), before)
        const patch = `--- a/file\n+++ b/file\n${diff}`
        const applied = spawnSync('git', ['apply', '--unidiff-zero', '--whitespace=nowarn', '-'], {
          cwd: folder,
          input: patch,
          encoding: 'utf8',
        })
        expect([applied.stderr, readFileSync(path.join(folder, 'file'), 'utf8')]).toEqual([
          '',
          after,
        ])
      }),
      { numRuns: 20 },
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('an addition and a removal of all', () => {
  expect(unifiedDiff('', 'a\n')).toBe('@@ -0,0 +1,1 @@\n+a\n')
  expect(unifiedDiff('a\nb', '')).toBe('@@ -1,2 +0,0 @@\n-a\n-b\n\\ No newline at end of file\n')
})
