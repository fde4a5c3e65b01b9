/**
 * The state of a mail link after it was opened or its button was pressed. `email` is abbreviated,
 * so that only its owner recognises it; null when the person is no longer on the list.
 */
export type LinkState =
  | { kind: 'ask'; email: string }
  /** `download`: the file that the person had requested, with a new link. */
  | { kind: 'done'; email: string | null; download?: { id: number; url: string } }
  /** The topics and levels of a reader, with `saved` after they were changed. */
  | {
      kind: 'choose'
      email: string
      choice: { topics: Array<string>; levels: Array<string> }
      saved: boolean
    }
  | { kind: 'expired' }
  | { kind: 'forged' }
