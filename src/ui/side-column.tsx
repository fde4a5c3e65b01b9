import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import { useDialogEvents } from './use-dialog-events.ts'
import { useWide } from './use-wide.ts'

/** What stands beside a text: a column, or a sheet where there is no room for it. */
interface Side {
  wide: boolean
  open: boolean
  /** Opens the sheet. */
  show(): void
  close(): void
}

export function useSide(): Side {
  const wide = useWide()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (wide) setOpen(false)
  }, [wide])
  return { wide, open: open && !wide, show: () => setOpen(!wide), close: () => setOpen(false) }
}

/**
 * The column, which stays in view and scrolls by itself, but not in a dialog, which scrolls as a
 * whole; or the sheet. The children move from one to the other with their state, so that turning a
 * tablet loses nothing.
 */
export function SideColumn({ side, children }: { side: Side; children: ReactNode }) {
  const [host] = useState(createHost)
  const place = useCallback((element: HTMLElement | null) => element?.append(host), [host])
  return (
    <>
      {side.wide ? (
        <Column place={place} />
      ) : (
        <Sheet title="Details" open={side.open} onClose={side.close}>
          <div ref={place} className="grid grid-cols-1 gap-3" data-part="draft-side" />
        </Sheet>
      )}
      {createPortal(children, host)}
    </>
  )
}

function createHost(): HTMLElement {
  const host = document.createElement('div')
  host.className = 'contents'
  return host
}

function Column({ place }: { place: (element: HTMLElement | null) => void }) {
  return (
    <aside
      ref={place}
      className="sticky top-[calc(var(--editor-bars-top,0px)+0.75rem)] -m-1 grid
        max-h-[calc(100dvh-var(--editor-bars-top,0px)-1.5rem)] min-w-0 grid-cols-1 content-start
        gap-3 self-start overflow-y-auto overscroll-y-contain p-1 [scrollbar-width:thin]
        in-[dialog]:static in-[dialog]:m-0 in-[dialog]:max-h-none in-[dialog]:p-0"
      data-part="draft-side"
    />
  )
}

/** Opens the sheet; tells a problem in it. Renders nothing beside a column. */
export function SideSheetButton({ side, problem }: { side: Side; problem: boolean }) {
  if (side.wide) return null
  return (
    <Button
      size="sm"
      variant="ghost"
      className="flex-none self-center"
      icon={<SlidersHorizontal />}
      aria-haspopup="dialog"
      onClick={side.show}
    >
      Details
      {problem && (
        <>
          <span className="sr-only">: something is missing or wrong</span>
          <span className="size-2.5 flex-none rounded-full bg-danger" aria-hidden="true" />
        </>
      )}
    </Button>
  )
}

/**
 * A modal sheet: at the bottom of a phone, at the right of a wider window. Its content stays
 * mounted while it is closed, so that fields keep their state. `onClose` is called for Escape, its
 * buttons and a press beside it; the focus returns to where it was.
 */
function Sheet({
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
      className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[88dvh] w-full max-w-none overflow-auto
        overscroll-contain rounded-t-card border-t-2 border-ink bg-paper p-0 text-ink
        backdrop:bg-backdrop motion-safe:open:animate-rise sm:inset-y-0 sm:end-0 sm:start-auto
        sm:h-dvh sm:max-h-none sm:w-[26rem] sm:rounded-none sm:border-t-0 sm:border-s-2"
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
