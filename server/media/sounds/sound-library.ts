import path from 'node:path'
import {
  isSoundPath,
  type SoundFacts,
  type SoundFormat,
  soundFormat,
  soundMaxBytes,
  waveformPath,
} from '#domain/sound.ts'
import { asBuffer } from '../../platform/as-buffer.ts'
import { createByteCache } from '../../platform/byte-cache.ts'
import { createDiskCache, createStoredBytes, createStoredJson } from '../../platform/disk-cache.ts'
import { RefusedError } from '../../platform/errors.ts'
import { createKept } from '../../platform/kept.ts'
import { type FoundMedia, UploadRefused } from '../media-answer.ts'
import type { MediaFiles } from '../media-library.ts'
import type { LoadSharp } from '../picture-facts.ts'
import { mayBeNamed } from './plain-sound.ts'
import { formatOfSound } from './sound-format.ts'
import { type InspectedSound, longestSound, type SoundTasks } from './sound-tasks.ts'

/**
 * Runs a task of `SoundTasks` in a worker thread; rejects when it takes too much time or memory.
 */
export type RunSoundTask = <Task extends keyof SoundTasks>(
  task: Task,
  input: Uint8Array,
) => Promise<Awaited<ReturnType<SoundTasks[Task]>>>

/** A validated upload, ready for the repository. */
export interface TakenSound {
  bytes: Buffer
  facts: SoundFacts
}

export type SoundLibrary = ReturnType<typeof createSoundLibrary>

/** Part of the cache names: raise it when the facts, the waveform or the removal of tags change. */
const version = 2
const diskBytes = 256_000_000
/**
 * A player asks for many ranges of a sound; without a cache each would remove the tags of the whole
 * file.
 */
const memoryBytes = 32_000_000

interface SoundLibraryParts {
  files: MediaFiles & { size(blob: string): Promise<number> }
  cacheDir: string
  run: RunSoundTask
  loadSharp: LoadSharp
  report: (error: unknown) => void
}

/**
 * The sounds in `content/media`: reads and stores their facts by blob id in `cacheDir`, and serves
 * them without tags. All work on their bytes happens in other threads (`run`).
 */
