export interface ToastMessage {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** A button that does something about it, such as Undo; the message goes with it. */
  action?: { label: string; run: () => unknown }
}

/** Carries a message to the toaster of this page. */
export const toastEvent = 'session-notes:toast'
