import { waitingKey, waitingPicturesIn, withPictures } from '#domain/waiting-picture.ts'
import type { Outbox } from './queue/outbox.ts'

/** Pictures that were added without a network: what stands for them until they are uploaded. */
export interface WaitingPictures {
  /** A plain value with the addresses of the pictures that are uploaded by now; the very same where there is none. */
  settled<Value>(value: Value): Value
  /** Whether a picture in a value still waits in the queue. */
  waitIn(value: unknown): boolean
  /** The file of a picture that waits; null for any other address. */
  fileOf(url: string): File | null
  /** Where the browser finds a picture: a local address for one that waits, null for one that was taken back. Any other address as it is. */
  sourceOf(url: string): string | null
  onChange(listener: () => void): () => void
  close(): void
}

export function createWaitingPictures(outbox: Pick<Outbox, 'entries' | 'madeOf' | 'onChange'>): WaitingPictures {
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
    // What is shown once stays shown until the page goes, also when its file was taken back or is uploaded meanwhile.
    if (file && !locals.has(key)) locals.set(key, URL.createObjectURL(file))
    return file ? (locals.get(key) ?? null) : null
  }

  return {
    settled: (value) => withPictures(value, urlOf),
    waitIn: (value) => [...waitingPicturesIn(value)].some((key) => uploadOf(key) !== null),
    fileOf(url) {
      const key = waitingKey(url)
      return key === null ? null : uploadOf(key)
    },
    sourceOf(url) {
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
