import type { TreeFile } from '../read/tree.ts'
import type { NewObject, TreeEdit } from '../write/rewrite-tree.ts'
import { newObject } from '../write/rewrite-tree.ts'
import type { MergeConflict, MergeFile } from './file-merge.ts'

/** A file that one side has moved: `from` and `to` as both sides have them now, and as they began. */
export interface MovedFile {
  to: string
  /** As it was before both sides. */
  base: TreeFile
  /** Where it was. */
  old: { path: string; mine: TreeFile | null; other: TreeFile | null }
  /** Where the side that moved it has put it. */
  now: { mine: TreeFile | null; other: TreeFile | null }
}

/** What comes of a moved file; null when moving it is all that happened, or when it is no case of one side moving and the other editing. */
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
