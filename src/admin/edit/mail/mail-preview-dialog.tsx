import { useQuery } from '@tanstack/react-query'
import { FileText, Mail, Moon } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import type { MailPreview, mailPreviewRequest } from '#domain/sending.ts'
import { adminCall } from '../../../api/admin-call.ts'
import { reasonOf } from '../../../api/refusal.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { type PreviewWidth, PreviewWidths } from '../../editor/preview/preview-widths.tsx'
import { MailFrame } from './mail-frame.tsx'

export type TypedIssue = z.input<typeof mailPreviewRequest>

/** Size in bytes above which Gmail clips a mail. */
const clippedFrom = 102 * 1024

/** Preview of an unsaved issue as a mail: HTML or text, narrow or wide, light or dark. */
export function MailPreviewDialog({
  issue,
  typed,
  onClose,
}: {
  issue: number
  typed: TypedIssue
  onClose: () => void
}) {
  const [part, setPart] = useState<'html' | 'text'>('html')
  const [width, setWidth] = useState<PreviewWidth>('wide')
  const [dark, setDark] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['/api/newsletters', issue, 'mail-preview', typed],
    queryFn: () =>
      adminCall('POST /api/newsletters/{id}/mail-preview', { params: { id: issue }, body: typed }),
    gcTime: 0,
  })
  return (
    <Dialog title="Mail preview" className="preview-dialog overflow-hidden!" onClose={onClose}>
      <div className="preview-head">
        <p className="min-w-0 text-small text-muted">
          Subject: <span className="font-semibold text-ink">{data?.subject ?? typed.title}</span>
        </p>
        <fieldset className="flex flex-none gap-1 [&_svg]:size-4.5">
          <legend className="sr-only">How the mail is shown</legend>
          <IconButton
            label="HTML"
            icon={<Mail />}
            aria-pressed={part === 'html'}
            onClick={() => setPart('html')}
          />
          <IconButton
            label="Plain text"
            icon={<FileText />}
            aria-pressed={part === 'text'}
            onClick={() => setPart('text')}
          />
          <span className="flex flex-none gap-1 px-1 border-x border-line max-sm:hidden">
            <PreviewWidths width={width} onWidth={setWidth} />
          </span>
          <IconButton
            label="Dark mode"
            icon={<Moon />}
            aria-pressed={dark}
            onClick={() => setDark(!dark)}
          />
        </fieldset>
      </div>
      {data && data.bytes > clippedFrom && (
        <p className="notice mb-3" data-tone="warn">
          This mail has {Math.round(data.bytes / 1024)} KB. Gmail shows the first 102 KB and cuts
          the rest off, with the unsubscribe link. Shorten it, or link to longer texts.
        </p>
      )}
      <div className="preview-stage" data-width={width} aria-busy={isFetching}>
        {data ? (
          <Shown mail={data} part={part} dark={dark} onEscape={onClose} />
        ) : error ? (
          <ErrorPanel
            title="The mail could not be made"
            message={
              reasonOf(error) ?? 'The server could not be reached. Your text is not affected.'
            }
            retry={refetch}
          />
        ) : (
          <Spinner label="Making the mail..." />
        )}
      </div>
    </Dialog>
  )
}

function Shown(options: {
  mail: MailPreview
  part: 'html' | 'text'
  dark: boolean
  onEscape: () => void
}) {
  const { mail, part, dark, onEscape } = options
  if (part === 'text')
    return (
      <textarea
        className="preview-frame resize-none self-stretch overflow-auto bg-white p-5 scheme-light text-ink font-mono text-14/[1.55] whitespace-pre-wrap wrap-anywhere data-[dark=true]:scheme-dark data-[dark=true]:bg-paper"
        data-dark={dark}
        aria-label="The plain text of the mail"
        readOnly
        value={mail.text}
      />
    )
  const { html, siteUrl } = mail
  return <MailFrame title={`The mail “${mail.subject}”`} {...{ html, siteUrl, dark, onEscape }} />
}
