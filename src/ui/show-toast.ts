export interface ToastMessage {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** A button that does something about it, such as Undo; the message goes with it. */
  action?: { label: string; run: () => unknown }
}

/** Carries a message to the toaster of this page. */
export const toastEvent = 'session-notes:toast'

/** Shows a message for five seconds; it takes the place of the one before. The toaster is loaded with the first. */
export async function showToast(message: ToastMessage): Promise<void> {
  const { mountToaster } = await import('./toaster.tsx')
  mountToaster()
  document.dispatchEvent(new CustomEvent<ToastMessage>(toastEvent, { detail: message }))
}
