import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { CloseIcon } from './icons.tsx'

/**
 * A modal dialog, open as long as it is rendered. The browser's own element keeps the focus inside, closes on Escape and gives the focus
 * back; `onClose` is called for all of them and for a click beside it.
 */
export function Dialog({
  title,
  hideTitle = false,
  className = '',
  onClose,
  children,
}: {
  title: string
  hideTitle?: boolean
  className?: string
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
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
      className={`dialog ${className}`}
      onClose={onClose}
      onKeyDown={(event) => {
        // A search field would take the first Escape for itself.
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.currentTarget.close()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      <div className="p-5 sm:p-7">
        <div className={hideTitle ? 'sr-only' : 'mb-4 flex items-start justify-between gap-4'}>
          <h2 id={`${id}title`} className="text-section">
            {title}
          </h2>
          {!hideTitle && (
            <button
              type="button"
              className="icon-btn -mt-1.5 -mr-2.5 flex-none"
              aria-label="Close"
              onClick={() => dialog.current?.close()}
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

/** The buttons at the foot of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>
}
