import { listenToKeys } from '../../../ui/input-method.ts'

const emptyDocument = '<!doctype html><html><head><base target="_blank"></head><body></body></html>'

/**
 * An iframe without scripts, for the caller to fill. It shows when its page has the focus, and
 * passes Escape on: key events in it do not reach a dialog.
 */
export function EmptyFrame({
  title,
  className = 'preview-frame',
  document = emptyDocument,
  sandbox = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  onDocument,
  onEscape,
}: {
  title: string
  className?: string
  /** The HTML of the empty document. */
  document?: string
  sandbox?: string
  onDocument: (inner: Document) => void
  onEscape?: () => void
}) {
  return (
    <iframe
      title={title}
      className={className}
      srcDoc={document}
      sandbox={sandbox}
      onLoad={({ currentTarget: frame }) => {
        const inner = frame.contentDocument
        if (!inner?.defaultView) return
        showFocus(frame)
        listenToKeys(inner.defaultView, ({ key }) => {
          if (key === 'Escape') onEscape?.()
        })
        onDocument(inner)
      }}
    />
  )
}

/** Marks the frame while its page has the focus: browsers apply :focus to the page alone. */
function showFocus(frame: HTMLIFrameElement) {
  frame.contentWindow?.addEventListener('focus', () => frame.setAttribute('data-focused', ''))
  frame.contentWindow?.addEventListener('blur', () => frame.removeAttribute('data-focused'))
}
