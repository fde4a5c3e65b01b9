import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { listenTo } from '../documents/listeners.ts'
import { useDraftStorage } from './local-provider.tsx'
import { useGuard, useNavigate } from './navigation.tsx'

/** A blocked navigation: to an address, or back in the history. */
type Way = { kind: 'to'; address: string } | { kind: 'back' }

/**
 * Whether the previous entry of the history has this path, with any query. False in a browser
 * without the Navigation API.
 */
function isPreviousPage(path: string): boolean {
  if (!('navigation' in window)) return false
  const previous = navigation.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url
  return Boolean(previous && new URL(previous).pathname === path)
}

/**
 * Shows the browser's own question before the page is closed or reloaded, where that loses
 * something. The result stops it.
 */
export function askBeforeUnload(loses: () => boolean): () => void {
  return listenTo('beforeunload', (event) => loses() && event.preventDefault())
}

/**
 * Warns before unsaved changes are lost: asks `text` before a link, `leave` or Back, and shows the
 * browser's own question before the page is closed or reloaded, unless `kept` says that everything
 * is stored. The caller renders `dialog`. `leave` takes a path; where the previous page has it, it
 * goes back, so that a list has its search and its position again.
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

  useLayoutEffect(() => {
    if (!when) return
    const stopAsking = askBeforeUnload(() => !leaving.current && !kept)
    const click = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      // Links inside an edited text do not navigate.
      if (
        !link ||
        link.isContentEditable ||
        link.target === '_blank' ||
        link.hasAttribute('download') ||
        link.origin !== location.origin
      )
        return
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        return
      if (link.pathname === location.pathname && link.search === location.search) return
      event.preventDefault()
      event.stopPropagation()
      setWanted({ kind: 'to', address: link.pathname + link.search + link.hash })
    }
    guard.ask = () => setWanted({ kind: 'back' })
    document.addEventListener('click', click, true)
    return () => {
      stopAsking()
      guard.ask = null
      document.removeEventListener('click', click, true)
    }
  }, [when, kept, guard])

  return {
    leave(to) {
      const way: Way = isPreviousPage(to) ? { kind: 'back' } : { kind: 'to', address: to }
      if (when) setWanted(way)
      else if (way.kind === 'back') history.back()
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

/** The same for a form whose text the browser stores, if it stores anything. */
export function useUnsavedGuard(when: boolean, text: string) {
  return useLeaveGuard(when, text, { kept: useDraftStorage().kind === 'available' })
}
