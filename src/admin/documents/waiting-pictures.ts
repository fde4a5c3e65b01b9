import { waitingKey, waitingPicturesIn, withPictures } from '#domain/waiting-picture.ts'
import type { Outbox } from './queue/outbox.ts'

export type WaitingPictures = ReturnType<typeof createWaitingPictures>

/** Pictures that wait for their upload, and their placeholder addresses. */
export function createWaitingPictures(outbox: Pick<Outbox, 'entries' | 'madeOf' | 'onChange'>) {
  const locals = new Map<string, string>()

  function uploadOf(key: string): File | null {
    const entry = outbox.entries().find((one) => one.key === key)
    return entry?.work.kind === 'upload' ? entry.work.file : null
  }
  function urlOf(key: string): string | null {
    const made = outbox.madeOf(key)
    return made?.kind === 'picture' ? made.url : null
  }
  function localOf(key: string): string | null {
    const file = uploadOf(key)
    // The object URL stays valid until the page closes, because the picture may still be displayed.
    if (file && !locals.has(key)) locals.set(key, URL.createObjectURL(file))
    return file ? (locals.get(key) ?? null) : null
  }

  return {
    /**
     * Replaces placeholders of uploaded pictures in a plain value; returns the same object when
     * there are none.
     */
    withAddresses: <Value>(value: Value) => withPictures(value, urlOf),
    /** Whether a value contains a picture that is still queued. */
    waitIn: (value: unknown) => [...waitingPicturesIn(value)].some((key) => uploadOf(key) !== null),
    /** The file of a queued picture; null for any other address. */
    fileOf(url: string) {
      const key = waitingKey(url)
      return key === null ? null : uploadOf(key)
    },
    /**
     * Address for an `img` element: an object URL for a queued picture, null for one that was
     * cancelled, any other address unchanged.
     */
    sourceOf(url: string) {
      const key = waitingKey(url)
      return key === null ? url : (urlOf(key) ?? localOf(key))
    },
    onChange: outbox.onChange,
    close() {
      for (const local of locals.values()) URL.revokeObjectURL(local)
      locals.clear()
    },
  }
}
