import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { baseOf } from '#domain/words/base-language.ts'
import { digraphsOf } from '#domain/words/word-language.ts'
import { writeWholeFile } from '../platform/whole-file.ts'
import type { IndexSnapshot } from './engine.ts'
import { readDocument, weights } from './fields.ts'
import { phrases } from './synonyms.ts'
import type { IndexPart } from './word-index.ts'

/**
 * `manifest.json` of an index folder: the code and the language by which the index was made, its
 * entries, and the checksums of its parts.
 */
export interface Manifest {
  format: number
  flexsearch: string
  config: string
  /** The site's language, without its region. */
  language: string
  documents: IndexSnapshot['entries']
  parts: Array<Part>
}

interface Part {
  name: string
  file: string
  bytes: number
  sha256: string
}

const manifestName = 'manifest.json'
/**
 * Whether a file is temporary and was left by a killed process; `.tmp` is of an earlier version.
 */
const isLeftover = (name: string) => name.startsWith('.') || name.endsWith('.tmp')
/** The files of an index beside its manifest, also those of earlier formats. */
const partFile = /^[\w.]+-[0-9a-f]{16}\.(?:json|bin)$/

/**
 * Writes an index into a folder. A reader finds the old or the new index, also after a crash: parts
 * are named by their hash, and the manifest is written last. Rejects when the disk fails.
 */
export async function writeIndex(
  folder: string,
  snapshot: IndexSnapshot,
  language: string,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const parts: Array<Part> = []
  for (const [name, json] of snapshot.parts) {
    const bytes = Buffer.from(json)
    const sha256 = checksum(bytes)
    const file = `${name}-${sha256.slice(0, 16)}.json`
    await writeWholeFile(path.join(folder, file), bytes, { stored: 'safely' })
    parts.push({ name, file, bytes: bytes.length, sha256 })
  }
  const manifest: Manifest = {
    format: indexFormat,
    flexsearch: flexsearchVersion,
    config: indexConfig(language),
    language: baseOf(language),
    documents: snapshot.entries,
    parts,
  }
  const text = JSON.stringify(manifest)
  const whole = `${checksum(Buffer.from(text))}\n${text}\n`
  await writeWholeFile(path.join(folder, manifestName), whole, { stored: 'safely' })
  const kept = new Set(parts.map(({ file }) => file))
  for (const file of await readdir(folder))
    if ((partFile.test(file) && !kept.has(file)) || isLeftover(file))
      await rm(path.join(folder, file), { force: true })
}

/**
 * The manifest of an index folder; null when there is none. Throws with the reason when its checksum
 * is wrong, or other code or a site in another language wrote it.
 */
export async function readManifest(folder: string, language: string): Promise<Manifest | null> {
  const bytes = await readFile(path.join(folder, manifestName)).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw new Error(`its manifest can't be read: ${error.message}`)
    },
  )
  if (bytes === null) return null
  const end = bytes.indexOf(10)
  const text = bytes.subarray(end + 1, -1)
  if (end !== 64 || bytes.at(-1) !== 10 || checksum(text) !== bytes.toString('latin1', 0, end))
    throw new Error('its manifest is damaged')
  const manifest = JSON.parse(text.toString()) as Manifest
  if (manifest.format !== indexFormat)
    throw new Error(`it has format ${manifest.format}, not ${indexFormat}`)
  if (manifest.flexsearch !== flexsearchVersion)
    throw new Error(`FlexSearch ${manifest.flexsearch} wrote it, not ${flexsearchVersion}`)
  if (manifest.language !== baseOf(language))
    throw new Error(`it was built for the language ${manifest.language}, not ${baseOf(language)}`)
  if (manifest.config !== indexConfig(language)) throw new Error('it was built by other rules')
  return manifest
}

/**
 * Gives the parts of an index to `take`, one after the other. Throws with the reason when one can't
 * be used.
 */
export async function readParts(
  folder: string,
  parts: Manifest['parts'],
  take: (part: IndexPart) => void,
): Promise<void> {
  for (const { name, file, bytes, sha256 } of parts) {
    const found = await readFile(path.join(folder, path.basename(file))).catch((error: Error) => {
      throw new Error(`its part ${file} can't be read: ${error.message}`)
    })
    if (found.length !== bytes || checksum(found) !== sha256)
      throw new Error(`its part ${file} is damaged`)
    take([name, found.toString()])
  }
}

function checksum(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The version of the file format. Increase it with every change. */
const indexFormat = 6

/**
 * The FlexSearch version that exports and imports; a test compares it with the installed one.
 */
export const flexsearchVersion = '0.8.212'

/** A document that covers every rule by which words are indexed. */
const probe = {
  type: 'articles',
  id: 1,
  hash: '',
  publishedAt: 0,
  title: 'Größe & Side-Chain: Live 12.3’s hi-hats',
  tags: ['LFO', 'drum rack'],
  category: 'MIDI Effects',
  excerpt: 'Time stretch, plug in, beats per minute. 日本語 テキスト 한국어 🎹 don’t',
  body: [
    '# Heading\n\n## Mid/Side *low* frequency oscillator\n',
    'Once twice twice four four four four ÆØÅ ıŁđþ x1y2 -14 LUFS 1/16',
    '[text](/address "title") ![picture](/p.png)',
    '<!-- comment --> <b data-x="attribute">bold</b> &amp; https://example.com/path',
    '\n[ref]: https://example.com\n',
    '> [!TIP]\n> step-by-step-by-step a-b-c-d-e-f',
    '\n```js\nconst code = 1\n```\n',
    '| a | b |\n| - | - |\n',
    `${'long'.repeat(11)} wave table e.g. node.js 1.2.3.4.5 C++ F♯m google+ .als การทำเพลง हिन्दी ガス край`,
  ].join('\n'),
} as const

/**
 * A hash that differs when this code would index the same document differently, so that an index of
 * other code is not used.
 */
function indexConfig(language: string): string {
  const words = readDocument(new Map(), probe, digraphsOf(language))
  return createHash('sha256')
    .update(JSON.stringify([words.map(({ word, score }) => [word, score]), weights, phrases]))
    .digest('hex')
    .slice(0, 16)
}
