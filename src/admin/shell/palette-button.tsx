import { Search } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'

/** The palette of the admin; the shell gets it from above, because it searches all screens. */
export type Palette = ComponentType<{ onClose: () => void }>

/** Opens the palette; so does Mod+K wherever the focus has no other use for it. */
export function PaletteButton({ palette: Shown }: { palette: Palette }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <IconButton
        label="Find or do"
        title="Find or do (Ctrl+K; in a text, twice)"
        aria-keyshortcuts="Control+K Meta+K"
        icon={<Search />}
        onClick={() => setOpen(true)}
      />
      {open && <Shown onClose={() => setOpen(false)} />}
    </>
  )
}

/** A text makes a link of its selection with the same key. */
function isPaletteKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.shiftKey) return false
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false
  return document.querySelector('dialog[open]') === null
}
