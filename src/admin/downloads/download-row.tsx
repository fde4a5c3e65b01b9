import { ExternalLink, FileDown, Pencil, Trash2 } from 'lucide-react'
import { groupedNumber } from '#domain/count-words.ts'
import type { AdminDownload } from '#domain/downloads.ts'
import { fileSizeLabel } from '#domain/file-size.ts'
import { shownAt } from '#domain/shown-at.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { WaitingBadge } from '../editing/waiting-items.tsx'

/** A download in the list: title, file, count and actions. */
export function DownloadRow({
  download,
  onEdit,
  onRemove,
}: {
  download: AdminDownload
  onEdit: () => void
  onRemove: () => void
}) {
  const {
    title,
    description,
    fileName,
    fileType,
    fileSize,
    downloadCount,
    draft,
    problem,
    imageUrl,
    url,
  } = download
  return (
    <li
      className="grid grid-cols-[4rem_minmax(0,1fr)] gap-y-2 gap-x-4 p-4 not-first:border-t
        not-first:border-line min-[52rem]:grid-cols-[4rem_minmax(0,1fr)_8.5rem_auto]
        min-[52rem]:items-center"
      data-part="download-row"
    >
      <span
        className="grid place-items-center size-16 overflow-hidden border border-line rounded-card
          bg-sunk text-muted [&_img]:size-full [&_img]:object-cover"
      >
        {imageUrl ? (
          <img src={shownAt(imageUrl, 320)} alt="" width={64} height={64} />
        ) : (
          <FileDown />
        )}
      </span>
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-y-1 gap-x-2 text-17 font-bold">
          <bdi>{title}</bdi>
          {draft && <Badge tone="warn">Draft</Badge>}
          <WaitingBadge type="downloads" id={download.id} />
        </h2>
        {description && <p className="line-clamp-2 text-small text-soft">{description}</p>}
        <p className="mt-1 text-tiny text-muted">
          {[fileName, fileType, fileSize > 0 && fileSizeLabel(fileSize)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {problem && !draft && <p className="mt-1 text-tiny text-danger">{problem}</p>}
      </div>
      <p
        className="col-2 text-14 text-muted tabular-nums [&_strong]:text-ink min-[52rem]:col-auto
          min-[52rem]:text-end"
      >
        <strong>{groupedNumber(downloadCount)}</strong>{' '}
        {downloadCount === 1 ? 'download' : 'downloads'}
      </p>
      <div
        className="flex flex-wrap gap-1.5 col-span-full min-[52rem]:col-auto
          min-[52rem]:justify-end min-[52rem]:min-w-68"
      >
        {!draft && !problem && (
          <LinkButton
            size="sm"
            variant="ghost"
            href={url}
            target="_blank"
            rel="noopener"
            icon={<ExternalLink />}
          >
            View<span className="sr-only"> {title}</span>
          </LinkButton>
        )}
        <Button size="sm" icon={<Pencil />} onClick={onEdit}>
          Edit<span className="sr-only"> {title}</span>
        </Button>
        <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={onRemove}>
          Remove<span className="sr-only"> {title}</span>
        </Button>
      </div>
    </li>
  )
}
