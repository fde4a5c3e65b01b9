import { createTurns, shortSlice } from '../../platform/turns.ts'
import { renamesIn, type SameItem } from '../history/renames.ts'
import type { NewObject } from '../read/objects.ts'
import type { Repository } from '../read/open-repository.ts'
import { changesUnder, type TreeChange } from '../read/tree.ts'
import type { TreeFile } from '../read/tree-entries.ts'
import { newObject } from '../write/rewrite-tree.ts'
import { mergeBases } from './relation.ts'

export interface TreeMerge {
  /**
   * The changes of each side since the newest common commit. Those that both have made are ours.
   * Left out are files that one side has moved and the other edited, and those whose base is itself
   * merged.
   */
  ours: ReadonlyArray<TreeChange>
  theirs: ReadonlyArray<TreeChange>
  /** The differences between our tree and the merged tree. */
  changes: ReadonlyArray<TreeChange>
  /** New blobs, by id. */
  blobs: Map<string, NewObject>
  conflicts: ReadonlyArray<MergeConflict>
}

export interface MergeConflict {
  path: string
  kind: 'changed' | 'deleted-here' | 'deleted-there'
}

export interface MergeRules {
  /**
   * Merges one file that both sides have changed since `base` (null: both have added it). Null for
   * a conflict.
   */
  mergeFile(
    path: string,
    base: Buffer | null,
    ours: Buffer,
    theirs: Buffer,
  ): Promise<Buffer | null> | Buffer | null
  /** Whether two contents are one item under two names. */
  isSame: SameItem
}

/** A file at the base of a merge and on both sides. */
interface Versions {
  base: TreeFile | null
  mine: TreeFile | null
  other: TreeFile | null
}

type Changes = Map<string, TreeChange>

/** Stands for the base of a file that is not known for certain; equals no file. */
const unknown: TreeFile = { mode: '', id: '' }

/**
 * Merges two commits file by file; a change of both sides goes to `mergeFile`. A file that one side
 * has moved and the other edited is edited at its new path. In criss-cross histories the base is
 * the merge of the newest common commits (`isVirtual`). Null for unrelated histories.
 */
export async function mergeCommits(
  repository: Repository,
  ours: string,
  theirs: string,
  rules: MergeRules,
  isVirtual = false,
): Promise<TreeMerge | null> {
  const { objects } = repository
  const turns = createTurns(shortSlice)
  const [base = null, ...others] = await mergeBases(repository, ours, theirs)
  if (base === null && !isVirtual) return null
  const [mine, other] = await Promise.all([
    changesSince(repository, base, ours),
    changesSince(repository, base, theirs),
  ])
  const isSimple = others.length === 0 || isVirtual
  const earlier = new Map<string, NewObject>()
  for (const second of isSimple ? [] : others) {
    const virtual = await mergeCommits(repository, base!, second, rules, true)
    for (const side of [mine, other]) rebase(side, virtual!.changes)
    for (const [id, blob] of virtual!.blobs) earlier.set(id, blob)
  }
  const changes: Array<TreeChange> = []
  const conflicts: Array<MergeConflict> = []
  const blobs = new Map<string, NewObject>()
  const read = async ({ id }: TreeFile) => earlier.get(id)?.bytes ?? objects.read(id, 'blob')
  const files = new Map(
    [...mine.keys(), ...other.keys()].map((path) => [path, versionsOf(mine, other, path)]),
  )
  const moved = new Set<string>()
  // In criss-cross histories, each side may have moved a file earlier.
  for (const side of isSimple && !isVirtual ? [mine, other] : []) {
    const { renames } = await renamesIn(repository, [...side.values()], rules.isSame)
    for (const [to, from] of renames) {
      const versions = versionsOfMoved(mine, other, from, to)
      if (versions === null) continue
      moved.add(from).add(to)
      files.delete(from)
      files.set(to, versions)
      const before = mine.get(from)?.after
      if (before) changes.push({ path: from, before, after: null })
    }
  }
  for (const [path, versions] of files) {
    if (turns.isDue()) await turns.take()
    const before = versionsOf(mine, other, path).mine
    const merged = await mergeVersions(path, versions, read, rules)
    if ('kind' in merged) conflicts.push({ path, kind: merged.kind })
    if (merged.blob) blobs.set(merged.blob.id, merged.blob)
    const { after } = merged
    if (!isSame(before, after)) changes.push({ path, before, after })
  }
  const isCertain = (base: TreeFile | null) => base !== unknown && !earlier.has(base?.id ?? '')
  const own = (side: Changes) =>
    [...side.values()].filter(
      ({ path, before, after }) => !moved.has(path) && isCertain(before) && !isSame(before, after),
    )
  return {
    ours: own(mine),
    theirs: own(other).filter(({ path, after }) => !isSame(files.get(path)!.mine, after)),
    changes,
    blobs,
    conflicts,
  }
}

