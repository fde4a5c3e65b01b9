import { allDone, type DiskWrites } from '../../platform/disk-writes.ts'
import { blobId } from '../../platform/object-id.ts'
import { createTurns, shortSlice } from '../../platform/turns.ts'
import type { NewObject } from '../read/objects.ts'
import { type Repository, treePath } from '../read/open-repository.ts'
import { entryAt, folderAt } from '../read/tree.ts'
import type { LineEndsOf } from './attributes.ts'
import { type CommitText, type Person, reflogLine } from './commit-text.ts'
import { type LineEnds, toStored } from './line-ends.ts'
import { makeObjects } from './object-maker.ts'
import { rewriteTree, type TreeEdit } from './rewrite-tree.ts'
import { ConflictError, RefusedPathError } from './write-errors.ts'

export interface FileEdit {
  /** Relative to the content folder. */
  path: string
  /** The file's new bytes; null deletes it. */
  bytes: Buffer | null
  /** The blob that the edit is based on; null when the file must not exist. */
  expected: string | null
}

export interface CommitRequest {
  changes: ReadonlyArray<FileEdit>
  message: string
  author: Person
  /** The default is the author. */
  committer?: Person
  /**
   * Called with the id of the commit before it is visible; the branch moves after this has
   * resolved. Called again with another id when others have moved the branch meanwhile.
   */
  willCommit?: (commit: string) => Promise<void>
  /**
   * Called as soon as the branch has the commit, before the disk has synced it. The next commit
   * waits for the promise that it returns. An error that it throws synchronously is not caught.
   */
  committed?: () => unknown
}

/** A file that the commit changes. */
export interface PreparedFile {
  /** From the root of the work tree. */
  path: string
  /** Relative to the content folder. */
  contentPath: string
  before: string | null
  after: string | null
  mode: string
  lineEnds: LineEnds
  /** Returns the bytes of the new blob; null for a deletion. */
  stored: (() => Promise<Buffer>) | null
}

/** A commit on top of `head`, to which nothing refers yet. */
export interface PreparedCommit {
  head: string | null
  /** Id of the new commit; `head` itself when nothing differs. */
  commit: string | null
  files: ReadonlyArray<PreparedFile>
  objects: ReadonlyArray<NewObject>
  /** Resolves when the objects are on the disk. */
  written: Promise<void>
  /** By the paths of the request. */
  blobs: ReadonlyMap<string, string | null>
  reflog: string
}

/**
 * Prepares the commit for a request: HEAD's tree with only the changed blobs. Writes objects only,
 * and yields to the event loop between files, which may be large. Throws a ConflictError when HEAD
 * does not have the expected blob, a RefusedPathError or RepositoryShapeError for a path that must
 * not be written.
 */
export async function prepareCommit(
  repository: Repository,
  settings: {
    disk: DiskWrites
    lineEndsOf: LineEndsOf
    checkClean?(files: ReadonlyArray<PreparedFile>): Promise<void>
    time: Date
  },
  head: string | null,
  request: CommitRequest,
): Promise<PreparedCommit> {
  const paths = new Set(request.changes.map(({ path }) => treePath(repository, path)))
  if (paths.size < request.changes.length) throw new Error('A path is named twice in one commit.')
  const lineEnds = await settings.lineEndsOf([...paths])
  const turns = createTurns(shortSlice)
  const all: Array<PreparedFile> = []
  for (const change of request.changes) {
    all.push(await prepareFile(repository, lineEnds, head, change))
    if (turns.isDue()) await turns.take()
  }
  const files = all.filter((file) => file.before !== file.after)
  const blobs = new Map(request.changes.map((change, at) => [change.path, all[at]!.after]))
  if (files.length === 0)
    return {
      head,
      commit: head,
      files,
      objects: [],
      written: Promise.resolve(),
      blobs,
      reflog: '',
    }
  await settings.checkClean?.(files)
  const fresh = files.flatMap(({ stored }) => (stored === null ? [] : [{ bytes: stored() }]))
  const made = await makeCommitObjects(repository, settings.disk, files, fresh, {
    parents: head === null ? [] : [head],
    author: request.author,
    committer: request.committer ?? request.author,
    message: request.message,
    time: settings.time,
  })
  return { head, files, blobs, ...made }
}

/**
 * Makes these blobs, one after the other, because each may be large, and the trees and the commit
 * with the changed files on top of the first parent.
 */
export async function makeCommitObjects(
  { objects, commonDir }: Repository,
  disk: DiskWrites,
  files: ReadonlyArray<PreparedFile>,
  blobs: Iterable<{ bytes: Buffer | Promise<Buffer> }>,
  text: Omit<CommitText, 'tree'>,
): Promise<Pick<PreparedCommit, 'commit' | 'objects' | 'written' | 'reflog'>> {
  const [head = null] = text.parents
  const before = await folderAt(objects, head)
  const edits = files.map(({ path, mode, after }): [string, TreeEdit] => [
    path,
    after === null ? null : { mode, id: after },
  ])
  const made = await makeObjects(commonDir, disk, async (maker) => {
    const makeBlobs = async () => {
      for (const { bytes } of blobs) await maker.blob(await bytes)
    }
    const tree = rewriteTree(objects, before, new Map(edits), maker.tree)
    await allDone([makeBlobs(), tree.then(() => undefined)])
    return maker.commit({ ...text, tree: await tree })
  })
  return {
    commit: made.result,
    objects: made.objects,
    written: made.written,
    reflog: reflogLine(head, made.result, text),
  }
}

async function prepareFile(
  repository: Repository,
  conversions: ReadonlyMap<string, LineEnds>,
  head: string | null,
  { path: contentPath, bytes, expected }: FileEdit,
): Promise<PreparedFile> {
  const { objects } = repository
  const path = treePath(repository, contentPath)
  const entry = head === null ? null : await entryAt(objects, head, path)
  if (entry !== null && !entry.mode.startsWith('100'))
    throw new RefusedPathError(contentPath, kindOf(entry.mode))
  const before = entry?.id ?? null
  if (before !== expected) throw new ConflictError(contentPath, before)
  const lineEnds = conversions.get(path)!
  const mode = entry?.mode ?? '100644'
  if (bytes === null)
    return { path, contentPath, before, after: null, mode, lineEnds, stored: null }
  const stored = toStored(
    bytes,
    lineEnds,
    before === null ? null : await objects.read(before, 'blob'),
  )
  return {
    path,
    contentPath,
    before,
    after: blobId(stored),
    mode,
    lineEnds,
    stored: async () => stored,
  }
}

function kindOf(mode: string): string {
  if (mode.startsWith('12')) return 'it is a link'
  return mode.startsWith('16') ? 'it is a repository of its own' : 'it is a folder'
}
