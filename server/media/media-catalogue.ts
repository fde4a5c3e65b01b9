import { posix } from 'node:path'
import { besideAddress } from '#domain/beside.ts'
import type { DeletedPicture, ListedPicture, Picture, PictureUse } from '#domain/media.ts'
import { cutSlug, slugify, slugMaxLength } from '#domain/slug.ts'
import { isSoundPath, type SoundFormat, soundFormat } from '#domain/sound.ts'
import type { Saver } from '../http/mount-calls.ts'
import { asBuffer } from '../platform/as-buffer.ts'
import { type Claims, fileClaim } from '../platform/claims.ts'
import type { DeletedFile } from '../platform/content-files.ts'
import { UncommittedError } from '../platform/errors.ts'
import { freePath } from '../platform/first-free.ts'
import { blobId } from '../platform/object-id.ts'
import type { RasterFormat } from '../platform/raster-picture.ts'
import type { MediaLibrary } from './media-library.ts'
import { formatOfSound } from './sounds/sound-format.ts'
import type { SoundLibrary } from './sounds/sound-library.ts'

/** Files to commit with the result of the change, or a result without a commit. */
type Plan<Result> =
  | {
      changes: ReadonlyArray<{ path: string; bytes: Buffer | null; expected: string | null }>
      message: string
      result: Result
    }
  | { ending: Result }

export interface MediaCatalogueParts {
  library: Pick<MediaLibrary, 'take' | 'dimensions'>
  sounds: Pick<SoundLibrary, 'take' | 'facts'>
  /** The files of the content folder in the state that the site shows. */
  files: () => Iterable<{ path: string; blob: string }>
  changedAt: (path: string) => string | null
  read: (blob: string) => Promise<Uint8Array>
  sizeOf: (blob: string) => Promise<number>
  /** Items that use each picture and sound, by its path in the content folder. */
  uses: () => Promise<ReadonlyMap<string, ReadonlyArray<PictureUse>>>
  /** Files that were deleted and not restored, last deleted first. */
  deleted: () => Promise<ReadonlyArray<DeletedFile>>
  /**
   * Calls `plan` when it is this write's turn in the write lane, commits the result and updates the
   * site. Calls `plan` again when the branch moved.
   */
  commit: <Result extends object>(
    by: Saver,
    plan: (claimed: Claims) => Promise<Plan<Result>>,
  ) => Promise<Result>
  now: () => Date
}

/** Result of a deletion or a restore; `taken`: another file has the name now. */
export type PictureChange =
  | { kind: 'done'; commit?: string | null }
  | { kind: 'missing' }
  | { kind: 'taken' }
  | { kind: 'used'; usedBy: ReadonlyArray<PictureUse> }

export type MediaCatalogue = ReturnType<typeof createMediaCatalogue>

/** An entry of the list, without what needs the bytes of the file. */
export interface CataloguedMedium {
  /** Path in the content folder: `media/…`. */
  path: string
  blob: string
  addedAt: string | null
  usedBy: ReadonlyArray<PictureUse>
}

const isPicture = (path: string) => /^media\/.*\.(?:jpe?g|png|gif|webp|svg)$/i.test(path)
const isMedium = (path: string) =>
  isPicture(path) || (path.startsWith('media/') && isSoundPath(path))
const kindOf = (path: string) => (isSoundPath(path) ? 'sound' : 'picture')
/** Limit of names to try when a writer's uncommitted files occupy them. */
const mostBlocked = 20

/** The pictures and sounds of the content folder for administrators. Each change is one commit. */
export function createMediaCatalogue(parts: MediaCatalogueParts) {
  const { commit, now } = parts
  const media = () => [...parts.files()].filter(({ path }) => isMedium(path))

  return {
    /**
     * Adds an upload under a name derived from its file name. When a file with the same bytes
     * exists, it is returned instead. Rejects with UploadRefused and with the errors
     * of the commit.
     */
    async add(upload: { bytes: Uint8Array; name: string }, by: Saver): Promise<Picture> {
      const { bytes, name: wanted, facts } = await checkUpload(parts, upload)
      const year = now().getUTCFullYear()
      const blob = blobId(bytes)
      const answer = (path: string): Picture => ({
        url: besideAddress(path),
        ...facts,
        bytes: bytes.length,
      })
      const blocked = new Set<string>()
      for (;;) {
        let path = ''
        try {
          return await commit<Picture>(by, async (claimed) => {
            const known = media().find((one) => one.blob === blob)
            if (known) return { ending: answer(known.path) }
            const taken = pathsTaken(parts.files())
            const isFree = (one: string) =>
              !taken.has(one) && !blocked.has(one) && !claimed.has(fileClaim(one))
            path = freePath(`media/${year}/${wanted}`, isFree)
            const changes = [{ path, bytes, expected: null }]
            return {
              changes,
              message: `Add ${kindOf(path)}: ${posix.basename(path)}`,
              result: answer(path),
            }
          })
        } catch (error) {
          if (!(error instanceof UncommittedError) || blocked.size >= mostBlocked) throw error
          blocked.add(path.toLowerCase())
        }
      }
    },

    /** All pictures and sounds, or those of a kind, last added first. */
    async list(kind?: 'picture' | 'sound'): Promise<Array<CataloguedMedium>> {
      const uses = await parts.uses()
      return media()
        .filter(({ path }) => kind === undefined || kindOf(path) === kind)
        .map(({ path, blob }) => ({
          path,
          blob,
          addedAt: parts.changedAt(path),
          usedBy: uses.get(path) ?? [],
        }))
        .sort(lastFirst)
    },

    describe: (medium: CataloguedMedium) => describeMedium(parts, medium),

    /** Deletes a file that no item uses; git history keeps it. `path` is below `media/`. */
    async remove(path: string, by: Saver): Promise<PictureChange> {
      return commit<PictureChange>(by, async () => {
        const found = media().find((one) => one.path === `media/${path}`)
        if (!found) return { ending: { kind: 'missing' } }
        const usedBy = (await parts.uses()).get(found.path) ?? []
        if (usedBy.length > 0) return { ending: { kind: 'used', usedBy } }
        return planOf('Delete', { path: found.path, bytes: null, expected: found.blob })
      })
    },

    async deleted(): Promise<Array<DeletedPicture>> {
      const gone = (await parts.deleted()).filter(({ path }) => isMedium(path))
      return gone.map(({ path, commit, author, date }) => ({
        path: path.slice('media/'.length),
        commit,
        author,
        date: new Date(date * 1000).toISOString(),
      }))
    },

    /** Restores the file that the commit `deletion` removed, byte for byte. */
    async restore(path: string, deletion: string, by: Saver): Promise<PictureChange> {
      return commit<PictureChange>(by, async () => {
        const full = `media/${path}`
        const gone = (await parts.deleted()).find(
          (one) => one.path === full && one.commit === deletion,
        )
        if (!gone || !isMedium(full)) return { ending: { kind: 'missing' } }
        if (pathsTaken(parts.files()).has(full.toLowerCase())) return { ending: { kind: 'taken' } }
        const bytes = Buffer.from(await parts.read(gone.blob))
        return planOf('Restore', { path: full, bytes, expected: null })
      })
    },
  }
}

