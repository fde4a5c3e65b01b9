import type { Download } from '#domain/content.ts'
import { groupedNumber } from '#domain/count-words.ts'
import { fileSizeLabel } from '#domain/file-size.ts'

export type OfferedDownload = Pick<Download, 'id' | 'slug' | 'title' | 'fileType' | 'fileSize'> & {
  /** Rounded down. */
  downloadCount: number
}

/** 'WAV · 1.4 MB · 20+ downloads'; a count of ten and more is rounded down. */
export function downloadFacts(download: { fileType: string; fileSize: number; downloadCount: number }): string {
  const { fileType, fileSize, downloadCount } = download
  const facts = [fileType, fileSizeLabel(fileSize)]
  if (downloadCount > 0) {
    const count = `${groupedNumber(downloadCount)}${downloadCount < 10 ? '' : '+'}`
    facts.push(`${count} ${downloadCount === 1 ? 'download' : 'downloads'}`)
  }
  return facts.join(' · ')
}
