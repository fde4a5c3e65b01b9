import { useCallback, useEffect, useRef } from 'react'

/**
 * Tells whether the person is typing: the focus is in a text, and its last change came after the
 * last press or command.
 */
export function useTyping(): () => boolean {
  const typing = useRef(false)
  useEffect(() => {
    const typed = () => {
      typing.current = true
    }
    const pressed = () => {
      typing.current = false
    }
    const key = (event: KeyboardEvent) => {
      const isSent = event.key === 'Enter' && event.target instanceof HTMLInputElement
      if (isSent || event.ctrlKey || event.metaKey) pressed()
    }
    document.addEventListener('input', typed, true)
    document.addEventListener('pointerdown', pressed, true)
    document.addEventListener('keydown', key, true)
    return () => {
      document.removeEventListener('input', typed, true)
      document.removeEventListener('pointerdown', pressed, true)
      document.removeEventListener('keydown', key, true)
    }
  }, [])
  return useCallback(
    () =>
      typing.current &&
      document.activeElement?.matches('input, textarea, [contenteditable]') === true,
    [],
  )
}
