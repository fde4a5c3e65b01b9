import { createHash } from 'node:crypto'
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