export function createSoundLibrary(parts: SoundLibraryParts) {
  const { files, run, loadSharp, report } = parts
  const disk = createDiskCache(path.join(parts.cacheDir, 'sounds'), diskBytes)
  const stored = createStoredBytes(disk, report)
  const { inspect, describe } = createInspections({
    ...parts,
    storedJson: createStoredJson(disk, report),
  })
  const memory = createByteCache<string, Uint8Array>(memoryBytes)

  async function plainBytes(blob: string, isPlain: boolean) {
    const known = memory.get(blob)
    if (known) return known
    const bytes = isPlain
      ? await files.read(blob)
      : await stored(`${blob}-${version}.plain`, async () =>
          plainSound(run, await files.read(blob)),
        )
    memory.set(blob, bytes, bytes.length)
    return bytes
  }

  async function factsAt(
    address: string,
    read: (blob: string) => Promise<InspectedSound | null>,
  ): Promise<{ blob: string; found: InspectedSound } | 'missing' | 'unreadable'> {
    const blob = isSoundPath(address) ? files.blobAt(address.replace(/^\//, '')) : null
    if (!blob) return 'missing'
    const found = await read(blob)
    return found ? { blob, found } : 'unreadable'
  }

  return {
    /**
     * The facts of a sound, by its decoded address (`/media/…`); null when it does not exist or is
     * damaged.
     */
    async facts(address: string): Promise<SoundFacts | null> {
      const known = await factsAt(address, inspect)
      return typeof known === 'string' ? null : known.found.facts
    },

    /** The response for a decoded address; `waveform`: a picture of its waveform as PNG instead. */
    async find(address: string, waveform: boolean): Promise<FoundMedia> {
      const known = await factsAt(address, waveform ? inspect : describe)
      if (typeof known === 'string') return known
      const { blob, found } = known
      if (!waveform) {
        const { type } = soundFormat[found.facts.format]
        return {
          tag: `${blob}-${version}-sound`,
          type,
          negotiated: false,
          bytes: () => plainBytes(blob, found.isPlain),
        }
      }
      const tag = `${blob}-${version}-wave.png`
      return {
        tag,
        type: 'image/png',
        negotiated: false,
        bytes: () => stored(tag, () => waveformPicture(loadSharp, found.facts.peaks)),
      }
    },

    /** Validates an upload and removes its tags. Rejects with UploadRefused. */
    take: (source: Uint8Array, name: string) => takeSound(run, source, name),
  }
}

/** What decoding and the structure of sounds tell, by their blobs. */
function createInspections({
  files,
  run,
  report,
  storedJson,
}: Pick<SoundLibraryParts, 'files' | 'run' | 'report'> & {
  storedJson: ReturnType<typeof createStoredJson>
}) {
  const known = createKept<InspectedSound | null>(40_000)
  /** The blobs of sounds whose decoding ended the worker. */
  const undecoded = new Set<string>()

  /**
   * What decoding tells of a sound. One that takes too much time keeps what its structure tells,
   * for good: its bytes never change. One that ends the worker keeps it until the next start, since
   * the machine may have been the cause.
   */
  async function inspect(blob: string) {
    if (undecoded.has(blob)) return describe(blob)
    try {
      return await remembered(blob, '', inspectOrDescribe)
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      report(error)
      undecoded.add(blob)
      return describe(blob)
    }
  }

  /** What decoding tells, or what its structure does when that takes too much time. */
  async function inspectOrDescribe(input: Uint8Array) {
    try {
      return await run('inspectSound', input)
    } catch (error) {
      if (!(error instanceof RefusedError && error.kind === 'too-slow')) throw error
      report(error)
      return run('describeSound', input)
    }
  }

  /** What the structure of a sound tells: enough to serve its bytes. */
  const describe = (blob: string) =>
    remembered(blob, '-structure', (input) => run('describeSound', input))

  function remembered(
    blob: string,
    kind: string,
    make: (input: Uint8Array) => Promise<InspectedSound | null>,
  ): Promise<InspectedSound | null> {
    const name = `${blob}-${version}${kind}.json`
    return known(name, () =>
      storedJson(name, async () => {
        const isTooLarge = (await files.size(blob)) > soundMaxBytes
        return isTooLarge ? null : make(await files.read(blob))
      }),
    )
  }

  return { inspect, describe }
}

/** The bytes of a sound without tags. */
async function plainSound(run: RunSoundTask, bytes: Uint8Array) {
  return Buffer.from((await run('plainSound', bytes)) as Uint8Array)
}

async function takeSound(run: RunSoundTask, source: Uint8Array, name: string): Promise<TakenSound> {
  if (source.length > soundMaxBytes) throw new UploadRefused('upload-size', sentences.tooLarge)
  const format = formatOfSound(asBuffer(source))
  if (!format) throw new UploadRefused('upload-format', sentences.noSound)
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (ending !== undefined && /^[a-z0-9]{2,5}$/.test(ending) && !mayBeNamed(ending, format))
    throw new UploadRefused('upload-format', mislabelled(ending, format))
  const found = await run('inspectSound', source).catch((error) => {
    throw new UploadRefused('upload-damaged', sentences.damaged, error)
  })
  if ((found?.facts.duration ?? 0) > longestSound)
    throw new UploadRefused('upload-size', sentences.tooLong)
  if (!found?.isWhole) throw new UploadRefused('upload-damaged', sentences.damaged)
  const bytes = found.isPlain ? source : await plainSound(run, source)
  return { bytes: Buffer.from(bytes), facts: found.facts }
}

const sentences = {
  noSound: 'This file is not a sound. Please send an MP3, M4A, AAC, Ogg, FLAC or WAV.',
  damaged: 'This sound is damaged or incomplete. Please export it anew and try again.',
  tooLong: `This sound is too long: at most ${longestSound / 3600} hours are taken.`,
  tooLarge: `This sound is too large: at most ${soundMaxBytes / 1024 / 1024} MB are taken.`,
}

function mislabelled(ending: string, format: SoundFormat) {
  return `This file is named .${ending}, but it contains ${soundFormat[format].name}. Please correct its name and send it again.`
}

async function waveformPicture(loadSharp: LoadSharp, peaks: ReadonlyArray<number> | null) {
  const sharp = await loadSharp()
  return sharp(Buffer.from(waveformDrawing(peaks)))
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/**
 * A waveform with a sign for playing, for mails. Its colors are readable on light and dark paper.
 */
function waveformDrawing(peaks: ReadonlyArray<number> | null): string {
  const line = peaks ? waveformPath(peaks) : 'M0 24h200'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1104" height="200" viewBox="0 0 276 50">
<rect width="276" height="50" rx="5" fill="#17161a"/>
<circle cx="28" cy="25" r="14" fill="#ff6a2b"/><path d="M24 18l11 7-11 7z" fill="#17161a"/>
<svg x="56" y="7" width="206" height="36" viewBox="0 0 200 48" preserveAspectRatio="none"><path d="${line}" stroke="#ff6a2b" stroke-width=".7" stroke-linecap="round" fill="none"/></svg>
</svg>`
}
