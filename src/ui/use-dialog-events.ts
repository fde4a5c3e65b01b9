import { type DialogHTMLAttributes, useRef } from 'react'

/**
 * The events of a modal dialog element: Escape, the Back gesture of a phone and a press beside it
 * call `close`, and `onClose` is called when the element was closed. React events of a dialog above
 * bubble to here too, and are ignored.
 */
export function useDialogEvents(
  close: () => void,
  onClose: () => void,
): Pick<
  DialogHTMLAttributes<HTMLDialogElement>,
  'onClose' | 'onKeyDown' | 'onCancel' | 'onPointerDown' | 'onClick'
> {
  const pressedBeside = useRef(false)
  return {
    onClose(event) {
      if (event.target === event.currentTarget) onClose()
    },
    onKeyDown(event) {
      // A search field would handle the first Escape itself.
      if (
        event.key !== 'Escape' ||
        (event.target as Element).closest('dialog') !== event.currentTarget
      )
        return
      event.preventDefault()
      close()
    },
    onCancel(event) {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      close()
    },
    onPointerDown(event) {
      pressedBeside.current = event.target === event.currentTarget
    },
    onClick(event) {
      // A text selection that ends outside is not a click outside.
      if (event.target === event.currentTarget && pressedBeside.current) close()
    },
  }
}
