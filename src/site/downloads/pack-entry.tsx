import type { PackContents as Contents, Download } from '#domain/content.ts'
import { counted, groupedNumber } from '#domain/count-words.ts'
import { fileSizeLabel } from '#domain/file-size.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { Cover } from '../cover.tsx'
import { Prose } from '../prose.tsx'
import { contentsLine, countLabel } from './download-facts.ts'
import { GetPack } from './get-pack.tsx'

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
          drawn={{ kind: 'download', slug: download.slug }}
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

/** What is in a download: the kinds of its files, and their names behind it. */
function PackContents({ contents }: { contents: Contents }) {
  const text = useTexts()
  const { files, folders } = contents
  const hidden = files - folders.reduce((sum, folder) => sum + folder.files.length, 0)
  return (
    <details className="group border-y border-line text-small">
      <summary className="grid cursor-pointer list-none grid-cols-[minmax(0,1fr)_1.25rem] gap-x-4 py-3 hover:text-accent-ink [&::-webkit-details-marker]:hidden">
        <span>
          <span className="me-3 font-semibold">{text('whatIsInside')}</span>
          <bdi className="text-muted">{contentsLine(contents, text)}</bdi>
        </span>
        <span
          aria-hidden="true"
          className="text-center text-xl leading-none text-muted group-open:rotate-45"
        >
          +
        </span>
      </summary>
      <div className="grid gap-4 pb-5">
        {folders.map((folder) => (
          <div key={folder.name}>
            {folder.name !== '' && (
              <p className="mb-1 font-semibold wrap-anywhere">{folder.name}</p>
            )}
            <ul className="gap-x-8 text-tiny text-soft sm:columns-2">
              {folder.files.map((name) => (
                <li key={name} className="break-inside-avoid py-0.5 wrap-anywhere">
                  {name}
                </li>
              ))}
            </ul>
          </div>
        ))}
        {hidden > 0 && (
          <p className="text-tiny text-muted">
            {text(hidden === 1 ? 'moreFile' : 'moreFiles', {
              count: groupedNumber(hidden, text('groupMark')),
            })}
          </p>
        )}
      </div>
    </details>
  )
}
