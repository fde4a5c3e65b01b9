import { type ReactNode, useEffect, useId, useRef } from 'react'
import { CloseIcon } from './icons.tsx'
import { useDialogEvents } from './use-dialog-events.ts'

/**
 * A modal sheet: at the bottom of a phone, at the right of a wider window. Its content stays
 * mounted while it is closed, so that fields keep their state. `onClose` is called for Escape, its
 * buttons and a press beside it; the focus returns to where it was.
 */
export function Sheet({
  title,
  open,
  onClose,
  children,
}: {
  title: string
  open: boolean
  onClose: () => void
  children: ReactNode
}) {
  const sheet = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = sheet.current
    if (!open || !element) return
    element.showModal()
    return () => {
      element.close()
      // A toast inside it moves out.
      document.dispatchEvent(new Event('close'))
    }
  }, [open])
  const close = () => sheet.current?.close()
  const events = useDialogEvents(close, onClose)
  return (
    <dialog
      ref={sheet}
      aria-labelledby={`${id}title`}
      data-part="sheet"
      className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[88dvh] w-full max-w-none overflow-auto overscroll-contain rounded-t-card border-t-2 border-ink bg-paper p-0 text-ink backdrop:bg-backdrop motion-safe:open:animate-rise sm:inset-y-0 sm:end-0 sm:start-auto sm:h-dvh sm:max-h-none sm:w-[26rem] sm:rounded-none sm:border-t-0 sm:border-s-2"
      {...events}
    >
      <div className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-paper py-2 pe-2 ps-4">
        <h2 id={`${id}title`} className="text-18">
          {title}
        </h2>
        <button
          type="button"
          className="icon-btn flex-none"
          aria-label={`Close ${title}`}
          onClick={close}
        >
          <CloseIcon />
        </button>
      </div>
      <div className="p-4 pb-[calc(1rem+env(safe-area-inset-bottom))]">{children}</div>
    </dialog>
  )
}
