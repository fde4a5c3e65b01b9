export interface ToastMessage {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** A button for a follow-up action, such as Undo; pressing it closes the message. */
  action?: { label: string; run: () => unknown }
}

/** The event that carries a message to the toaster of this page. */
export const toastEvent = 'session-notes:toast'
