import { useEffect, useRef } from 'react'

/** Calls `save` on Mod+S, unless a dialog is open; a sheet with fields of the same form is none. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const keydown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 's' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      if (!document.querySelector('dialog:modal:not([data-part="sheet"])')) latest.current()
    }
    document.addEventListener('keydown', keydown)
    return () => document.removeEventListener('keydown', keydown)
  }, [])
}
