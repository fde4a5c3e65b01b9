import pLimit from 'p-limit'
import { useEffect, useRef, useState } from 'react'
import { waitingKey } from '#domain/waiting-picture.ts'
import { newIdempotencyKey } from '../../../api/admin-call.ts'
import { messageOf } from '../../../api/refusal.ts'
import { uploadsAtOnce } from '../../../api/upload-media.ts'
import { withWayOut } from '../../shell/show-failure.ts'
import { problemOfFile } from './picture-file.ts'
import { useUpload } from './use-upload.ts'

export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'sending'; part: number }
  /** `kept`: the upload waits in this device's queue. */
  | { kind: 'stored' | 'kept'; url: string }
  | { kind: 'cancelled' }
  /** `again` is false when retrying cannot help. */
  | { kind: 'failed'; message: string; again: boolean }

export interface UploadJob {
  /** Also the idempotency key of the upload. */
  key: string
  file: File
  state: UploadState
  /** Cancels it. */
  abort: AbortController
}

/**
 * Uploads any number of files, each with its own state; without the server they wait in this
 * device's queue. `onStored` gets the address of every picture, in the order of selection; a
 * waiting one has a temporary address. `problemOf` refuses files; by default all but pictures.
 */
export function useUploads({
  onStored,
  problemOf = problemOfFile,
}: {
  onStored?: (url: string) => void
  problemOf?: (file: File) => string | null
}) {
  const upload = useUpload()
  const [jobs, setJobs] = useState<Array<UploadJob>>([])
  const [limit] = useState(() => pLimit(uploadsAtOnce))
  const latest = useRef(jobs)
  latest.current = jobs
  const reported = useRef(new Set<string>())
  useEffect(
    () => () => {
      for (const { abort } of latest.current) abort.abort()
    },
    [],
  )

  const put = (key: string, change: Partial<UploadJob>) =>
    setJobs((all) => all.map((job) => (job.key === key ? { ...job, ...change } : job)))

  // Reports in the order of selection, not of completion.
  useEffect(() => {
    for (const { key, state } of jobs) {
      if (isOpen({ state })) return
      if (!('url' in state) || reported.current.has(key)) continue
      reported.current.add(key)
      onStored?.(state.url)
    }
  })

  async function send({ key, file, abort: { signal } }: UploadJob) {
    if (signal.aborted) return
    const onProgress = (part: number) => put(key, { state: { kind: 'sending', part } })
    onProgress(0)
    try {
      const url = await upload({ key, file, signal, onProgress, mayWait: true })
      put(key, { state: { kind: waitingKey(url) === null ? 'stored' : 'kept', url } })
    } catch (error) {
      if (signal.aborted) return
      console.error(error)
      const message = withWayOut(messageOf(error), error)
      put(key, { state: { kind: 'failed', message, again: true } })
    }
  }

  function start(job: UploadJob) {
    put(job.key, job)
    void limit(() => send(job))
  }

  return {
    jobs,
    add(files: ReadonlyArray<File>) {
      const fresh = files.map((file): UploadJob => {
        const message = problemOf(file)
        const state: UploadState = message
          ? { kind: 'failed', message, again: false }
          : { kind: 'waiting' }
        return { key: newIdempotencyKey(), file, state, abort: new AbortController() }
      })
      setJobs((all) => [...all, ...fresh])
      for (const job of fresh) if (job.state.kind === 'waiting') start(job)
    },
    cancel({ key, abort }: UploadJob) {
      abort.abort()
      put(key, { state: { kind: 'cancelled' } })
    },
    again: (job: UploadJob) =>
      start({ ...job, state: { kind: 'waiting' }, abort: new AbortController() }),
    /** Removes all finished uploads from the list. */
    clear: () => setJobs((all) => all.filter(isOpen)),
  }
}

/** Whether an upload is unfinished. */
export function isOpen({ state }: Pick<UploadJob, 'state'>): boolean {
  return state.kind === 'waiting' || state.kind === 'sending'
}
