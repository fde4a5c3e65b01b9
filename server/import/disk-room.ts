import { statfs } from 'node:fs/promises'
import { ImportRefused } from './import-refused.ts'

/** What an import leaves free on the disk, in bytes: saves and mails need it. */
const reserve = 256 * 1024 * 1024

/** Throws ImportRefused when a disk has no room for so many bytes. */
export async function refuseWithoutRoom(folder: string, bytes = 0): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + reserve)
    throw new ImportRefused(
      'The disk of the server has too little room for this export. Make room on it, or import the export in parts.',
    )
}
