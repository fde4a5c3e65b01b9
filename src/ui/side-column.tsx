import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { Sheet } from './sheet.tsx'
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
      className="sticky top-[calc(var(--editor-bars-top,0px)+0.75rem)] -m-1 grid max-h-[calc(100dvh-var(--editor-bars-top,0px)-1.5rem)] min-w-0 grid-cols-1 content-start gap-3 self-start overflow-y-auto overscroll-y-contain p-1 [scrollbar-width:thin] in-[dialog]:static in-[dialog]:m-0 in-[dialog]:max-h-none in-[dialog]:p-0"
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
