/// <reference types="vite/client" />
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { mergeBodies } from '#domain/markdown/merge-bodies.ts'
import type { Conflict } from '../../../src/admin/documents/conflict/conflict.ts'
import {
  type Choices,
  decidedText,
  noChoices,
} from '../../../src/admin/documents/conflict/merge-places.ts'
import { proposalsFor } from '../../../src/admin/documents/conflict/read-place.ts'
import type { DraftValues } from '../../../src/admin/documents/draft-values.ts'
import type { Local } from '../../../src/admin/documents/local.ts'
import { parkedConflict, resolveQueued } from '../../../src/admin/documents/resolve-queued.ts'
import { sending } from '../../../src/admin/editing/apply-sent.ts'
import type { Draft } from '../../../src/admin/editing/use-draft.ts'
import { useDraft } from '../../../src/admin/editing/use-draft.ts'
import { type InitialState, useInitialState } from '../../../src/admin/editing/use-loaded-item.ts'
import { LocalProvider, useLocal } from '../../../src/admin/shell/local-provider.tsx'
import { createQueryClient } from '../../../src/admin/shell/query-client.ts'
import { SiteFactsProvider } from '../../../src/admin/shell/site-facts.ts'
import { adminCall } from '../../../src/api/admin-call.ts'
import { type AdminItem, contentKeys } from '../../../src/api/admin-content.ts'
import { wordInParagraph } from './word-in-paragraph.ts'

export type Field = 'title' | 'excerpt' | 'content'

export type Device = typeof device
export type DeviceState = Awaited<ReturnType<typeof state>>

declare global {
  interface Window {
    device: Device
    userId: number
  }
}

const timeZone = 'UTC'
const queries = createQueryClient()
let show: (id: number | null) => void = () => {}
let local: Local | null = null
let shown: { id: number; draft: Draft } | null = null

function Shown() {
  const [id, setId] = useState<number | null>(null)
  show = setId
  local = useLocal()
  return id !== null && <Article key={id} id={id} />
}

/** Mounts like the screen of the draft editor. */
function Article({ id }: { id: number }) {
  const { data, error, isFetchedAfterMount } = useQuery({
    queryKey: contentKeys.item('articles', id),
    queryFn: () => adminCall('GET /api/articles/{id}', { params: { id: id } }),
    refetchOnMount: 'always',
    retry: true,
    retryDelay: 100,
  })
  const initial = useInitialState(
    'articles',
    id,
    data && isFetchedAfterMount && !error ? data : null,
  )
  return initial && <Editing loaded={data ?? initial.item} initial={initial} />
}

function Editing({ loaded, initial }: { loaded: AdminItem; initial: InitialState }) {
  const draft = useDraft('articles', loaded, () => undefined, {
    stored: initial.draft,
    queued: initial.queued,
  })
  const { id } = loaded
  shown = { id, draft }
  useEffect(
    () => () => {
      if (shown?.id === id) shown = null
    },
    [id],
  )
  return null
}

const pause = (ms = 10) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(check: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`never ${what}`)
    await pause()
  }
}

/** The current editor; renders pending updates first. */
async function draft(): Promise<Draft> {
  await pause()
  flushSync(() => undefined)
  if (!shown) throw new Error('nothing is open')
  return shown.draft
}

/** Takes the proposals, both sides where there is none, and adds a word. */
function takingBoth({ places }: Conflict, word: string): Choices {
  const proposals = proposalsFor(places)
  const decided = Object.fromEntries(
    places.map((place) => {
      const both =
        proposals.get(place.id)?.text ??
        (place.sort === 'text'
          ? (place.both ?? decidedText(place, undefined))
          : `${place.theirs} ${place.yours}`)
      return [place.id, { kind: 'edited' as const, text: `${both} ${word}.` }]
    }),
  )
  return { ...noChoices, decided }
}

function typed(values: DraftValues, word: string, field: Field, place: number): string {
  return field === 'content'
    ? wordInParagraph(values.content, word, place)
    : `${values[field]} ${word}`
}

/**
 * The state of the editor, the states of the queued entries in order, and the contents of the
 * parked ones as JSON.
 */
async function state() {
  const { problem, dirty, saving, newer } = await draft()
  const entries = local?.outbox.entries() ?? []
  const parked = JSON.stringify(entries.filter((entry) => entry.state.kind !== 'waiting'))
  const queue = entries.map((entry) => entry.state.kind)
  return {
    problem: problem.kind,
    dirty,
    saving,
    newer: newer !== null,
    queue,
    parked,
  }
}

/**
 * The draft editor of an article without its appearance: the admin's own code for editing, storing,
 * queueing and syncing, controlled by a test.
 */
const device = {
  /** Opens an article; resolves when it can be edited. */
  async open(id: number) {
    show(id)
    await until(() => shown?.id === id, `open ${id}`)
  },
  /**
   * Appends a word to a field, or puts it into one of the paragraphs of the body: at its end, from
   * place 4 on at its beginning.
   */
  async type(word: string, field: Field, place: number) {
    const { form } = await draft()
    form.setValue(field, typed(form.getValues(), word, field, place), { shouldDirty: true })
  },
  /** Resolves when all that was typed is in the browser's storage. */
  stored: () =>
    until(async () => {
      if (!shown || !local) return false
      const { base, values } = shown.draft.state()
      if (JSON.stringify(base) === JSON.stringify(values)) return true
      const latest = await local.drafts.latest('articles', String(shown.id))
      return JSON.stringify(latest?.values) === JSON.stringify(values)
    }, 'stored'),
  async save() {
    await (await draft()).save()
    return state()
  },
  /** Resolves a conflict by taking both sides everywhere plus one word, and saves. */
  async solve(word: string) {
    const { problem, choose } = await draft()
    if (problem.kind !== 'conflict') return state()
    choose(takingBoth(problem.conflict, word))
    await (await draft()).solve()
    return state()
  },
  async merge() {
    await (await draft()).merge()
    return state()
  },
  /** The same for the first conflict in the queue. False when there is none. */
  async resolveQueued(word: string) {
    const entry = local?.outbox.entries().find((one) => one.state.kind === 'conflict')
    const parked = entry && parkedConflict(entry, timeZone, mergeBodies)
    if (!local || !parked) return false
    await resolveQueued(local.outbox, entry, parked.solvedBy(takingBoth(parked.conflict, word)))
    return true
  },
  state,
  /** All uncommitted texts, as JSON. */
  async uncommitted() {
    if (!local) return ''
    return JSON.stringify([await local.drafts.all(), local.outbox.entries(), shown?.draft.state()])
  },
}
window.device = device

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queries}>
    <SiteFactsProvider
      value={{
        name: 'Soak',
        timeZone,
        authors: [],
        fields: [],
      }}
    >
      <LocalProvider userId={window.userId} awake sending={sending}>
        <Shown />
      </LocalProvider>
    </SiteFactsProvider>
  </QueryClientProvider>,
)
