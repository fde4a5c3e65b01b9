import { downloadFile, isServedPath, pictureFile } from '#domain/media.ts'
import { isSoundPath } from '#domain/sound.ts'
import { asBuffer } from '../../platform/as-buffer.ts'

/**
 * Why visitors don't get a file of the content folder that is there, as the end of a sentence; null
 * when they do.
 */
export type MediaRefusal = (path: string) => Promise<string | null>

/** Asks the parts of the server that serve the files, each file once. */
export function createMediaRefusal(parts: {
  /** The bytes of a file by its path in the content folder; null when there is none. */
  read: (path: string) => Promise<Uint8Array | null>
  isPicture: (path: string) => Promise<boolean>
  isSound: (path: string) => Promise<boolean>
}): MediaRefusal {
  const known = new Map<string, Promise<string | null>>()

  async function refusalOf(path: string) {
    if (!isServedPath(`/${path}`))
      return 'its path has a dot before a name, a backslash or a control character'
    if (downloadFile.test(path)) return null
    const isSound = isSoundPath(path)
    if (!isSound && !pictureFile.test(path)) return 'the site serves no files of this kind'
    if (isSound ? await parts.isSound(path) : await parts.isPicture(path)) return null
    return reasonOf((await parts.read(path)) ?? new Uint8Array(), isSound ? 'sound' : 'picture')
  }

  return (path) => {
    const refusal = known.get(path) ?? refusalOf(path)
    known.set(path, refusal)
    return refusal
  }
}

function reasonOf(bytes: Uint8Array, kind: 'picture' | 'sound'): string {
  if (bytes.length === 0) return 'it is empty'
  const head = asBuffer(bytes.subarray(0, 60)).toString('latin1')
  if (head.startsWith('version https://git-lfs.github.com/'))
    return 'it is a pointer of Git LFS, which the site does not follow; commit the file itself'
  return `it is damaged, too large, or no ${kind}`
}