/** Validates an upload: as a sound when its bytes or its name say so, else as a picture. */
async function checkUpload(
  { library, sounds }: Pick<MediaCatalogueParts, 'library' | 'sounds'>,
  { bytes: source, name }: { bytes: Uint8Array; name: string },
) {
  const isSound = isSoundPath(name) || formatOfSound(asBuffer(source))
  if (!isSound) {
    const { bytes, format, width, height } = await library.take(source)
    return { bytes, name: pictureName(name, format), facts: { width, height } }
  }
  const { bytes, facts } = await sounds.take(source, name)
  return {
    bytes,
    name: soundName(name, facts.format),
    facts: { width: null, height: null, sound: facts },
  }
}

/** Adds what needs the bytes of the file: width and height, or the facts of a sound. */
async function describeMedium(
  { library, sounds, sizeOf }: MediaCatalogueParts,
  { path, blob, addedAt, usedBy }: CataloguedMedium,
): Promise<ListedPicture> {
  const isSound = isSoundPath(path)
  const size = isSound ? null : await library.dimensions(`/${path}`)
  const sound = isSound ? await sounds.facts(`/${path}`) : null
  return {
    url: besideAddress(path),
    width: size?.width ?? null,
    height: size?.height ?? null,
    bytes: await sizeOf(blob),
    addedAt,
    usedBy: [...usedBy],
    ...(sound && { sound }),
  }
}

function planOf(
  verb: 'Delete' | 'Restore',
  change: { path: string; bytes: Buffer | null; expected: string | null },
): Plan<PictureChange> {
  const message = `${verb} ${kindOf(change.path)}: ${posix.basename(change.path)}`
  return { changes: [change], message, result: { kind: 'done' } }
}

/** Paths in lowercase: many file systems do not distinguish case. */
function pathsTaken(files: Iterable<{ path: string }>): Set<string> {
  return new Set([...files].map(({ path }) => path.toLowerCase()))
}

/** A file that was committed a moment ago has no date yet and comes first. */
function lastFirst(one: CataloguedMedium, other: CataloguedMedium): number {
  if (one.addedAt !== other.addedAt) {
    if (one.addedAt === null) return -1
    if (other.addedAt === null) return 1
    return one.addedAt < other.addedAt ? 1 : -1
  }
  return one.path < other.path ? -1 : 1
}

const endings: Readonly<Record<RasterFormat, string>> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
}

const longestName = 80
/** Reserved device names of Windows: git could not check such a file out there. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/**
 * File name for a picture: a slug of the sent name with the extension of its real format. `sent`
 * may contain anything, also folders and another extension.
 */
export function pictureName(sent: string, format: RasterFormat): string {
  return `${baseName(sent, 'picture')}.${endings[format]}`
}

/** File name for a sound: the same, with the sent extension when the format has it. */
export function soundName(sent: string, format: SoundFormat): string {
  const [usual, ...others] = soundFormat[format].endings
  const ending = sent.toLowerCase().split('.').at(-1) ?? ''
  return `${baseName(sent, 'sound')}.${others.includes(ending) ? ending : usual}`
}

/** File name for a file that a text links: the same, with the sent extension. */
export function downloadName(sent: string): string {
  return `${baseName(sent, 'file')}.${sent.toLowerCase().split('.').at(-1) ?? ''}`
}

function baseName(sent: string, kind: 'picture' | 'sound' | 'file'): string {
  const last = sent.split(/[/\\]/).at(-1) ?? ''
  const base = last.replace(/\.[^.]{1,5}$/, '').replaceAll('.', '-')
  const slug = cutSlug(slugify(base), slugMaxLength - longestName).replace(/^[-_]+|[-_]+$/g, '')
  return slug === '' ? kind : reserved.test(slug) ? `${slug}-${kind}` : slug
}
