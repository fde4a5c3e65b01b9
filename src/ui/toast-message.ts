export interface ToastMessage {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** What the message and the button that closes it are called, where that is not English. */
  words?: Readonly<Record<'dismiss' | 'notification' | 'notifications', string>>
  /** A button for a follow-up action, such as Undo; pressing it closes the message. */
  action?: { label: string; run: () => unknown }
}

/** The event that carries a message to the toaster of this page. */
export const toastEvent = 'session-notes:toast'
