import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'

const emptyDocument = '<!doctype html><html><head><base target="_blank"></head><body></body></html>'

/**
 * An iframe with this page's style sheets and colors, so that the layout uses the frame's width. Links open in a new
 * tab. Escape is passed to `onEscape`, because key events in the frame do not reach the dialog.
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
      <iframe
        title={title}
        className="preview-frame"
        srcDoc={emptyDocument}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        onLoad={({ currentTarget: frame }) => {
          const inner = frame.contentDocument
          if (!inner) return
          copyStyles(inner)
          showFocus(frame)
          inner.addEventListener('keydown', (event) => {
            if (event.key === 'Escape') onEscape()
          })
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
  for (const style of document.head.querySelectorAll('link[rel="stylesheet"], style'))
    inner.head.append(inner.importNode(style, true))
}

/** Marks the frame while its page has the focus: browsers apply :focus to the page alone. */
function showFocus(frame: HTMLIFrameElement) {
  frame.contentWindow?.addEventListener('focus', () => frame.setAttribute('data-focused', ''))
  frame.contentWindow?.addEventListener('blur', () => frame.removeAttribute('data-focused'))
}
