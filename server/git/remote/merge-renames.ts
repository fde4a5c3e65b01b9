import type { TreeFile } from '../read/tree.ts'
import type { NewObject, TreeEdit } from '../write/rewrite-tree.ts'
import { newObject } from '../write/rewrite-tree.ts'
import type { MergeConflict, MergeFile } from './file-merge.ts'

/** A file that one side has moved: `from` and `to` in both sides and in their bases. */
export interface MovedFile {
  to: string
  /** The file before both sides changed it. */
  base: TreeFile
  /** At the old path. */
  old: { path: string; mine: TreeFile | null; other: TreeFile | null }
  /** At the new path. */
  now: { mine: TreeFile | null; other: TreeFile | null }
}

/**
 * Merges a moved file; null when nothing but the move happened, or when it is not a case of one side moving and the
 * other editing.
 */
export async function mergeMoved(
  { to, base, old, now }: MovedFile,
  read: (file: TreeFile) => Buffer,
  mergeFile: MergeFile,
): Promise<{ edits: ReadonlyArray<[string, TreeEdit]>; blob: NewObject } | MergeConflict | null> {
  const movedThere = old.other === null && now.mine === null
  const movedHere = old.mine === null && now.other === null
  const [moved, edited] = movedThere ? [now.other, old.mine] : movedHere ? [now.mine, old.other] : [null, null]
  if (!isPlain(moved) || !isPlain(edited) || edited.id === base.id) return null
  const [mine, other] = movedThere ? [edited, moved] : [moved, edited]
  const bytes = moved.id === base.id ? read(edited) : await mergeFile(to, read(base), read(mine), read(other))
  if (bytes === null) return { path: to, kind: 'changed' }
  const blob = newObject('blob', bytes)
  const put: [string, TreeEdit] = [to, { mode: moved.mode, id: blob.id }]
  return { edits: movedThere ? [[old.path, null], put] : [put], blob }
}

function isPlain(file: TreeFile | null): file is TreeFile {
  return file?.mode.startsWith('100') === true
}
