import { useEffect, useState } from 'react'
import { EmptyFrame } from '../../editor/preview/empty-frame.tsx'

/**
 * Shows a mail in a sandboxed frame. The content security policy forbids style attributes in HTML,
 * so styles are removed from the HTML and set by script. Pictures of this site are loaded from the
 * origin of the admin.
 */
export function MailFrame({
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
