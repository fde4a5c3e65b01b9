import { createContext, useContext } from 'react'
import type { BegunUpload } from './begun-upload.ts'
import { useLocal } from './local-provider.tsx'

/** The draft that the pictures of a screen belong to; null where there is none to come back to. */
export const UploadPlace = createContext<string | null>(null)

/** Sends a picture for a field of the screen's draft, and keeps it meanwhile, so that a crash does not lose it. */
export function useBegunUpload(field: string | undefined) {
  const draft = useContext(UploadPlace)
  const { uploads } = useLocal()
  return <Value>(upload: Pick<BegunUpload, 'key' | 'file' | 'alt'>, send: () => Promise<Value>): Promise<Value> =>
    draft === null || field === undefined ? send() : uploads.during({ ...upload, draft, field }, send)
}
