import { useEffect, useState } from 'react'
import { EmptyFrame } from '../editor/preview/empty-frame.tsx'
import type { DraftImage, MailDraft } from './mail-draft.ts'

/** Blocks all requests and scripts of the frame. */
const emptyDocument =
  '<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data: blob:"></head><body></body></html>'

/**
 * Shows the original mail in a sandboxed frame: no script, no network, no navigation. Styles are
 * set by script, because the content security policy forbids them in HTML.
 */
export function OriginalFrame({
  title,
  original,
  images,
}: {
  title: string
  original: MailDraft['original']
  images: ReadonlyArray<DraftImage>
}) {
  const [inner, setInner] = useState<Document | null>(null)
  useEffect(() => (inner ? fill(inner, original, images) : undefined), [inner, original, images])
  return (
    <EmptyFrame
      title={title}
      className="preview-frame bg-white scheme-light"
      document={emptyDocument}
      sandbox="allow-same-origin"
      onDocument={setInner}
    />
  )
}

/** Renders the mail into a document; returns a function that releases its pictures. */
function fill(
  inner: Document,
  original: MailDraft['original'],
  images: ReadonlyArray<DraftImage>,
): () => void {
  if (original.kind === 'text') {
    const text = inner.createElement('pre')
    text.textContent = original.text
    text.style.cssText = 'white-space: pre-wrap; font: 14px/1.5 monospace; margin: 0'
    inner.body.replaceChildren(text)
    return () => undefined
  }
  const { body } = new DOMParser().parseFromString(original.html, 'text/html')
  inner.body.replaceChildren(...[...body.childNodes].map((node) => inner.importNode(node, true)))
  for (const element of inner.body.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
    dropFetching(element.style)
  }
  adoptStyles(inner, original.styles)
  const addresses: Array<string> = []
  for (const picture of inner.body.querySelectorAll<HTMLImageElement>('img[data-source]')) {
    const found = images.find(({ source }) => source === picture.dataset.source)
    if (!found) {
      picture.style.outline = '1px dashed #999'
      continue
    }
    const address = URL.createObjectURL(new Blob([found.bytes], { type: found.type }))
    addresses.push(address)
    picture.src = address
  }
  return () => {
    for (const address of addresses) URL.revokeObjectURL(address)
  }
}

function adoptStyles(inner: Document, styles: ReadonlyArray<string>) {
  const view = inner.defaultView as (Window & { CSSStyleSheet: typeof CSSStyleSheet }) | null
  if (!view) return
  inner.adoptedStyleSheets = styles.map((text) => {
    const sheet = new view.CSSStyleSheet()
    // Constructed style sheets ignore `@import`, but the browser would log a warning for each.
    sheet.replaceSync(text.replace(/@import[^;]*;?/g, ''))
    dropFetchingRules(sheet.cssRules)
    return sheet
  })
}

/**
 * Functions in CSS values that may load a resource (`url()` and others), refer to another value, or
 * are escaped.
 */
const mayFetch = /\b(?:url|src|image|image-set|cross-fade|element|paint|var|env|attr)\(|\\/i

/**
 * Removes declarations that may load a resource. It checks the parsed style, so that no spelling
 * (`u\rl(…)`) escapes; custom properties are removed, because they are stored unparsed.
 */
function dropFetching(style: CSSStyleDeclaration) {
  for (const name of [...style])
    if (name.startsWith('--') || mayFetch.test(style.getPropertyValue(name)))
      style.removeProperty(name)
}

/** Does the same for all rules of a style sheet, including nested ones. */
function dropFetchingRules(rules: CSSRuleList) {
  for (const rule of rules) {
    if ('style' in rule) dropFetching(rule.style as CSSStyleDeclaration)
    if ('cssRules' in rule) dropFetchingRules(rule.cssRules as CSSRuleList)
  }
}
