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

const englishWords = {
  dismiss: 'Dismiss',
  notification: 'Notification',
  notifications: 'Notifications',
}

function Toaster() {
  const [toast, setToast] = useState<(ToastMessage & { key: number }) | null>(null)
  const [round, setRound] = useState(0)
  const words = toast?.words ?? englishWords
  useLayoutEffect(() => {
    let key = 0
    const show = (event: Event) => {
      followModal()
      key += 1
      // Radix stays paused by a pointer or focus that was in the last toast when it was dismissed:
      // nothing listens for their leaving without a toast. A new provider is not paused; while the
      // focus is still here, the pause is right.
      const host = document.getElementById(hostId)
      if (!host?.querySelector('[data-part="toast"]') && !host?.contains(document.activeElement))
        setRound(key)
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
    <Toast.Provider
      key={round}
      swipeDirection={document.documentElement.dir === 'rtl' ? 'left' : 'right'}
      swipeThreshold={toastSwipe}
      duration={toastDuration}
      label={words.notification}
    >
      {toast && (
        <Toast.Root
          key={toast.key}
          data-part="toast"
          className="grid touch-none grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 rounded-card border-2
            border-s-[0.625rem] border-ink border-s-done bg-surface py-3.5 pe-2 ps-4.5 text-ink
            [box-shadow:var(--shadow-toast)]
            data-[swipe=cancel]:[transition:transform_200ms_ease-out]
            data-[swipe=end]:[transform:translateX(110%)]
            rtl:data-[swipe=end]:[transform:translateX(-110%)]
            data-[swipe=end]:[transition:transform_100ms_ease-out]
            data-[swipe=move]:[transform:translateX(var(--radix-toast-swipe-move-x))]
            data-[variant=destructive]:border-s-failed motion-safe:data-[state=open]:animate-rise"
          data-variant={toast.variant ?? 'default'}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          onOpenChange={(open) => {
            if (!open) setToast((shown) => (shown?.key === toast.key ? null : shown))
          }}
        >
          <Toast.Title dir="auto" className="font-bold">
            {toast.title}
          </Toast.Title>
          <Toast.Close className="icon-btn -my-1 row-span-2" aria-label={words.dismiss}>
            <CloseIcon />
          </Toast.Close>
          {toast.description && (
            <Toast.Description dir="auto" className="text-small text-muted">
              {toast.description}
            </Toast.Description>
          )}
          {toast.action && (
            <Toast.Action
              className="col-1 mt-2 min-h-9 justify-self-start rounded-card border-[1.5px]
                border-ink px-3.5 py-1 text-14 font-semibold hover:bg-ink hover:text-paper"
              altText={toast.action.label}
              onClick={toast.action.run}
            >
              {toast.action.label}
            </Toast.Action>
          )}
        </Toast.Root>
      )}
      {/* A dialog has its buttons at the bottom. */}
      <Toast.Viewport
        label={words.notifications}
        className="fixed end-0 bottom-0 z-60 w-[min(100%,27rem)] list-none p-4 outline-none
          in-[dialog]:top-0 in-[dialog]:bottom-auto"
        data-print="hide"
      />
    </Toast.Provider>
  )
}

/**
 * Everything outside the topmost modal dialog is inert, so the toasts move into it and out again
 * when it closes.
 */
function followModal() {
  const host = document.getElementById(hostId)
  const home = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  if (host && host.parentElement !== home) home.append(host)
}
