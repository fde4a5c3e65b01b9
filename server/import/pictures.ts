import { createHash } from 'node:crypto'
import path from 'node:path'
import { besideAddress } from '#domain/beside.ts'
import type { ImportedEntry } from '#domain/import/entry.ts'
import type { FileClaim } from '#domain/import/file-ledger.ts'
import type { ImportReport } from '#domain/import/report.ts'
import { messageOf } from '../platform/errors.ts'
import { freePath } from '../platform/first-free.ts'
import { blobId } from '../platform/object-id.ts'
import type { KeptFetch } from './kept-fetch.ts'
import { type Reader, safelyDecoded } from './reader.ts'

/** Makes a file ready for `content/media`. Throws a RefusedError. */
type TakeMedium = (bytes: Uint8Array, name: string) => Promise<{ bytes: Uint8Array; name: string }>

export interface PictureParts {
  reader: Reader
  take: TakeMedium
  /** A file of the export. */
  readFile: (file: string) => Promise<Uint8Array>
  fetchKept: KeptFetch
  /** Media of the site by their blob. */
  known: ReadonlyMap<string, string>
  isFree: (path: string) => boolean
  write: (path: string, bytes: Uint8Array) => Promise<void>
}

/** Adopts pictures and sounds into `content/media`, each once by its bytes. */
export function createPictures(parts: PictureParts) {
  const { reader, take, known, write } = parts
  const byOrigin = new Map<string, Promise<string>>()
  const byBytes = new Map<string, Promise<string>>()
  const byUrl = new Map<string, Promise<Uint8Array>>()
  const taken = new Set<string>()
  const missing = new Map<string, ImportReport['pictures']['missing'][number]>()
  /** Files of the export that texts show. */
  const claims = new Map<string, FileClaim>()

  /** Stores a medium and returns its path in the content folder. */
  async function stored(bytes: Uint8Array, name: string, year: string) {
    const medium = await take(bytes, name)
    const own = known.get(blobId(medium.bytes))
    if (own !== undefined) return own
    const file = freePath(
      `media/${year}/${medium.name}`,
      (one) => !taken.has(one.toLowerCase()) && parts.isFree(one),
    )
    taken.add(file.toLowerCase())
    await write(file, medium.bytes)
    return file
  }

  function once(bytes: Uint8Array, name: string, year: string): Promise<string> {
    const hash = createHash('sha256').update(bytes).digest('hex')
    const made = byBytes.get(hash) ?? stored(bytes, name, year)
    byBytes.set(hash, made)
    return made
  }

  /** The bytes at an address; several addresses may lead to one picture. */
  function fetched(url: string): Promise<Uint8Array> {
    const made = byUrl.get(url) ?? parts.fetchKept(url)
    byUrl.set(url, made)
    // Only concurrent requests share the bytes; later ones read the file.
    const forget = () => void byUrl.delete(url)
    made.then(forget, forget)
    return made
  }

  /**
   * The path of a picture that was found at one of its places. Rejects with the reason of the last
   * one.
   */
  async function found(
    address: string,
    entry: ImportedEntry,
    files: ReadonlyArray<string>,
    url: string | null,
  ) {
    const year = (entry.publishedAt ?? new Date().toISOString()).slice(0, 4)
    const data = dataIn(address)
    if (data) return once(data, `${entry.slug ?? 'picture'}.png`, year)
    const [file] = files
    if (file !== undefined) return once(await parts.readFile(file), path.posix.basename(file), year)
    if (url === null) throw new Error('The export does not contain this file.')
    const whole = url.replace(/-\d{2,5}x\d{2,5}(\.(?:jpe?g|png|gif|webp))$/i, '$1')
    const name = nameIn(url)
    if (whole === url) return once(await fetched(url), name, year)
    return once(await fetched(whole).catch(() => fetched(url)), nameIn(whole), year)
  }

  return {
    /**
     * The address that a picture of an entry has here; null when it is missing, which is reported.
     */
    async adopt(address: string, entry: ImportedEntry): Promise<string | null> {
      const files = reader.pictureFiles(address, entry)
      const url = files.length > 0 ? null : reader.pictureAddress(address, entry)
      const origin = files[0] ?? url ?? address
      const made = byOrigin.get(origin) ?? found(address, entry, files, url)
      byOrigin.set(origin, made)
      try {
        const stored = await made
        if (files[0] !== undefined)
          claims.set(files[0], { file: files[0], fate: 'imported', reason: stored })
        return besideAddress(stored)
      } catch (error) {
        if (files[0] !== undefined)
          claims.set(files[0], { file: files[0], fate: 'left-out', reason: messageOf(error) })
        const shown = address.slice(0, 300)
        if (!missing.has(origin))
          missing.set(origin, { address: shown, place: entry.place, message: messageOf(error) })
        return null
      }
    },
    /** How many pictures and sounds were found; those of the site count, too. */
    count: async () =>
      new Set(
        (await Promise.allSettled(byBytes.values())).flatMap((one) =>
          one.status === 'fulfilled' ? [one.value] : [],
        ),
      ).size,
    missing: () => [...missing.values()],
    claims: () => [...claims.values()],
  }
}

/** The bytes of a picture that is its own address; null for any other. */
function dataIn(address: string): Buffer | null {
  const [, data] =
    /^data:image\/[\w+.-]{1,30};base64,([A-Za-z0-9+/=\s]+)$/.exec(address.slice(0, 14_000_000)) ??
    []
  return data === undefined ? null : Buffer.from(data, 'base64')
}

function nameIn(url: string) {
  return safelyDecoded(new URL(url).pathname.split('/').at(-1) ?? '')
}
