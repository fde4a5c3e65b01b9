import { useQueryClient } from '@tanstack/react-query'
import { waitingAddress } from '#domain/waiting-picture.ts'
import { uploadMedia } from '../../../api/upload-media.ts'
import type { Entry } from '../../documents/queue/outgoing.ts'
import { useQueueLost } from '../../editing/use-write.ts'
import { refreshPictures } from './media-queries.ts'

interface Upload {
  /** The idempotency key of the upload. */
  key: string
  file: File
  signal?: AbortSignal
  /** Gets the share that was sent, from 0 to 1. */
  onProgress?: (part: number) => void
  /** Whether a file that cannot be uploaded now waits in this device's queue. */
  mayWait: boolean
}

/**
 * Returns a function that uploads a picture or sound and resolves with its address, which is a
 * temporary one while it waits in this device's queue.
 */
export function useUpload(): (upload: Upload) => Promise<string> {
  const queries = useQueryClient()
  const queueLost = useQueueLost()
  return async ({ key, file, signal, onProgress, mayWait }) => {
    try {
      const { url } = await uploadMedia({ form: { file }, key, signal, onProgress })
      void refreshPictures(queries)
      return url
    } catch (error) {
      const isLost = mayWait && !signal?.aborted
      if (isLost && (await queueLost(error, uploadEntry(key, file)))) return waitingAddress(key)
      throw error
    }
  }
}

/** The queue entry for a picture or sound that could not be uploaded yet. */
export function uploadEntry(key: string, file: File): Entry {
  return { key, title: file.name || 'A picture', work: { kind: 'upload', file, alt: '' } }
}
