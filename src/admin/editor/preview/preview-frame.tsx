import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { EmptyFrame } from './empty-frame.tsx'

/**
 * An iframe with this page's style sheets and colors, so that the layout uses the frame's width.
 * Links open in a new tab.
 */
export function PreviewFrame({
  title,
  onEscape,
  children,
}: {
  title: string
  onEscape: () => void
  children: ReactNode
}) {
  const [body, setBody] = useState<HTMLElement | null>(null)
  return (
    <>
      <EmptyFrame
        title={title}
        onEscape={onEscape}
        onDocument={(inner) => {
          copyStyles(inner)
          setBody(inner.body)
        }}
      />
      {body && createPortal(children, body)}
    </>
  )
}

function copyStyles(inner: Document) {
  const { lang, dataset } = document.documentElement
  inner.documentElement.lang = lang
  if (dataset.theme) inner.documentElement.dataset.theme = dataset.theme
  for (const style of document.head.querySelectorAll<HTMLLinkElement | HTMLStyleElement>(
    'link[rel="stylesheet"], style',
  )) {
    const copy = inner.importNode(style, true)
    copy.addEventListener('load', () => copy.sheet && allowPlayers(copy.sheet.cssRules))
    inner.head.append(copy)
  }
}

/**
 * The page of the frame runs no script, but this page works its players: they show as on a page
 * with script.
 */
function allowPlayers(rules: CSSRuleList) {
  for (const rule of rules) {
    // The classes of the frame's page are not those of this one.
    const { conditionText, media, cssRules } = rule as Partial<CSSMediaRule>
    if (media && conditionText === '(scripting: enabled)') media.mediaText = 'all'
    if (cssRules) allowPlayers(cssRules)
  }
}
