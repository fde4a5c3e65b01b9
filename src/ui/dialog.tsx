import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { CloseIcon } from './icons.tsx'

/**
 * A modal dialog, open as long as it is rendered. The browser's own element keeps the focus inside, closes on Escape and gives the focus
 * back; `onClose` is called for all of them and for a click beside it. `mayClose` is asked first and can keep it open.
 * What is marked with `data-autofocus` has the focus at first.
 */
export function Dialog({
  title,
  hideTitle = false,
  className = 'max-h-[min(100dvh-2rem,46rem)] w-[min(100%-2rem,34rem)]',
  mayClose = () => true,
  onClose,
  children,
}: {
  title: string
  hideTitle?: boolean
  /** Its measures. Without it, it is as wide as a short text. */
  className?: string
  mayClose?: () => boolean
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  const id = useId()
  const close = () => {
    if (mayClose()) dialog.current?.close()
  }
  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element?.close()
      // The element's own event comes when it is gone already, with the toast that stands in it.
      document.dispatchEvent(new Event('close'))
      // The browser gives the focus back without a caret: a field would take no keys until it is clicked.
      if (before instanceof HTMLInputElement) {
        before.blur()
        before.focus()
      }
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}title`}
      // Titles and texts may name an address of any length.
      className={`fixed m-auto overflow-auto overscroll-contain rounded-card border-2 border-ink bg-surface p-0 text-ink wrap-anywhere backdrop:bg-backdrop motion-safe:open:animate-rise ${className}`}
      onClose={(event) => {
        // React also hands on what a dialog above has to say.
        if (event.target === event.currentTarget) onClose()
      }}
      onKeyDown={(event) => {
        // A search field would take the first Escape for itself. That of a dialog above comes here too.
        if (event.key !== 'Escape' || (event.target as Element).closest('dialog') !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
      onCancel={(event) => {
        // Other ways to say Escape, such as the Back gesture of a phone.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        // A text that is selected beyond the edge is no click beside.
        if (event.target === event.currentTarget && pressedBeside.current) close()
      }}
    >
      <div className="p-5 sm:p-7">
        <div className={hideTitle ? 'sr-only' : 'mb-4 flex items-start justify-between gap-4'}>
          <h2 id={`${id}title`} className="text-section">
            {title}
          </h2>
          {!hideTitle && (
            <button type="button" className="icon-btn -mt-1.5 -mr-2.5 flex-none" aria-label="Close" onClick={close}>
              <CloseIcon />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** The buttons at the foot of a dialog. */
export function DialogActions({ className = 'mt-6', children }: { className?: string; children: ReactNode }) {
  return <div className={`flex flex-wrap justify-end gap-2.5 ${className}`}>{children}</div>
}
