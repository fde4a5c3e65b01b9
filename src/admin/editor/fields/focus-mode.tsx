import { Maximize2, Minimize2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'

const isMac = () => /Mac|iP(?:hone|ad)/.test(navigator.platform)

/**
 * Focus mode: only title, text, state and save are on the screen (`data-focus-mode` in the style
 * sheet). Mod+Shift+F switches it. `onEnter` brings the text into view.
 */
export function FocusMode({ onEnter }: { onEnter: () => void }) {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const { dataset } = document.documentElement
    if (on) dataset.focusMode = ''
    else delete dataset.focusMode
    return () => {
      delete dataset.focusMode
    }
  }, [on])
  const enter = useRef(onEnter)
  enter.current = onEnter
  const change = useCallback((next: boolean) => {
    setOn(next)
    if (next) enter.current()
  }, [])
  useEffect(() => {
    const keydown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog:modal')) return
      if (
        !(event.ctrlKey || event.metaKey) ||
        !event.shiftKey ||
        event.altKey ||
        event.key.toLowerCase() !== 'f'
      )
        return
      event.preventDefault()
      change(!on)
    }
    document.addEventListener('keydown', keydown)
    return () => document.removeEventListener('keydown', keydown)
  }, [on, change])
  const keys = isMac() ? '⇧⌘F' : 'Ctrl+Shift+F'
  return (
    <IconButton
      label="Focus mode"
      title={`${on ? 'Leave focus mode' : 'Focus mode'} (${keys})`}
      aria-pressed={on}
      aria-keyshortcuts="Control+Shift+F Meta+Shift+F"
      icon={on ? <Minimize2 /> : <Maximize2 />}
      onClick={() => change(!on)}
    />
  )
}
