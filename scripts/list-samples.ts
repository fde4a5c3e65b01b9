import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ownersFolder } from '#domain/releases.ts'
import { type ShippedSamples, sampleFolders } from '../server/content/samples/shipped-samples.ts'
import { git } from './native-git.ts'
import { runCommand } from './run-command.ts'

const list = path.join(
  path.dirname(import.meta.dirname),
  'server/content/samples/shipped-samples.json',
)

/**
 * Adds the samples of every commit of the product to the list of those that it ships or shipped;
 * with `--check` says whether one is missing. Returns the exit code.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
  const folders = sampleFolders.map((folder) => `${ownersFolder}/${folder}`)
  const raw = ['--format=', '--raw', '--no-abbrev', '--no-renames', '-z']
  const changes = await git('.', 'log', ...raw, '--', ...folders)
  const old = readFileSync(list, 'utf8')
  const shipped = new Map(
    Object.entries(JSON.parse(old) as ShippedSamples).map(([file, blobs]) => [
      file,
      new Set(blobs),
    ]),
  )
  // An entry is `:mode mode blob blob status`, and its path is the next one.
  for (const [, blob = '', file = ''] of changes.matchAll(
    /:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [A-Z]\0([^\0]+)/g,
  )) {
    if (/^0+$/.test(blob)) continue
    const name = file.slice(ownersFolder.length + 1)
    shipped.set(name, (shipped.get(name) ?? new Set()).add(blob))
  }
  const sorted = [...shipped]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, blobs]) => [file, [...blobs].sort()])
  const text = `${JSON.stringify(Object.fromEntries(sorted), null, 2).replace(/\[\s+("[0-9a-f]+")\s+\]/g, '[$1]')}\n`
  if (text === old) return 0
  if (values.check) {
    console.error(
      'Samples are missing in the list of those that the product ships; run npm run samples:list.',
    )
    return 1
  }
  writeFileSync(list, text)
  return 0
}

await runCommand('Usage: npm run samples:list -- [--check]', main)
