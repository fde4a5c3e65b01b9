import { createContext, useContext } from 'react'
import type { StoredUpload } from '../documents/database.ts'
import { useLocal } from './local-provider.tsx'

/** Name of the draft that a screen's pictures belong to; null when there is none to restore. */
export const UploadPlace = createContext<string | null>(null)

/**
 * Returns a function that uploads a picture for a field of the screen's draft and stores it
 * meanwhile, so that it survives a crash.
 */
export function useStoredUpload(field: string | undefined) {
  const draft = useContext(UploadPlace)
  const { uploads } = useLocal()
  return <Value>(
    upload: Pick<StoredUpload, 'key' | 'file' | 'alt'>,
    send: () => Promise<Value>,
  ): Promise<Value> =>
    draft === null || field === undefined
      ? send()
      : uploads.during({ ...upload, draft, field }, send)
}
