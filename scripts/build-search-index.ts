import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { wordLanguage } from '#domain/words/word-language.ts'
import { readEnv } from '../server/env.ts'
import { differences } from '../server/search/differences.ts'
import { createEngine } from '../server/search/engine.ts'
import { english } from '../server/search/english.ts'
import { type Manifest, readManifest, readParts, writeIndex } from '../server/search/index-files.ts'
import { runCommand } from './run-command.ts'
import { readSearchFolder } from './search-folder.ts'

const usage = 'Usage: npm run search:index -- [--check] [--content DIR] [--out DIR]'
const root = path.join(import.meta.dirname, '..')

/** The folder from which the server loads the built index. */
export const builtIndexDir = path.join(root, 'dist', 'search')

/** Builds and writes the search index of a content folder. Returns the number of items. */
export async function buildSearchIndex(contentDir: string, outDir: string): Promise<number> {
  const { documents, language } = await readSearchFolder(contentDir)
  const engine = createEngine(undefined, null, await wordLanguage(language, english))
  for await (const document of documents()) engine.put(document)
  await writeIndex(outDir, engine.export(), language)
  return engine.size()
}

/**
 * The reason why the index in `outDir` does not match the content folder, as one sentence; null
 * when it does.
 */
export async function checkSearchIndex(contentDir: string, outDir: string): Promise<string | null> {
  const shown = shownPath(outDir)
  const { entries, language } = await readSearchFolder(contentDir)
  const manifest = await checkedManifest(outDir, language).catch((error: Error) => error)
  if (manifest === null) return `There is no search index in ${shown}: run npm run search:index.`
  if (manifest instanceof Error)
    return `The search index in ${shown} can't be used: ${manifest.message}.`
  const { missing, changed, gone, total } = differences(manifest.documents, entries)
  if (total === 0) return null
  return `The search index in ${shown} is stale: ${total} ${total === 1 ? 'item differs' : 'items differ'} (${missing.length} missing, ${changed.length} changed, ${gone.length} no longer there).`
}

async function checkedManifest(folder: string, language: string): Promise<Manifest | null> {
  const manifest = await readManifest(folder, language)
  if (manifest) await readParts(folder, manifest.parts, () => {})
  return manifest
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { check: { type: 'boolean' }, content: { type: 'string' }, out: { type: 'string' } },
  })
  if (existsSync('.env')) process.loadEnvFile()
  const variables =
    values.content === undefined ? process.env : { ...process.env, CONTENT_DIR: values.content }
  const { contentDir } = readEnv(variables, process.cwd())
  const outDir = values.out === undefined ? builtIndexDir : path.resolve(values.out)
  if (values.check) {
    const complaint = await checkSearchIndex(contentDir, outDir)
    if (complaint !== null) console.error(complaint)
    return complaint === null ? 0 : 1
  }
  const count = await buildSearchIndex(contentDir, outDir)
  console.log(`${count} ${count === 1 ? 'item' : 'items'} in the search index ${shownPath(outDir)}`)
  return 0
}

function shownPath(folder: string): string {
  const relative = path.relative(process.cwd(), folder)
  return relative.startsWith('..') ? folder : relative
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await runCommand(usage, main)
