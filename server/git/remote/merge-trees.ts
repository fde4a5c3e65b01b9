import { createTurns, shortSlice } from '../../platform/turns.ts'
import { readCommit } from '../read/commit.ts'
import type { ObjectReader } from '../read/objects.ts'
import { compareTrees, type TreeChange } from '../read/tree.ts'
import type { TreeFile } from '../read/tree-entries.ts'
import { type NewObject, newObject, type TreeEdit } from '../write/rewrite-tree.ts'

export interface TreeMerge {
  /**
   * The changes of each side since the newest common commit, where their base is known for certain.
   */
  ours: ReadonlyArray<TreeChange>
  theirs: ReadonlyArray<TreeChange>
  /** The differences between our tree and the merged tree. */
  edits: ReadonlyMap<string, TreeEdit>
  /** New blobs. */
  blobs: ReadonlyArray<NewObject>
  conflicts: ReadonlyArray<MergeConflict>
}

/** Files that a side has moved since the newest common commit: new path → old path. */
export type Moves = ReadonlyMap<string, string>

/** The common base of a file, if it is known for certain. */
type Base =
  | { kind: 'same'; file: TreeFile | null }
  | { kind: 'merged'; bytes: Buffer }
  | { kind: 'unknown' }

/**
 * Merges two commits file by file: a change of one side is taken, a change of both goes to
 * `mergeFile`. `bases` are the newest common commits; `older` is a common ancestor of these, for
 * criss-cross histories. A file that one side has moved and the other edited is edited at its new
 * path.
 */
export async function mergeTrees(
  objects: ObjectReader,
  commits: { bases: ReadonlyArray<string>; older: string | null; ours: string; theirs: string },
  mergeFile: MergeFile,
  moves: ReadonlyArray<Moves> = [],
): Promise<TreeMerge> {
  const turns = createTurns(shortSlice)
  const { tree: ours } = await readCommit(objects, commits.ours)
  const differences = (commit: string) => differencesTo(objects, ours, commit)
  const different = await differences(commits.theirs)
  const before = await Promise.all(commits.bases.map(differences))
  const older = commits.older === null ? null : await differences(commits.older)
  const bytes = (file: TreeFile) => objects.read(file.id, 'blob')
  const edits = new Map<string, TreeEdit>()
  const blobs: Array<NewObject> = []
  const conflicts: Array<MergeConflict> = []
  const changed: { ours: Array<TreeChange>; theirs: Array<TreeChange> } = { ours: [], theirs: [] }

  const baseOf = async (path: string, mine: TreeFile | null): Promise<Base> => {
    const files = before.map((changes) => (changes.has(path) ? changes.get(path)!.after : mine))
    const [first = null, ...others] = files
    if (others.every((file) => isSame(file, first))) return { kind: 'same', file: first }
    const second = others.find((file) => !isSame(file, first)) ?? null
    if (!isPlain(first) || !isPlain(second)) return { kind: 'unknown' }
    const start = older?.has(path) ? older.get(path)!.after : mine
    const merged = await mergeFile(
      path,
      isPlain(start) ? await bytes(start) : null,
      await bytes(first),
      await bytes(second),
    )
    return merged === null ? { kind: 'unknown' } : { kind: 'merged', bytes: merged }
  }

  const done = new Set<string>()
  for (const [to, from] of moves.flatMap((moved) => [...moved])) {
    const [old, now] = [different.get(from), different.get(to)]
    if (!old || !now || done.has(from)) continue
    const base = await baseOf(from, old.before)
    if (base.kind !== 'same' || !isPlain(base.file)) continue
    const both = ({ before, after }: TreeChange) => ({ mine: before, other: after })
    const file = { to, base: base.file, old: { path: from, ...both(old) }, now: both(now) }
    const merged = await mergeMoved(file, bytes, mergeFile)
    if (merged === null) continue
    done.add(from).add(to)
    if ('kind' in merged) {
      conflicts.push(merged)
      continue
    }
    blobs.push(merged.blob)
    for (const [path, edit] of merged.edits) edits.set(path, edit)
  }

  for (const [path, { before: mine, after: other }] of different) {
    if (turns.isDue()) await turns.take()
    if (done.has(path)) continue
    const base = await baseOf(path, mine)
    if (base.kind === 'same') {
      const before = base.file
      if (!isSame(before, mine)) changed.ours.push({ path, before, after: mine })
      if (!isSame(before, other)) changed.theirs.push({ path, before, after: other })
    }
    if (await isBase(base, other, bytes)) continue
    if (await isBase(base, mine, bytes)) {
      edits.set(path, other)
      continue
    }
    if (mine === null || other === null) {
      conflicts.push({ path, kind: mine === null ? 'deleted-here' : 'deleted-there' })
      continue
    }
    const start =
      base.kind === 'merged'
        ? base.bytes
        : base.kind === 'same' && isPlain(base.file)
          ? await bytes(base.file)
          : null
    const known = base.kind !== 'unknown' && isPlain(mine) && isPlain(other)
    const isEqual = mine.id === other.id
    const merged = isEqual
      ? await bytes(mine)
      : known
        ? await mergeFile(path, start, await bytes(mine), await bytes(other))
        : null
    if (merged === null) {
      conflicts.push({ path, kind: 'changed' })
      continue
    }
    const mode = base.kind === 'same' && base.file?.mode === mine.mode ? other.mode : mine.mode
    const blob = newObject('blob', merged)
    if (blob.id !== mine.id && blob.id !== other.id) blobs.push(blob)
    if (blob.id !== mine.id || mode !== mine.mode) edits.set(path, { mode, id: blob.id })
  }
  // Changes and deletions that both sides have made identically.
  const [first, ...more] = before
  if (first !== undefined && more.length === 0)
    for (const [path, { before: mine, after: base }] of first)
      if (!different.has(path)) changed.ours.push({ path, before: base, after: mine })
  return { edits, blobs, conflicts, ...changed }
}

