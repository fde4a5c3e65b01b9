import type { DeletedPicture, ListedPicture, Picture, PictureUse } from '#domain/media.ts'
import type { KeyedWrite } from '../http/idempotency.ts'
import { blobId } from '../platform/blob-id.ts'
import { UncommittedError } from '../platform/errors.ts'
import type { MediaLibrary } from './media-library.ts'
import { numberedName, pictureName } from './picture-name.ts'

interface Person {
  name: string
  email: string
}

/** Who changes a picture, and the key under which the write happens once. */
interface Saver {
  author: Person
  write: KeyedWrite | null
}

/** What is to be committed and what the change comes to then; or how it ends without a commit. */
type Plan<Result> =
  | {
      changes: ReadonlyArray<{ path: string; bytes: Buffer | null; expected: string | null }>
      message: string
      result: Result
    }
  | { ending: Result }

export interface MediaCatalogueParts {
  library: Pick<MediaLibrary, 'take' | 'dimensions'>
  /** The files of the content folder as they are shown. */
  files: () => Iterable<{ path: string; blob: string }>
  changedAt: (path: string) => string | null
  read: (blob: string) => Uint8Array
  sizeOf: (blob: string) => number
  /** What uses each picture, by its path in the content folder. */
  uses: () => Promise<ReadonlyMap<string, ReadonlyArray<PictureUse>>>
  /** Pictures that were deleted and are not there again, the last ones first. */
  deleted: () => Promise<ReadonlyArray<{ path: string; blob: string; commit: string; author: Person; date: number }>>
  /** Plans in turn with all other writes, commits and shows; plans anew when somebody else was faster. */
  commit: <Result>(by: Saver, plan: () => Promise<Plan<Result>>) => Promise<{ result: Result }>
  now: () => Date
}

/** How a deletion or a restore ended; `taken`: another file has the name now. */
export type PictureChange =
  | { kind: 'done' }
  | { kind: 'missing' }
  | { kind: 'taken' }
  | { kind: 'used'; usedBy: ReadonlyArray<PictureUse> }

/** What the list tells of each picture before its bytes are looked at. */
export interface CataloguedPicture {
  /** In the content folder: `media/…`. */
  path: string
  blob: string
  addedAt: string | null
  usedBy: ReadonlyArray<PictureUse>
}

const isPicture = (path: string) => /^media\/.*\.(?:jpe?g|png|gif|webp|svg)$/i.test(path)
/** Names that a writer's uncommitted files have are passed over, so many at most. */
const mostBlocked = 20

/** The pictures of the content folder as administrators see and change them; each change is one commit. */
export function createMediaCatalogue(parts: MediaCatalogueParts) {
  const { library, commit, now } = parts
  const pictures = () => [...parts.files()].filter(({ path }) => isPicture(path))

  return {
    /**
     * Adds an upload under a name made from the one it was sent with; bytes that are there already are answered as they are. Rejects with
     * PictureRefused, and with what the commit throws.
     */
    async add(upload: { bytes: Uint8Array; name: string }, by: Saver): Promise<Picture> {
      const { bytes, format, width, height } = await library.take(upload.bytes)
      const wanted = pictureName(upload.name, format)
      const year = now().getUTCFullYear()
      const blob = blobId(bytes)
      const answer = (path: string): Picture => ({ url: addressOf(path), width, height, bytes: bytes.length })
      const blocked = new Set<string>()
      for (;;) {
        let path = ''
        try {
          const { result } = await commit<Picture>(by, async () => {
            const known = pictures().find((one) => one.blob === blob)
            if (known) return { ending: answer(known.path) }
            path = freePath(`media/${year}`, wanted, [...pathsTaken(parts.files()), ...blocked])
            const changes = [{ path, bytes, expected: null }]
            return { changes, message: `Add picture: ${nameOf(path)}`, result: answer(path) }
          })
          return result
        } catch (error) {
          if (!(error instanceof UncommittedError) || blocked.size >= mostBlocked) throw error
          blocked.add(path.toLowerCase())
        }
      }
    },

    /** Every picture, what was added last first. */
    async list(): Promise<Array<CataloguedPicture>> {
      const uses = await parts.uses()
      return pictures()
        .map(({ path, blob }) => ({ path, blob, addedAt: parts.changedAt(path), usedBy: uses.get(path) ?? [] }))
        .sort(lastFirst)
    },

    /** A picture with what only its bytes tell. */
    async describe({ path, blob, addedAt, usedBy }: CataloguedPicture): Promise<ListedPicture> {
      const { width, height } = (await library.dimensions(`/${path}`)) ?? { width: null, height: null }
      return { url: addressOf(path), width, height, bytes: parts.sizeOf(blob), addedAt, usedBy: [...usedBy] }
    },

    /** Deletes a picture that nothing uses; git keeps it. `path` is below `media/`. */
    async remove(path: string, by: Saver): Promise<PictureChange> {
      const { result } = await commit<PictureChange>(by, async () => {
        const found = pictures().find((one) => one.path === `media/${path}`)
        if (!found) return { ending: { kind: 'missing' } }
        const usedBy = (await parts.uses()).get(found.path) ?? []
        if (usedBy.length > 0) return { ending: { kind: 'used', usedBy } }
        const changes = [{ path: found.path, bytes: null, expected: found.blob }]
        return { changes, message: `Delete picture: ${nameOf(path)}`, result: { kind: 'done' } }
      })
      return result
    },

    async deleted(): Promise<Array<DeletedPicture>> {
      const gone = (await parts.deleted()).filter(({ path }) => isPicture(path))
      return gone.map(({ path, commit, author, date }) => ({
        path: path.slice('media/'.length),
        commit,
        author,
        date: new Date(date * 1000).toISOString(),
      }))
    },

    /** Brings back what a commit has deleted, byte for byte. */
    async restore(path: string, deletion: string, by: Saver): Promise<PictureChange> {
      const { result } = await commit<PictureChange>(by, async () => {
        const full = `media/${path}`
        const gone = (await parts.deleted()).find((one) => one.path === full && one.commit === deletion)
        if (!gone || !isPicture(full)) return { ending: { kind: 'missing' } }
        if (pathsTaken(parts.files()).has(full.toLowerCase())) return { ending: { kind: 'taken' } }
        const changes = [{ path: full, bytes: Buffer.from(parts.read(gone.blob)), expected: null }]
        return { changes, message: `Restore picture: ${nameOf(path)}`, result: { kind: 'done' } }
      })
      return result
    },
  }
}

/** The address as it is written in texts: what a Markdown link can't hold is escaped. */
function addressOf(path: string): string {
  return `/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** Lowercase: on many disks two names that differ in case are one file. */
function pathsTaken(files: Iterable<{ path: string }>): Set<string> {
  return new Set([...files].map(({ path }) => path.toLowerCase()))
}

function freePath(folder: string, wanted: string, taken: ReadonlyArray<string>): string {
  const known = new Set(taken)
  for (let number = 1; ; number += 1) {
    const path = `${folder}/${numberedName(wanted, number)}`
    if (!known.has(path)) return path
  }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** What was committed a moment ago has no date yet. */
function lastFirst(one: CataloguedPicture, other: CataloguedPicture): number {
  if (one.addedAt !== other.addedAt) {
    if (one.addedAt === null) return -1
    if (other.addedAt === null) return 1
    return one.addedAt < other.addedAt ? 1 : -1
  }
  return one.path < other.path ? -1 : 1
}
