import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { adminCall } from '../../api/admin-call.ts'
import { contentKeys } from '../../api/admin-content.ts'
import { messageOf } from '../../api/refusal.ts'
import { useWrite } from '../editing/use-write.ts'
import {
  type DraftEdit,
  type ImportItem,
  type ImportState,
  isFull,
  mostMails,
  withResult,
} from './import-queue.ts'
import type { ImportMessage } from './import-worker.ts'
import type { ImportSource, ReadResult } from './read-source.ts'
import { type DraftToSave, prepareDraft } from './save-draft.ts'

export type Import = ReturnType<typeof useImport>

/** Time limit in milliseconds for one mail; reading normally takes a second or two. */
const patienceMs = 60_000

const full = `These are as many mails as are held at a time (${mostMails}, or 150 MB of pictures). Save or remove them, then give the rest again: what is saved is recognized.`

/**
 * State of an import: reads sources in a worker, recognises mails that were imported before, and
 * saves drafts.
 */
export function useImport() {
  const queries = useQueryClient()
  const write = useWrite()
  const [items, setItems] = useState<ReadonlyArray<ImportItem>>([])
  /** The source that is being read, or null. */
  const [reading, setReading] = useState<{ name: string; mails: number; left: number } | null>(null)
  /** Why reading stopped before the end. */
  const [stopped, setStopped] = useState<string | null>(null)
  const waiting = useRef<Array<ImportSource>>([])
  const running = useRef(false)
  const held = useRef<ReadonlyArray<ImportItem>>([])
  const unmounted = useRef(new AbortController())
  useEffect(() => {
    unmounted.current = new AbortController()
    return () => {
      waiting.current = []
      unmounted.current.abort()
    }
  }, [])

  function put(next: ReadonlyArray<ImportItem>) {
    held.current = next
    setItems(next)
  }

  const change = (key: string, changed: (state: ImportState) => ImportState) =>
    put(
      held.current.map((item) =>
        item.key === key ? { ...item, state: changed(item.state) } : item,
      ),
    )

  async function run() {
    if (running.current) return
    running.current = true
    setStopped(null)
    try {
      const known = new Map(
        (await adminCall('GET /api/newsletters/imported')).map((one) => [one.messageId, one]),
      )
      for (let source = waiting.current.shift(); source; source = waiting.current.shift()) {
        const name = source.kind === 'file' ? source.file.name : 'Pasted text'
        let mails = 0
        const show = () => setReading({ name, mails, left: waiting.current.length })
        show()
        await readInWorker(source, unmounted.current.signal, (result) => {
          mails += 1
          put(withResult(held.current, result, name, known))
          show()
          return !isFull(held.current)
        })
        if (!isFull(held.current)) continue
        waiting.current = []
        setStopped(full)
      }
    } catch (error) {
      console.error(error)
      waiting.current = []
      setStopped(messageOf(error))
    } finally {
      running.current = false
      setReading(null)
    }
  }

  return {
    items,
    reading,
    stopped,
    add(sources: ReadonlyArray<ImportSource>) {
      waiting.current.push(...sources)
      void run()
    },
    edit: (key: string, edit: DraftEdit) =>
      change(key, (state) =>
        'draft' in state ? { ...state, draft: { ...state.draft, ...edit } } : state,
      ),
    async save(key: string, draft: DraftToSave) {
      const onProgress = (done: number, of: number) =>
        change(key, () => ({ kind: 'saving', draft, done, of }))
      onProgress(0, 0)
      try {
        const { work, lost } = await prepareDraft(draft, key, onProgress)
        const outcome = await write<{ id: number; title: string }>({ title: draft.title, work })
        if (outcome.kind === 'queued')
          change(key, () => ({ kind: 'queued', title: draft.title, lost }))
        else {
          const { id, title } = outcome.answer
          change(key, () => ({ kind: 'saved', id, title, lost }))
        }
        void queries.invalidateQueries({ queryKey: contentKeys.all('newsletters') })
        void queries.invalidateQueries({ queryKey: ['/api/media'] })
      } catch (error) {
        console.error(error)
        change(key, () => ({ kind: 'failed', draft, message: messageOf(error) }))
      }
    },
    remove: (key: string) => put(held.current.filter((item) => item.key !== key)),
  }
}

/**
 * Reads a source in a worker. Resolves when all of it is read, `take` returns false, a mail takes
 * too long, or `signal` aborts.
 */
function readInWorker(
  source: ImportSource,
  signal: AbortSignal,
  take: (result: ReadResult) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
    let patience: ReturnType<typeof setTimeout>
    const end = () => {
      clearTimeout(patience)
      thread.terminate()
      resolve()
    }
    const fail = (message: string) => {
      take({ kind: 'refused', message })
      end()
    }
    const wait = () => {
      clearTimeout(patience)
      patience = setTimeout(
        () => fail('Reading this took too long, so it was given up.'),
        patienceMs,
      )
    }
    signal.addEventListener('abort', end)
    thread.addEventListener('message', ({ data }: MessageEvent<ImportMessage>) => {
      if (data.kind === 'end' || !take(data.result)) end()
      else wait()
    })
    thread.addEventListener('error', () => fail('This could not be read.'))
    wait()
    thread.postMessage(source)
  })
}
