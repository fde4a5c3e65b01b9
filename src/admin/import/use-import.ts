import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { adminCall, newIdempotencyKey } from '../../api/admin-call.ts'
import { contentKeys } from '../../api/admin-content.ts'
import { messageOf } from '../../api/refusal.ts'
import { useWrite } from '../editing/use-write.ts'
import {
  type DraftEdit,
  type ImportItem,
  type ImportState,
  isFull,
  mostMails,
  withEdit,
  withResult,
} from './import-queue.ts'
import type { ImportMessage } from './import-worker.ts'
import type { ImportSource } from './read-source.ts'
import { type DraftToSave, prepareDraft } from './save-draft.ts'

/** Time limit in milliseconds for one mail; reading normally takes a second or two. */
const patienceMs = 60_000

export interface Import {
  items: ReadonlyArray<ImportItem>
  /** The source that is being read, or null. */
  reading: { name: string; mails: number; left: number } | null
  /** Why reading stopped before the end. */
  stopped: string | null
  add(sources: ReadonlyArray<ImportSource>): void
  edit(key: string, edit: DraftEdit): void
  save(key: string, draft: DraftToSave): Promise<boolean>
  remove(key: string): void
}

/**
 * State of an import: reads sources in a worker, recognises mails that were imported before, and
 * saves drafts.
 */
export function useImport(): Import {
  const queries = useQueryClient()
  const write = useWrite()
  const [items, setItems] = useState<ReadonlyArray<ImportItem>>([])
  const [reading, setReading] = useState<Import['reading']>(null)
  const [stopped, setStopped] = useState<string | null>(null)
  const waiting = useRef<Array<ImportSource>>([])
  const running = useRef(false)
  const held = useRef<ReadonlyArray<ImportItem>>([])
  const worker = useRef<Worker | null>(null)
  useEffect(() => () => worker.current?.terminate(), [])

  function put(next: ReadonlyArray<ImportItem>) {
    held.current = next
    setItems(next)
  }

  const setState = (key: string, state: ImportState) =>
    put(held.current.map((item) => (item.key === key ? { ...item, state } : item)))

  async function run() {
    if (running.current) return
    running.current = true
    setStopped(null)
    try {
      const known = new Map(
        (await adminCall('GET /api/newsletters/imported')).map((one) => [one.messageId, one]),
      )
      for (let source = waiting.current.shift(); source; source = waiting.current.shift()) {
        await read(source, known)
        if (!isFull(held.current)) continue
        waiting.current = []
        setStopped(
          `These are as many mails as are held at a time (${mostMails}, or 150 MB of pictures). Save or remove them, then give the rest again: what is saved is recognized.`,
        )
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

  /** Resolves when the source is read, the limits are reached, or a mail takes too long. */
  function read(
    source: ImportSource,
    known: ReadonlyMap<string, { id: number; title: string }>,
  ): Promise<void> {
    const name = source.kind === 'file' ? source.file.name : 'Pasted text'
    let mails = 0
    setReading({ name, mails, left: waiting.current.length })
    return new Promise((resolve) => {
      const thread = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
      worker.current = thread
      let patience: ReturnType<typeof setTimeout>
      const end = (problem?: string) => {
        clearTimeout(patience)
        thread.terminate()
        worker.current = null
        if (problem) addResult({ kind: 'result', result: { kind: 'refused', message: problem } })
        resolve()
      }
      const wait = () => {
        clearTimeout(patience)
        patience = setTimeout(
          () => end('Reading this took too long, so it was given up.'),
          patienceMs,
        )
      }
      const addResult = (message: ImportMessage & { kind: 'result' }) => {
        mails += 1
        put(
          withResult(held.current, message.result, {
            key: newIdempotencyKey(),
            source: name,
            known,
          }),
        )
        setReading({ name, mails, left: waiting.current.length })
      }
      thread.addEventListener('message', ({ data }: MessageEvent<ImportMessage>) => {
        if (data.kind === 'end') return end()
        addResult(data)
        if (isFull(held.current)) return end()
        wait()
      })
      thread.addEventListener('error', () => end('This could not be read.'))
      wait()
      thread.postMessage(source)
    })
  }

  return {
    items,
    reading,
    stopped,
    add(sources) {
      waiting.current.push(...sources)
      void run()
    },
    edit: (key, edit) => put(withEdit(held.current, key, edit)),
    async save(key, draft) {
      setState(key, { kind: 'saving', draft, done: 0, of: 0 })
      try {
        const onProgress = (done: number, of: number) =>
          setState(key, { kind: 'saving', draft, done, of })
        const { work, lost } = await prepareDraft(draft, key, onProgress)
        const outcome = await write<{ id: number; title: string }>({ title: draft.title, work })
        if (outcome.kind === 'queued') setState(key, { kind: 'queued', title: draft.title, lost })
        else
          setState(key, { kind: 'saved', id: outcome.answer.id, title: outcome.answer.title, lost })
        void queries.invalidateQueries({ queryKey: contentKeys.all('newsletters') })
        void queries.invalidateQueries({ queryKey: ['/api/media'] })
        return true
      } catch (error) {
        console.error(error)
        setState(key, { kind: 'failed', draft, message: messageOf(error) })
        return false
      }
    },
    remove: (key) => put(held.current.filter((item) => item.key !== key)),
  }
}
