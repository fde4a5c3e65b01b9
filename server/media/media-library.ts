import path from 'node:path'
import { createDiskCache } from '../platform/disk-cache.ts'
import { createLimiter } from '../platform/limiter.ts'
import { encodeUpload } from './encode-upload.ts'
import { encodeVariant, encodingId } from './encode-variant.ts'
import { type LoadSharp, type PictureFacts, readPictureFacts, safeDecoding } from './picture-facts.ts'
import { plainPicture } from './plain-picture.ts'
import { type TakenPicture, takePicture } from './take-picture.ts'
import { contentTypes, planVariant, type VariantPlan } from './variant-plan.ts'

/** The content folder in the state that is shown. */
export interface MediaFiles {
  /** Blob id of a regular file by its path in the content folder, or null; never of a link. */
  blobAt(path: string): string | null
  read(blob: string): Uint8Array
}

export interface MediaLibraryOptions {
  files: MediaFiles
  cacheDir: string
  /** Hears of a cache on disk that can't be read or written; pictures are made all the same. */
  report: (error: unknown) => void
  diskBytes?: number
}

/** One answer to a request for a picture. */
export interface PictureAnswer {
  /** Names these bytes: the same tag is always the same bytes. */
  tag: string
  type: string
  /** Whether another `Accept` header may get another answer. */
  negotiated: boolean
  /** Reads or makes the bytes. Null when the picture turns out to be damaged. */
  bytes(): Promise<Uint8Array | null>
}

export interface MediaLibrary {
  /** Size of a picture as it is shown, by its decoded address (`/media/…`); null when there is no such picture or it is damaged. */
  dimensions(address: string): Promise<{ width: number; height: number } | null>
  /** The answer to a request by its decoded address. `missing`: no such file. `unreadable`: no picture that the site can show. */
  find(
    address: string,
    wanted: { width: number | null; accept: string },
  ): Promise<{ kind: 'found'; answer: PictureAnswer } | { kind: 'missing' } | { kind: 'unreadable' }>
  /** Makes an upload into a picture of the site. Rejects with PictureRefused. */
  take(bytes: Uint8Array): Promise<TakenPicture>
}

/** Part of the names of kept facts: raise it when facts say more. */
const factsVersion = 3

/**
 * Creates the library of pictures in `content/media`: knows their sizes and makes narrower versions on demand, two at a time. Both are kept on
 * disk by the picture's blob id, so nothing in there can grow stale. No answer carries EXIF: a writer's file may tell where it was taken.
 */
export function createMediaLibrary({
  files,
  cacheDir,
  report,
  diskBytes = 512_000_000,
}: MediaLibraryOptions): MediaLibrary {
  const disk = createDiskCache(path.join(cacheDir, 'media'), diskBytes)
  const facts = new Map<string, Promise<PictureFacts | null>>()
  const making = new Map<string, Promise<Uint8Array | null>>()
  const enqueue = createLimiter({ running: 2 })
  const loadSharp = createSharpLoader()

  async function kept(name: string): Promise<Buffer | null> {
    return disk.read(name).catch((error) => {
      report(error)
      return null
    })
  }

  async function keep(name: string, bytes: Uint8Array): Promise<void> {
    await disk.write(name, bytes).catch((error) => report(error))
  }

  function factsOf(blob: string): Promise<PictureFacts | null> {
    const known = facts.get(blob)
    if (known) return known
    const found = readOrFindFacts(blob)
    facts.set(blob, found)
    // A blob that can't be read now (a repository being repacked) is asked for again.
    found.catch(() => facts.delete(blob))
    if (facts.size > 50_000) facts.delete(facts.keys().next().value!)
    return found
  }

  async function readOrFindFacts(blob: string): Promise<PictureFacts | null> {
    const name = `${blob}-${factsVersion}.json`
    const stored = await kept(name)
    if (stored) return JSON.parse(stored.toString())
    const found = await enqueue(() => readPictureFacts(files.read(blob), loadSharp))
    await keep(name, Buffer.from(JSON.stringify(found)))
    return found
  }

  /** Makes bytes once, also when several ask at the same time; null for a damaged picture. */
  function made(name: string, make: () => Promise<Buffer>): Promise<Uint8Array | null> {
    const under = making.get(name) ?? readOrMake(name, make).finally(() => making.delete(name))
    making.set(name, under)
    return under
  }

  async function readOrMake(name: string, make: () => Promise<Buffer>): Promise<Uint8Array | null> {
    const stored = await kept(name)
    if (stored) return stored
    const bytes = await enqueue(make).catch((error) => {
      report(error)
      return null
    })
    if (bytes) await keep(name, bytes)
    return bytes
  }

  /** The file without its metadata: byte for byte where its pixels lie as they are shown, encoded anew otherwise. */
  async function original(blob: string, found: PictureFacts, tag: string): Promise<Uint8Array | null> {
    const source = files.read(blob)
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
      if (!blob) return { kind: 'missing' }
      const found = await factsOf(blob)
      if (!found) return { kind: 'unreadable' }
      const plan = planVariant(found, width, accept)
      const tag = tagOf(blob, plan, found)
      if (plan.kind === 'original') {
        const bytes = () => original(blob, found, tag)
        return { kind: 'found', answer: { tag, type: contentTypes[found.format], negotiated: false, bytes } }
      }
      const { animated } = found
      const bytes = () => made(tag, async () => encodeVariant(files.read(blob), { ...plan, animated }, loadSharp))
      return { kind: 'found', answer: { tag, type: contentTypes[plan.format], negotiated: true, bytes } }
    },

    take: (bytes) => enqueue(() => takePicture(bytes, loadSharp)),
  }
}

function tagOf(blob: string, plan: VariantPlan, { format, turned }: PictureFacts): string {
  if (plan.kind === 'resized') return `${blob}-${plan.width}-${encodingId}.${plan.format}`
  return format === 'svg' ? blob : `${blob}-${turned ? 'upright' : 'plain'}.${format}`
}

/** `/media/…` is `content/media/…` (rulings, section 6). */
function contentPath(address: string): string {
  return address.replace(/^\//, '')
}

function createSharpLoader(): LoadSharp {
  let loaded: ReturnType<LoadSharp> | undefined
  return () => {
    loaded ??= import('sharp').then(({ default: sharp }) => {
      // One core per picture; the queue decides how many pictures.
      sharp.concurrency(1)
      sharp.cache(false)
      return sharp
    })
    return loaded
  }
}