/** The differences between a tree and that of a commit, by path. */
async function differencesTo(
  objects: ObjectReader,
  from: string,
  commit: string,
): Promise<Map<string, TreeChange>> {
  const { tree } = await readCommit(objects, commit)
  return new Map((await compareTrees(objects, from, tree)).map((change) => [change.path, change]))
}

function isSame(one: TreeFile | null, other: TreeFile | null) {
  return one?.id === other?.id && one?.mode === other?.mode
}

function isPlain(file: TreeFile | null): file is TreeFile {
  return file?.mode.startsWith('100') === true
}

type ReadFile = (file: TreeFile) => Promise<Buffer>

/** Whether a side has a file as it was at the base. */
async function isBase(base: Base, file: TreeFile | null, bytes: ReadFile): Promise<boolean> {
  if (base.kind === 'same') return isSame(base.file, file)
  return base.kind === 'merged' && isPlain(file) && (await bytes(file)).equals(base.bytes)
}

/** A file that one side has moved, with its states on both sides. */
interface MovedFile {
  to: string
  /** The file before both sides changed it. */
  base: TreeFile
  /** At the old path. */
  old: { path: string; mine: TreeFile | null; other: TreeFile | null }
  /** At the new path. */
  now: { mine: TreeFile | null; other: TreeFile | null }
}

/**
 * Merges a moved file; null when nothing but the move happened, or when it is not a case of one
 * side moving and the other editing.
 */
async function mergeMoved(
  { to, base, old, now }: MovedFile,
  read: ReadFile,
  mergeFile: MergeFile,
): Promise<{ edits: ReadonlyArray<[string, TreeEdit]>; blob: NewObject } | MergeConflict | null> {
  const movedThere = old.other === null && now.mine === null
  const movedHere = old.mine === null && now.other === null
  const [moved, edited] = movedThere
    ? [now.other, old.mine]
    : movedHere
      ? [now.mine, old.other]
      : [null, null]
  if (!isPlain(moved) || !isPlain(edited) || edited.id === base.id) return null
  const [mine, other] = movedThere ? [edited, moved] : [moved, edited]
  const bytes =
    moved.id === base.id
      ? await read(edited)
      : await mergeFile(to, await read(base), await read(mine), await read(other))
  if (bytes === null) return { path: to, kind: 'changed' }
  const blob = newObject('blob', bytes)
  const put: [string, TreeEdit] = [to, { mode: moved.mode, id: blob.id }]
  return { edits: movedThere ? [[old.path, null], put] : [put], blob }
}

/**
 * Merges one file that both sides have changed since `base` (null: both have added it). Null for a
 * conflict.
 */
export type MergeFile = (
  path: string,
  base: Buffer | null,
  ours: Buffer,
  theirs: Buffer,
) => Promise<Buffer | null> | Buffer | null

export interface MergeConflict {
  path: string
  kind: 'changed' | 'deleted-here' | 'deleted-there'
}
