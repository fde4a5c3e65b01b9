import { useEffect, useRef, useState } from 'react'
import { waitingAddress } from '#domain/waiting-picture.ts'
import { newIdempotencyKey } from '../../../api/admin-call.ts'
import { messageOf } from '../../../api/refusal.ts'
import { uploadMedia, uploadsAtOnce } from '../../../api/upload-media.ts'
import type { Entry } from '../../documents/queue/outgoing.ts'
import { useQueueLost } from '../../editing/use-write.ts'
import { withWayOut } from '../../shell/on-the-server.ts'
import { problemOfFile } from './picture-file.ts'

export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'sending'; part: number }
  | { kind: 'stored'; url: string }
  /** The upload waits in this device's queue. */
  | { kind: 'kept' }
  | { kind: 'cancelled' }
  /** `again` is false when retrying cannot help. */
  | { kind: 'failed'; message: string; again: boolean }

export interface UploadJob {
  /** Also the idempotency key of the upload. */
  key: string
  file: File
  state: UploadState
}

/**
 * Uploads any number of files, each with its own state; without the server they wait in this
 * device's queue. `onStored` gets the address of every picture, in the order of selection; a
 * waiting one has a temporary address. `problemOf` refuses files; by default all but pictures.
 */
export function useUploads(
  onStored: (url: string) => void,
  problemOf: (file: File) => string | null = problemOfFile,
) {
  const queueLost = useQueueLost()
  const [jobs, setJobs] = useState<Array<UploadJob>>([])
  const running = useRef(new Map<string, AbortController>())
  const reported = useRef(new Set<string>())
  useEffect(() => {
    const all = running.current
    return () => {
      for (const abort of all.values()) abort.abort()
    }
  }, [])

  const put = (key: string, state: UploadState) =>
    setJobs((all) => all.map((job) => (job.key === key ? { ...job, state } : job)))

  // Starts further uploads after any change.
  useEffect(() => {
    const waiting = jobs.filter(
      ({ key, state }) => state.kind === 'waiting' && !running.current.has(key),
    )
    for (const job of waiting.slice(0, uploadsAtOnce - running.current.size)) void send(job)
  })

  // Reports in the order of selection, not of completion.
  useEffect(() => {
    for (const { key, state } of jobs) {
      if (isOpen({ state })) return
      if ((state.kind !== 'stored' && state.kind !== 'kept') || reported.current.has(key)) continue
      reported.current.add(key)
      onStored(state.kind === 'stored' ? state.url : waitingAddress(key))
    }
  })

  async function send({ key, file }: UploadJob) {
    const abort = new AbortController()
    running.current.set(key, abort)
    put(key, { kind: 'sending', part: 0 })
    try {
      const onProgress = (part: number) => put(key, { kind: 'sending', part })
      const picture = await uploadMedia({ form: { file }, key, signal: abort.signal, onProgress })
      running.current.delete(key)
      put(key, { kind: 'stored', url: picture.url })
    } catch (error) {
      const aborted = abort.signal.aborted
      const kept = !aborted && (await queueLost(error, uploadEntry(key, file)))
      running.current.delete(key)
      if (aborted) return put(key, { kind: 'cancelled' })
      if (kept) return put(key, { kind: 'kept' })
      console.error(error)
      put(key, { kind: 'failed', message: withWayOut(messageOf(error), error), again: true })
    }
  }

  return {
    jobs,
    add(files: ReadonlyArray<File>) {
      const fresh = files.map((file): UploadJob => {
        const message = problemOf(file)
        const state: UploadState = message
          ? { kind: 'failed', message, again: false }
          : { kind: 'waiting' }
        return { key: newIdempotencyKey(), file, state }
      })
      setJobs((all) => [...all, ...fresh])
    },
    cancel(key: string) {
      const abort = running.current.get(key)
      if (abort) abort.abort()
      else put(key, { kind: 'cancelled' })
    },
    again: (key: string) => put(key, { kind: 'waiting' }),
    /** Removes all finished uploads from the list. */
    clear: () => setJobs((all) => all.filter(isOpen)),
  }
}

/** The queue entry for a picture or sound that could not be uploaded yet. */
export function uploadEntry(key: string, file: File): Entry {
  return { key, title: file.name || 'A picture', work: { kind: 'upload', file, alt: '' } }
}

/** Whether an upload is unfinished. */
export function isOpen({ state }: Pick<UploadJob, 'state'>): boolean {
  return state.kind === 'waiting' || state.kind === 'sending'
}
