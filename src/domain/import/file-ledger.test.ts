import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFileLedger, type FileClaim, fileFates } from './file-ledger.ts'

const name = fc.constantFrom('a', 'constructor', '__proto__', 'b c', '_data', 'ü')
const file = fc
  .tuple(
    fc.array(name, { maxLength: 3 }),
    name,
    fc.constantFrom('.md', '.png', '.css', '.xyz', '', '.json'),
  )
  .map(([folders, last, ending]) => [...folders, last + ending].join('/'))
const fate = fc.constantFrom<FileClaim['fate']>('imported', 'left-out')

test('every file is in exactly one row with a reason, whatever is claimed about it and in whatever order', () => {
  const claims = fc.array(fc.record({ file, fate, reason: fc.constantFrom('one', 'two') }))
  fc.assert(
    fc.property(fc.uniqueArray(file), claims, (files, claimed) => {
      const ledger = createFileLedger(files)
      for (const claim of claimed) ledger.claim(claim)
      const rows = ledger.all()
      const named = new Set([...files, ...claimed.map((claim) => claim.file)])
      expect(rows.map((row) => row.file).sort()).toEqual([...named].sort())
      for (const row of rows) {
        const about = claimed.filter((claim) => claim.file === row.file)
        const isImported = about.some((claim) => claim.fate === 'imported')
        expect(row.reason).not.toBe('')
        if (about.length > 0) expect(row.fate).toBe(isImported ? 'imported' : 'left-out')
        else expect(row.fate).not.toBe('imported')
      }
      const places = rows.map((row) => fileFates.indexOf(row.fate))
      expect(places).toEqual([...places].sort((one, other) => other - one))
    }),
    { numRuns: 60, seed: 31 },
  )
})

test('a file that nobody claims is left out by its kind, and an unknown kind is not understood', () => {
  const rows = createFileLedger([
    'a.xyz',
    'style.scss',
    'pictures/rose.png',
    'posts/a.rst',
    'other.json',
  ]).all()
  expect(rows.map(({ file, fate }) => `${fate} ${file}`)).toEqual([
    'not-understood a.xyz',
    'not-understood other.json',
    'not-understood posts/a.rst',
    'left-out pictures/rose.png',
    'left-out style.scss',
  ])
})
