import * as Toast from '@radix-ui/react-toast'
import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { CloseIcon } from './icons.tsx'
import { type ToastMessage, toastEvent } from './toast-message.ts'

/** Specification, section 9. */
export const toastDuration = 5000
export const toastSwipe = 50

const hostId = 'toaster'

/** Mounts the toaster unless the page has one. */
export function mountToaster(): void {
  if (document.getElementById(hostId)) return
  const host = document.createElement('div')
  host.id = hostId
  document.body.append(host)
  flushSync(() => createRoot(host).render(<Toaster />))
}

function Toaster() {
  const [toast, setToast] = useState<(ToastMessage & { key: number }) | null>(null)
  useLayoutEffect(() => {
    let key = 0
    const show = (event: Event) => {
      followModal()
      key += 1
      setToast({ ...(event as CustomEvent<ToastMessage>).detail, key })
    }
    document.addEventListener(toastEvent, show)
    document.addEventListener('close', followModal, true)
    return () => {
      document.removeEventListener(toastEvent, show)
      document.removeEventListener('close', followModal, true)
    }
  }, [])
  return (
    <Toast.Provider swipeDirection="right" swipeThreshold={toastSwipe} duration={toastDuration}>
      {toast && (
        <Toast.Root
          key={toast.key}
          className="toast"
          data-variant={toast.variant ?? 'default'}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          onOpenChange={(open) => {
            if (!open) setToast((shown) => (shown?.key === toast.key ? null : shown))
          }}
        >
          <Toast.Title className="font-bold">{toast.title}</Toast.Title>
          <Toast.Close className="icon-btn -my-1 row-span-2" aria-label="Dismiss">
            <CloseIcon />
          </Toast.Close>
          {toast.description && (
            <Toast.Description className="text-small text-muted">{toast.description}</Toast.Description>
          )}
          {toast.action && (
            <Toast.Action className="toast-action" altText={toast.action.label} onClick={toast.action.run}>
              {toast.action.label}
            </Toast.Action>
          )}
        </Toast.Root>
      )}
      <Toast.Viewport className="toasts" />
    </Toast.Provider>
  )
}

/** Everything outside the topmost modal dialog is inert, so the toasts move into it and out again when it closes. */
function followModal() {
  const host = document.getElementById(hostId)
  const home = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  if (host && host.parentElement !== home) home.append(host)
}
