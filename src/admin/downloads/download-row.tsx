import { ExternalLink, FileDown, Pencil, Trash2 } from 'lucide-react'
import type { AdminDownload } from '#domain/downloads.ts'
import { fileSizeLabel } from '#domain/file-size.ts'
import { shownAt } from '#domain/media.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'

/** One download: what it is, how often it was taken, what can be done with it. */
export function DownloadRow({
  download,
  onEdit,
  onRemove,
}: {
  download: AdminDownload
  onEdit: () => void
  onRemove: () => void
}) {
  const { title, description, fileName, fileType, fileSize, downloadCount, draft, problem, imageUrl, url } = download
  return (
    <li className="download-row">
      <span className="download-cover">
        {imageUrl ? (
          <img src={shownAt(imageUrl, 320)} alt="" width={64} height={64} />
        ) : (
          <FileDown aria-hidden="true" />
        )}
      </span>
      <div className="min-w-0">
        <h2 className="download-title">
          {title}
          {draft && <Badge tone="warn">Draft</Badge>}
        </h2>
        {description && <p className="line-clamp-2 text-small text-soft">{description}</p>}
        <p className="mt-1 text-tiny text-muted">
          {[fileName, fileType, fileSize > 0 && fileSizeLabel(fileSize)].filter(Boolean).join(' · ')}
        </p>
        {problem && !draft && <p className="mt-1 text-tiny text-danger">{problem}</p>}
      </div>
      <p className="download-count">
        <strong>{downloadCount.toLocaleString('en-US')}</strong> {downloadCount === 1 ? 'download' : 'downloads'}
      </p>
      <div className="download-actions">
        {!draft && !problem && (
          <LinkButton
            size="sm"
            variant="ghost"
            href={url}
            target="_blank"
            rel="noopener"
            icon={<ExternalLink aria-hidden="true" />}
          >
            View<span className="sr-only"> {title}</span>
          </LinkButton>
        )}
        <Button size="sm" icon={<Pencil aria-hidden="true" />} onClick={onEdit}>
          Edit<span className="sr-only"> {title}</span>
        </Button>
        <Button size="sm" variant="ghost" icon={<Trash2 aria-hidden="true" />} onClick={onRemove}>
          Remove<span className="sr-only"> {title}</span>
        </Button>
      </div>
    </li>
  )
}
