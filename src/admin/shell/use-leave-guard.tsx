import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useGuard, useNavigate } from './navigation.tsx'

/** Where somebody wants to go: to an address, or through the browser's history. */
type Way = { kind: 'to'; address: string } | { kind: 'back' }

/**
 * Keeps a person from losing what is unsaved: asks `text` before a link, `leave` or the browser's Back leads away and, in the browser's words, before
 * the page is closed or loaded anew; the latter not where `kept` says that everything comes back. `dialog` is to be rendered.
 */
export function useLeaveGuard(
  when: boolean,
  text: string,
  { kept = false }: { kept?: boolean } = {},
): { leave: (to: string) => void; dialog: ReactNode } {
  const navigate = useNavigate()
  const guard = useGuard()
  const [wanted, setWanted] = useState<Way | null>(null)
  const leaving = useRef(false)

  useEffect(() => {
    if (!when) return
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (!leaving.current && !kept) event.preventDefault()
    }
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      // A link in a text that is being edited leads nowhere.
      if (
        !link ||
        link.isContentEditable ||
        link.target === '_blank' ||
        link.hasAttribute('download') ||
        link.origin !== location.origin
      )
        return
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      if (link.pathname === location.pathname && link.search === location.search) return
      event.preventDefault()
      event.stopPropagation()
      setWanted({ kind: 'to', address: link.pathname + link.search + link.hash })
    }
    addEventListener('beforeunload', beforeUnload)
    guard.ask = () => setWanted({ kind: 'back' })
    document.addEventListener('click', click, true)
    return () => {
      removeEventListener('beforeunload', beforeUnload)
      guard.ask = null
      document.removeEventListener('click', click, true)
    }
  }, [when, kept, guard])

  return {
    leave(to) {
      if (when) setWanted({ kind: 'to', address: to })
      else void navigate(to)
    },
    dialog: wanted !== null && (
      <ConfirmDialog
        title="Unsaved changes"
        text={text}
        confirmLabel="Leave"
        cancelLabel="Stay"
        tone="danger"
        onConfirm={() => {
          leaving.current = true
          guard.ask = null
          if (wanted.kind === 'to') return navigate(wanted.address)
          history.back()
        }}
        onClose={() => setWanted(null)}
      />
    ),
  }
}
