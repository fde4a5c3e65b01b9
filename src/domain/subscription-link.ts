/**
 * What the link of a mail leads to, when it was opened or its button was pressed. `email` is shortened, so that only who knows it recognises it; null when the
 * person is not on the list any more.
 */
export type LinkState =
  | { kind: 'ask'; email: string }
  /** `download`: what they had asked for, with a new link to it. */
  | { kind: 'done'; email: string | null; download?: { id: number; url: string } }
  | { kind: 'expired' }
  | { kind: 'forged' }
