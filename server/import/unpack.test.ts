import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/temp-repository.ts'
import { unpack } from './unpack.ts'

test.each([
  ['a small compressed file', 10, 6],
  ['a small stored file', 10, 0],
  ['a large compressed file', 300_000, 6],
  ['a large stored file', 300_000, 0],
] as const)('a disk that is full at %s ends the import', async (_what, size, level) => {
  await using folder = await temporaryFolder()
  const archive = path.join(folder.path, 'notes.zip')
  // Bytes that do not get smaller.
  const bytes = createHash('shake256', { outputLength: size }).digest()
  await writeFile(archive, zipSync({ 'a.md': bytes, 'full.md': bytes, 'z.md': bytes }, { level }))
  // Every write to this device fails as on a full disk.
  await symlink('/dev/full', path.join(folder.path, 'full.md'))
  await expect(unpack(archive, folder.path)).rejects.toMatchObject({ code: 'ENOSPC' })
})

test('of two files with the same name in an archive the second is left out, and named', async () => {
  await using folder = await temporaryFolder()
  const archive = path.join(folder.path, 'notes.zip')
  const zip = zipSync({
    'a1.md': Buffer.from('one'),
    'a2.md': Buffer.from('two'),
    'b.md': Buffer.from('three'),
  })
  await writeFile(
    archive,
    Buffer.from(Buffer.from(zip).toString('latin1').replaceAll('a2.md', 'a1.md'), 'latin1'),
  )
  expect(await unpack(archive, folder.path)).toEqual([
    {
      place: 'notes.zip/a1.md',
      message: 'The archive has two files of this name; the second is left out',
    },
  ])
  const texts = ['a1.md', 'b.md'].map((name) => readFileSync(path.join(folder.path, name), 'utf8'))
  expect(texts).toEqual(['one', 'three'])
})
