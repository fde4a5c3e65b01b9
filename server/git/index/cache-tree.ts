import { shapeError } from '../read/shape-faults.ts'

const idSize = 20

/**
 * Copies the index's cache of trees (extension TREE) and marks every folder on the path to these files as invalid, as
 * git does when it updates an entry. The others stay valid, so that the next `git status` and `git commit` need not
 * compute them again.
 */
export function invalidateCacheTree(data: Buffer, names: ReadonlyArray<Buffer>): Buffer {
  if (data.length === 0) return data
  const pieces: Array<Buffer> = []
  const end = copyNode(data, 0, names, pieces)
  if (end !== data.length) throw shapeError('indexDamaged')
  return Buffer.concat(pieces)
}

/**
 * Copies the node at `at` and its children; `changed` are paths relative to its parent, null when none is below it.
 * Returns the end of the node.
 */
function copyNode(data: Buffer, at: number, changed: ReadonlyArray<Buffer>, pieces: Array<Buffer>): number {
  const nameEnd = data.indexOf(0, at)
  const lineEnd = data.indexOf(0x0a, nameEnd)
  const numbers = /^(-?\d+) (\d+)$/.exec(data.toString('latin1', nameEnd + 1, lineEnd))
  if (nameEnd < 0 || lineEnd < 0 || numbers === null) throw shapeError('indexDamaged')
  let next = lineEnd + 1 + (Number(numbers[1]) < 0 ? 0 : idSize)
  if (changed.length === 0) pieces.push(data.subarray(at, next))
  else pieces.push(data.subarray(at, nameEnd), Buffer.from(`\0-1 ${numbers[2]}\n`, 'latin1'))
  for (let child = Number(numbers[2]); child > 0; child--) {
    const name = data.subarray(next, data.indexOf(0, next))
    next = copyNode(data, next, below(changed, name), pieces)
  }
  return next
}

/** The changed paths in the folder of this name, relative to it. */
function below(changed: ReadonlyArray<Buffer>, folder: Buffer): Array<Buffer> {
  return changed
    .filter((path) => path[folder.length] === 0x2f && path.subarray(0, folder.length).equals(folder))
    .map((path) => path.subarray(folder.length + 1))
}
