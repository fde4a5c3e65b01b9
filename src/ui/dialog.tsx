import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useFormTexts } from './form-texts.ts'
import { CloseIcon } from './icons.tsx'
import { useDialogEvents } from './use-dialog-events.ts'

/**
 * A modal dialog, open while it is rendered. The native element traps the focus, closes on Escape
 * and restores the focus. `onClose` is called for Escape, the close button and a click outside;
 * `mayClose` can prevent it. The element with `data-autofocus` gets the focus at first.
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
  const id = useId()
  const text = useFormTexts()
  const close = () => {
    if (mayClose()) dialog.current?.close()
  }
  const events = useDialogEvents(close, onClose)
  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element?.close()
      // The element's own event comes after its removal, together with the toast inside it.
      document.dispatchEvent(new Event('close'))
      // The browser restores the focus without a caret, and a field would take no keys until it is
      // clicked.
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
      {...events}
    >
      <div className="p-5 sm:p-7">
        <div className={hideTitle ? 'sr-only' : 'mb-4 flex items-start justify-between gap-4'}>
          <h2 id={`${id}title`} className="text-section">
            {title}
          </h2>
          {!hideTitle && (
            <button
              type="button"
              className="icon-btn -mt-1.5 -me-2.5 flex-none"
              aria-label={text('close')}
              onClick={close}
            >
              <CloseIcon />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** The buttons at the bottom of a dialog. */
export function DialogActions({
  className = 'mt-6',
  children,
}: {
  className?: string
  children: ReactNode
}) {
  return <div className={`flex flex-wrap justify-end gap-2.5 ${className}`}>{children}</div>
}
