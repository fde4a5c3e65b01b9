import { Search } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'

/** The palette of the admin; the shell gets it from above, because it searches all screens. */
export type Palette = ComponentType<{ onClose: () => void }>

/**
 * Opens the palette; so does Mod+K wherever the focus has no other use for it. Each opening has a
 * number, because the `close` event of a dialog comes late: it must not close the next one.
 */
export function PaletteButton({ palette: Shown }: { palette: Palette }) {
  const [open, setOpen] = useState<number | null>(null)
  const openings = useRef(0)
  const show = useCallback(() => {
    openings.current += 1
    setOpen(openings.current)
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      show()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [show])
  return (
    <>
      <IconButton
        label="Find or do"
        title="Find or do (Ctrl+K; in a text, twice)"
        aria-keyshortcuts="Control+K Meta+K"
        icon={<Search />}
        onClick={show}
      />
      {open !== null && (
        <Shown key={open} onClose={() => setOpen((now) => (now === open ? null : now))} />
      )}
    </>
  )
}

/** A text makes a link of its selection with the same key. */
function isPaletteKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.shiftKey) return false
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false
  return document.querySelector('dialog[open]') === null
}