/** The changes of all files from a commit to another one, by path. */
async function changesSince(
  { objects }: Repository,
  base: string | null,
  commit: string,
): Promise<Changes> {
  const changes = await changesUnder(objects, '', base, commit)
  return new Map(changes.map((change) => [change.path, change]))
}

/** Changes the base of one side's changes by those that lead to another base. */
function rebase(side: Changes, changes: ReadonlyArray<TreeChange>) {
  for (const { path, before, after } of changes) {
    const known = side.get(path) ?? { before, after: before }
    const isChanged = !isSame(known.before, before)
    side.set(path, { path, before: isChanged ? unknown : after, after: known.after })
  }
}

/** A file that at least one of two sides has changed. */
function versionsOf(ours: Changes, theirs: Changes, path: string): Versions {
  const [mine, other] = [ours.get(path), theirs.get(path)]
  const base = (mine ?? other)?.before ?? null
  return { base, mine: mine ? mine.after : base, other: other ? other.after : base }
}

/** A file that one side has moved and the other edited; null for all others. */
function versionsOfMoved(
  ours: Changes,
  theirs: Changes,
  from: string,
  to: string,
): Versions | null {
  const [old, now] = [versionsOf(ours, theirs, from), versionsOf(ours, theirs, to)]
  const isHere = old.mine === null && now.other === null
  if (!isHere && (old.other !== null || now.mine !== null)) return null
  const edited = isHere ? old.other : old.mine
  const versions = isHere ? { ...old, mine: now.mine } : { ...old, other: now.other }
  const isPossible = Object.values(versions).every(isPlain) && !isSame(edited, old.base)
  return isPossible ? versions : null
}

const isSame = (one: TreeFile | null, other: TreeFile | null) =>
  one?.id === other?.id && one?.mode === other?.mode

const isPlain = (file: TreeFile | null) => file?.mode.startsWith('100') === true

interface Merged {
  after: TreeFile | null
  blob?: NewObject
}

async function mergeVersions(
  path: string,
  { base, mine, other }: Versions,
  read: (file: TreeFile) => Promise<Buffer>,
  { mergeFile }: MergeRules,
): Promise<Merged | (Merged & Pick<MergeConflict, 'kind'>)> {
  if (isSame(base, other) || isSame(mine, other)) return { after: mine }
  if (isSame(base, mine)) return { after: other }
  if (mine === null) return { kind: 'deleted-here', after: unknown }
  if (other === null) return { kind: 'deleted-there', after: unknown }
  const mode = base?.mode === mine.mode ? other.mode : mine.mode
  if (mine.id === other.id) return { after: { mode, id: mine.id } }
  const isText = (base === null || isPlain(base)) && isPlain(mine) && isPlain(other)
  const bytes = isText
    ? await mergeFile(path, base && (await read(base)), await read(mine), await read(other))
    : null
  if (bytes === null) return { kind: 'changed', after: unknown }
  const blob = newObject('blob', bytes)
  const after = { mode, id: blob.id }
  return blob.id === mine.id || blob.id === other.id ? { after } : { after, blob }
}
