/**
 * Renders the free packs into `content/downloads/SLUG.zip`:
 *
 *     npx tsx scripts/sample-content/downloads/make-downloads.ts            writes them
 *     npx tsx scripts/sample-content/downloads/make-downloads.ts --check    exits 1 when one differs from what the code makes
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { zipPack } from './pack.ts'
import { packs } from './packs.ts'

const folder = new URL('../../../content/downloads/', import.meta.url)
const checking = process.argv.includes('--check')

for (const pack of packs) {
  const file = fileURLToPath(new URL(`${pack.slug}.zip`, folder))
  const bytes = zipPack(pack)
  const same = existsSync(file) && readFileSync(file).equals(bytes)
  if (!checking && !same) writeFileSync(file, bytes)
  if (checking && !same) process.exitCode = 1
  const state = same ? 'as made' : checking ? 'differs' : 'written'
  console.log(`${state}  ${(bytes.length / 1024).toFixed(0).padStart(5)} KB  ${pack.slug}.zip`)
}
