import type { PackContents as Contents, Download } from '#domain/content.ts'
import { counted } from '#domain/count-words.ts'
import { fileSizeLabel } from '#domain/file-size.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { Cover } from '../cover.tsx'
import { Prose } from '../prose.tsx'
import { countLabel } from './download-facts.ts'
import { GetPack } from './get-pack.tsx'
import { PackContents } from './pack-contents.tsx'

/** A download with what its page shows of it. */
export interface Pack {
  download: Download & { downloadCount: number }
  contents: Contents | null
  /** The player of its preview as HTML. */
  preview: string | null
}

/** The data of a download for its entry. */
export async function packOf(site: SiteReader, download: Pack['download']): Promise<Pack> {
  const [contents, preview] = await Promise.all([site.contents(download), site.preview(download)])
  return { download, contents, preview: preview?.html || null }
}

/**
 * One download of the list: cover, what it is, a preview, what is inside, and the button that opens
 * the dialog.
 */
export function PackEntry({ pack, isFirst }: { pack: Pack; isFirst: boolean }) {
  const { download } = pack
  return (
    <article
      id={download.slug}
      aria-labelledby={`${download.slug}-title`}
      className="grid scroll-mt-6 gap-x-12 gap-y-6 border-t-2 border-ink pt-6 pb-14 target:border-accent md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:pt-8"
    >
      <div className="self-start overflow-hidden rounded-card">
        <Cover
          imageUrl={download.imageUrl}
          alt={download.imageAlt}
          fallback="download"
          sizes="(min-width: 64rem) 24rem, (min-width: 48rem) 16rem, 88vw"
          priority={isFirst}
        />
      </div>
      <div className="min-w-0 max-w-[52rem]">
        <h2 id={`${download.slug}-title`} className="text-section">
          {download.title}
        </h2>
        {download.description && <p className="mt-3 font-text text-soft">{download.description}</p>}
        <PackFacts {...pack} />
        <PackInside {...pack} />
        <div className="mt-6">
          <GetPack download={download} />
        </div>
      </div>
    </article>
  )
}

/** The player of a preview, and the names of the files. */
export function PackInside({ contents, preview }: Pick<Pack, 'contents' | 'preview'>) {
  return (
    <>
      {preview && (
        <Prose
          html={preview}
          className="mt-6 max-w-none [&_.sound-title]:sr-only [&_.sound]:my-0"
        />
      )}
      {contents && (
        <div className="mt-6">
          <PackContents contents={contents} />
        </div>
      )}
    </>
  )
}

/** Kind, size, tempo, key and count of a download. */
export function PackFacts({ download, contents }: Pick<Pack, 'download' | 'contents'>) {
  const { fileType, fileSize, tempo, key, downloadCount } = download
  const text = useTexts()
  const facts = [
    [text('packKind'), fileType],
    ...(contents
      ? [
          [
            text('packInside'),
            counted(contents.files, text('file'), text('files'), text('groupMark')),
          ],
        ]
      : []),
    [text('packSize'), fileSizeLabel(fileSize, text)],
    ...(tempo === null ? [] : [[text('packTempo'), `${tempo} BPM`]]),
    ...(key === null ? [] : [[text('packKey'), key]]),
    ...(downloadCount > 0 ? [[text('packTaken'), countLabel(downloadCount, text)]] : []),
  ]
  return (
    <dl className="mt-5 flex flex-wrap gap-x-8 gap-y-3">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-13 text-muted">{name}</dt>
          <dd className="text-small font-semibold tabular-nums">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
