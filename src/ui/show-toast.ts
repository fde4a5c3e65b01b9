import { type ToastMessage, toastEvent } from './toast-message.ts'

/**
 * Shows a message for five seconds and replaces the one before. The toaster is loaded on first use.
 */
export async function showToast(message: ToastMessage): Promise<void> {
  const { mountToaster } = await import('./toaster.tsx')
  mountToaster()
  document.dispatchEvent(new CustomEvent<ToastMessage>(toastEvent, { detail: message }))
}
