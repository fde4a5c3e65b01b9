import path from 'node:path'
import { createDiskCache, createStoredBytes, createStoredJson } from '../platform/disk-cache.ts'
import { createKept } from '../platform/kept.ts'
import { createLimiter } from '../platform/limiter.ts'
import { encodeUpload } from './encode-upload.ts'
import {
  contentTypes,
  encodeVariant,
  encodingId,
  planVariant,
  type VariantPlan,
} from './encode-variant.ts'
import type { FoundMedia } from './media-answer.ts'
import {
  type LoadSharp,
  type PictureFacts,
  readPictureFacts,
  safeDecoding,
} from './picture-facts.ts'
import { plainPicture } from './plain-picture.ts'
import { type PreparedPicture, preparePicture } from './prepare-picture.ts'

/** The content folder in the state that the site shows. */
export interface MediaFiles {
  /**
   * Blob id of a regular file by its path in the content folder, or null; a symbolic link is null.
   */
  blobAt(path: string): string | null
  /** Reads large blobs in a thread. */
  read(blob: string): Promise<Uint8Array>
}

export interface MediaLibraryOptions {
  files: MediaFiles
  cacheDir: string
  loadSharp: LoadSharp
  /** Gets errors of the disk cache. Pictures are served without it. */
  report: (error: unknown) => void
  diskBytes?: number
}

export interface MediaLibrary {
  /**
   * Size of a picture as displayed, by its decoded address (`/media/…`); null when it does not
   * exist or is damaged.
   */
  dimensions(address: string): Promise<{ width: number; height: number } | null>
  /** The response for a decoded address. */
  find(address: string, wanted: { width: number | null; accept: string }): Promise<FoundMedia>
  /** The number of uploads and variants that wait to be decoded or encoded. */
  waiting(): number
  /** Validates an upload and prepares it for the repository. Rejects with UploadRefused. */
  take(bytes: Uint8Array): Promise<PreparedPicture>
}

/** Part of the cache names of facts: raise it when `PictureFacts` changes. */
const factsVersion = 3

/**
 * Creates the library of the pictures in `content/media`: reads their sizes and encodes narrower
 * variants on demand, two at a time. Both are cached on disk by blob id, so entries never become
 * stale. No response carries EXIF: it may contain the place where a photo was taken.
 */
export function createMediaLibrary({
  files,
  cacheDir,
  loadSharp,
  report,
  diskBytes = 512_000_000,
}: MediaLibraryOptions): MediaLibrary {
  const facts = createKept<PictureFacts | null>(50_000)
  const enqueue = createLimiter({ running: 2 })
  const disk = createDiskCache(path.join(cacheDir, 'media'), diskBytes)
  const stored = createStoredBytes(disk, report)
  const storedJson = createStoredJson(disk, report)

  const factsOf = (blob: string) =>
    facts(blob, () =>
      storedJson(`${blob}-${factsVersion}.json`, () =>
        enqueue(async () => readPictureFacts(await files.read(blob), loadSharp)),
      ),
    )

  /** A file that is made when it is needed; null when it can't be made. */
  const made = (name: string, make: () => Promise<Buffer>) =>
    stored(name, () => enqueue(make)).catch((error: unknown) => {
      report(error)
      return null
    })

  /** The file without metadata: its own bytes when they are upright, otherwise encoded again. */
  async function original(blob: string, found: PictureFacts, tag: string) {
    const source = await files.read(blob)
    const plain = found.turned ? null : plainPicture(source, found.format)
    if (plain || found.format === 'svg') return plain
    const { format, animated } = found
    return made(tag, async () => {
      const sharp = await loadSharp()
      const picture = sharp(source, { ...safeDecoding, animated })
      return encodeUpload(picture, format, await picture.metadata(), source)
    })
  }

  return {
    async dimensions(address) {
      const blob = files.blobAt(contentPath(address))
      const found = blob && (await factsOf(blob))
      return found ? { width: found.width, height: found.height } : null
    },

    async find(address, { width, accept }) {
      const blob = files.blobAt(contentPath(address))
      if (!blob) return 'missing'
      const found = await factsOf(blob)
      if (!found) return 'unreadable'
      const plan = planVariant(found, width, accept)
      const tag = tagOf(blob, plan, found)
      if (plan.kind === 'original') {
        const type = contentTypes[found.format]
        return { tag, type, negotiated: false, bytes: () => original(blob, found, tag) }
      }
      const { animated } = found
      const encode = async () =>
        encodeVariant(await files.read(blob), { ...plan, animated }, loadSharp)
      const type = contentTypes[plan.format]
      return { tag, type, negotiated: true, bytes: () => made(tag, encode) }
    },

    waiting: enqueue.waiting,
    take: (bytes) => enqueue(() => preparePicture(bytes, loadSharp)),
  }
}

function tagOf(blob: string, plan: VariantPlan, { format, turned }: PictureFacts): string {
  if (plan.kind === 'resized') return `${blob}-${plan.width}-${encodingId}.${plan.format}`
  return format === 'svg' ? blob : `${blob}-${turned ? 'upright' : 'plain'}.${format}`
}

/** `/media/…` is `content/media/…` (rulings, section 6). */
function contentPath(address: string) {
  return address.replace(/^\//, '')
}

/** Creates the function that loads sharp once. */
export function createSharpLoader(): LoadSharp {
  let loaded: ReturnType<LoadSharp> | undefined
  return () => {
    loaded ??= import('sharp').then(({ default: sharp }) => {
      // Each picture uses one core; the queue limits how many are encoded at once.
      sharp.concurrency(1)
      sharp.cache(false)
      return sharp
    })
    return loaded
  }
}
