import { ImportRefused } from './import-refused.ts'

/** The most bytes of a file that a text links, as of a download. */
const mostBytes = 50 * 1024 * 1024

/**
 * A video, PDF or other file that a text links, as it is. Throws ImportRefused for one that is no
 * such file.
 */
export function plainDownload(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) throw new ImportRefused('This file is empty.')
  if (bytes.length > mostBytes)
    throw new ImportRefused('This file is too large: at most 50 MB are taken.')
  const head = Buffer.from(bytes.subarray(0, 60)).toString('latin1')
  if (head.startsWith('version https://git-lfs.github.com/'))
    throw new ImportRefused(
      'This file is a pointer of Git LFS. Run "git lfs pull" and import again.',
    )
  return bytes
}
