import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentFile } from '../../platform/content-files.ts'
import type { ReadableFiles } from '../read/loading.ts'

/**
 * A folder on the disk as it is now, with files that are not in git. Its blob ids are the paths.
 * Symbolic links are not followed; a folder that contains `.git` is another repository and is
 * skipped.
 */
export function createDiskFolder(folder: string): ReadableFiles {
  return {
    list: async () =>
      listFolder(folder, '').sort((left, right) => (left.path < right.path ? -1 : 1)),
    diff: async () => [],
    read: async (path) => readFileSync(join(folder, path)),
    size: async (path) => statSync(join(folder, path)).size,
  }
}

function listFolder(root: string, inner: string): Array<ContentFile> {
  return readdirSync(join(root, inner), { withFileTypes: true }).flatMap((found) => {
    const path = inner === '' ? found.name : `${inner}/${found.name}`
    if (found.name === '.git') return []
    return listed(root, path, found)
  })
}

function listed(root: string, path: string, found: Dirent): Array<ContentFile> {
  if (found.isSymbolicLink()) return [{ path, blob: path, kind: 'link' }]
  if (found.isFile()) return [{ path, blob: path, kind: 'file' }]
  if (!found.isDirectory()) return []
  if (existsSync(join(root, path, '.git'))) return [{ path, blob: path, kind: 'repository' }]
  return listFolder(root, path)
}
