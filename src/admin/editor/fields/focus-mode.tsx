import { Maximize2, Minimize2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'

const isMac = () => /Mac|iP(?:hone|ad)/.test(navigator.platform)

/**
 * Focus mode: only title, text, state and save are on the screen (`data-focus-mode` in the style sheet). Mod+Shift+F switches it,
 * Escape leaves it unless something else takes that key.
 */
export function FocusMode() {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const { dataset } = document.documentElement
    if (on) dataset.focusMode = ''
    else delete dataset.focusMode
    return () => {
      delete dataset.focusMode
    }
  }, [on])
  useEffect(() => {
    const keydown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog:modal')) return
      const switches =
        (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f'
      if (!switches && !(on && event.key === 'Escape')) return
      event.preventDefault()
      setOn(!on)
    }
    document.addEventListener('keydown', keydown)
    return () => document.removeEventListener('keydown', keydown)
  }, [on])
  const keys = isMac() ? '⇧⌘F' : 'Ctrl+Shift+F'
  return (
    <IconButton
      label="Focus mode"
      title={`${on ? 'Leave focus mode' : 'Focus mode'} (${keys})`}
      aria-pressed={on}
      aria-keyshortcuts="Control+Shift+F Meta+Shift+F"
      icon={on ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
      onClick={() => setOn(!on)}
    />
  )
}
