import { useQuery } from '@tanstack/react-query'
import { FileText, Mail, Moon } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { MailPreview, mailPreviewRequest } from '#domain/sending.ts'
import { adminCall } from '../../../api/admin-call.ts'
import { reasonOf } from '../../../api/refusal.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { EmptyFrame } from '../../editor/preview/empty-frame.tsx'
import { type PreviewWidth, PreviewWidths } from '../../editor/preview/preview-widths.tsx'

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
        className="preview-frame resize-none self-stretch overflow-auto bg-white p-5 scheme-light
          text-ink font-mono text-14/[1.55] whitespace-pre-wrap wrap-anywhere
          data-[dark=true]:scheme-dark data-[dark=true]:bg-paper"
        data-dark={dark}
        aria-label="The plain text of the mail"
        readOnly
        value={mail.text}
      />
    )
  const { html, siteUrl } = mail
  return <MailFrame title={`The mail “${mail.subject}”`} {...{ html, siteUrl, dark, onEscape }} />
}

/**
 * Shows a mail in a sandboxed frame. The content security policy forbids style attributes in HTML,
 * so styles are removed from the HTML and set by script. Pictures of this site are loaded from the
 * origin of the admin.
 */
function MailFrame({
  title,
  html,
  siteUrl,
  dark,
  onEscape,
}: {
  title: string
  html: string
  siteUrl: string
  dark: boolean
  onEscape: () => void
}) {
  const [inner, setInner] = useState<Document | null>(null)

  useEffect(() => {
    if (inner) showMail(inner, { html, siteUrl, dark })
  }, [inner, html, siteUrl, dark])

  return <EmptyFrame title={title} onDocument={setInner} onEscape={onEscape} />
}

function showMail(
  inner: Document,
  { html, siteUrl, dark }: { html: string; siteUrl: string; dark: boolean },
) {
  const rules = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
  const mail = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  for (const picture of mail.querySelectorAll('img')) {
    const source = picture.getAttribute('src') ?? ''
    if (source.startsWith(`${siteUrl}/`)) picture.setAttribute('src', source.slice(siteUrl.length))
  }
  setRules(inner, rules, dark)
  inner.documentElement.lang = mail.documentElement.lang
  const body = inner.adoptNode(mail.body)
  inner.body.replaceWith(body)
  for (const element of body.ownerDocument.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? ''
}

/**
 * Removes style attributes, because the policy would report each one. Text contains no `<`, so the
 * pattern matches tags only.
 */
function withoutStyles(html: string): string {
  return html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/(<[a-z][a-z\d]*(?:\s[a-z-]+(?:="[^"]*")?)*?)\sstyle="/gi, '$1 data-style="')
}

/** Applies the mail's rules for dark mode when the preview is dark. */
function setRules(inner: Document, css: string, dark: boolean) {
  const Sheet = (inner.defaultView as (Window & typeof globalThis) | null)?.CSSStyleSheet
  if (!Sheet) return
  const sheet = new Sheet()
  const rules = css.replaceAll('(prefers-color-scheme:dark)', dark ? 'all' : 'not all')
  sheet.replaceSync(`${rules}\n:root{color-scheme:${dark ? 'dark' : 'light'}}`)
  inner.adoptedStyleSheets = [sheet]
}
