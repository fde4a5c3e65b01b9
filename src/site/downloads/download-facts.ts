import type { Download, PackContents } from '#domain/content.ts'
import { counted, groupedNumber } from '#domain/count-words.ts'
import { fileSizeLabel } from '#domain/file-size.ts'
import type { TextOf } from '#domain/site/site-profile.ts'
import type { FormTextOf } from '../../ui/form-texts.ts'

export type OfferedDownload = Pick<Download, 'id' | 'slug' | 'title' | 'fileType' | 'fileSize'> & {
  /** Rounded down. */
  downloadCount: number
}

/** 'WAV · 1.4 MB · 20+ downloads'; a count of ten and more is rounded down. */
export function downloadFacts(
  download: { fileType: string; fileSize: number; downloadCount: number },
  text: FormTextOf,
): string {
  const { fileType, fileSize, downloadCount } = download
  const facts = [fileType, fileSizeLabel(fileSize, text)]
  if (downloadCount > 0)
    facts.push(
      text(downloadCount === 1 ? 'oneDownload' : 'manyDownloads', {
        count: countLabel(downloadCount, text),
      }),
    )
  return facts.join(' · ')
}

/** What the dialog and the lists of a page need of a download. */
export function offered(download: Download & { downloadCount: number }): OfferedDownload {
  const { id, slug, title, fileType, fileSize, downloadCount } = download
  return { id, slug, title, fileType, fileSize, downloadCount }
}

/** A number of downloads: '7', '20+'. */
export function countLabel(downloadCount: number, text: FormTextOf): string {
  return `${groupedNumber(downloadCount, text('groupMark'))}${downloadCount < 10 ? '' : '+'}`
}

/** What is inside in a line: '15 WAV · 2 TXT'; at most four kinds. */
export function contentsLine({ files, kinds }: PackContents, text: TextOf): string {
  const shown = kinds.slice(0, 4)
  const rest = files - shown.reduce((sum, { count }) => sum + count, 0)
  const parts = shown.map(
    ({ name, count }) =>
      `${groupedNumber(count, text('groupMark'))} ${name || text(count === 1 ? 'file' : 'files')}`,
  )
  return [
    ...parts,
    ...(rest > 0 ? [counted(rest, text('otherFile'), text('otherFiles'), text('groupMark'))] : []),
  ].join(' · ')
}
