import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { type FileKind, fileKinds } from '#domain/content.ts'
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

/** An index on disk, or the reason why there is none. */
export type Readable<Value> =
  | { kind: 'read'; value: Value }
  | { kind: 'missing' }
  | { kind: 'unusable'; reason: string }

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
 * The manifest of an index folder, if its checksum is right and this version of the code wrote it
 * for a site in the same language.
 */
export async function readManifest(folder: string, language: string): Promise<Readable<Manifest>> {
  const bytes = await readFile(path.join(folder, manifestName)).catch(
    (error: NodeJS.ErrnoException) => error,
  )
  if (bytes instanceof Error)
    return bytes.code === 'ENOENT'
      ? { kind: 'missing' }
      : unusable(`its manifest can't be read: ${bytes.message}`)
  const end = bytes.indexOf(10)
  const text = bytes.subarray(end + 1, -1)
  if (end !== 64 || bytes.at(-1) !== 10 || checksum(text) !== bytes.toString('latin1', 0, end))
    return unusable('its manifest is damaged')
  const manifest = JSON.parse(text.toString()) as Manifest
  if (manifest.format !== indexFormat)
    return unusable(`it has format ${manifest.format}, not ${indexFormat}`)
  if (manifest.flexsearch !== flexsearchVersion)
    return unusable(`FlexSearch ${manifest.flexsearch} wrote it, not ${flexsearchVersion}`)
  if (manifest.language !== baseOf(language))
    return unusable(`it was built for the language ${manifest.language}, not ${baseOf(language)}`)
  if (manifest.config !== indexConfig(language)) return unusable('it was built by other rules')
  return { kind: 'read', value: manifest }
}

/**
 * Gives the parts of an index to `take`, one after the other. Returns the reason why one can't be
 * used, or null.
 */
export async function readParts(
  folder: string,
  parts: Manifest['parts'],
  take: (part: IndexPart) => void,
): Promise<string | null> {
  // One buffer for all of them, because V8 frees a buffer late.
  const buffer = Buffer.allocUnsafeSlow(Math.max(0, ...parts.map(({ bytes }) => bytes)) + 1)
  for (const { name, file, bytes, sha256 } of parts) {
    const length = await readInto(buffer, path.join(folder, path.basename(file))).catch(
      (error: Error) => error,
    )
    if (length instanceof Error) return `its part ${file} can't be read: ${length.message}`
    const found = buffer.subarray(0, length)
    if (length !== bytes || checksum(found) !== sha256) return `its part ${file} is damaged`
    take([name, found.toString()])
  }
  return null
}

/** Fills a buffer from a file, as far as both go. */
async function readInto(buffer: Buffer, file: string): Promise<number> {
  await using handle = await open(file)
  let filled = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, filled)
    filled += bytesRead
    if (bytesRead === 0) return filled
  }
}

/** The differences between an index and the wanted entries. */
export function differences(
  indexed: ReadonlyArray<{ type: FileKind; id: number; hash: string } | null>,
  wanted: ReadonlyArray<{ type: FileKind; id: number; hash: string }>,
): { missing: number; changed: number; extra: number; total: number } {
  let [missing, changed, extra] = [0, 0, 0]
  for (const type of fileKinds) {
    const hashes = new Map(
      indexed.flatMap((entry) => (entry?.type === type ? [[entry.id, entry.hash]] : [])),
    )
    for (const entry of wanted) {
      if (entry.type !== type) continue
      const hash = hashes.get(entry.id)
      if (hash === undefined) missing++
      else if (hash !== entry.hash) changed++
      hashes.delete(entry.id)
    }
    extra += hashes.size
  }
  return { missing, changed, extra, total: missing + changed + extra }
}

function checksum(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('hex')
}

function unusable(reason: string): { kind: 'unusable'; reason: string } {
  return { kind: 'unusable', reason }
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
