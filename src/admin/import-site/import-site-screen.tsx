import {
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ImportKind, ImportMapping } from '#domain/import/mapping.ts'
import { exportPartBytes, type ImportState } from '#domain/import/state.ts'
import { adminCall, callKeyOf, callQuery, newIdempotencyKey } from '../../api/admin-call.ts'
import { messageOf, refusalOf } from '../../api/refusal.ts'
import { Loaded } from '../shell/loaded.tsx'
import { Screen } from '../shell/screen.tsx'
import { useLeaveGuard } from '../shell/use-leave-guard.tsx'
import { ChooseExport } from './choose-export.tsx'
import { ImportProgressCard } from './import-progress.tsx'
import { ImportReportView } from './import-report.tsx'
import { ImportResult } from './import-result.tsx'

/** How often the state is asked for while an import runs, and otherwise, in milliseconds. */
const runningMs = 700
const restingMs = 5_000

type Running = Extract<ImportState, { kind: 'receiving' | 'reading' | 'committing' }>
const isRunning = (state: ImportState | undefined): state is Running =>
  state?.kind === 'receiving' || state?.kind === 'reading' || state?.kind === 'committing'

/** The step that the screen shows. */
const stepOf = (state: ImportState) =>
  state.kind === 'done' && state.undone ? 'undone' : state.kind

/**
 * `/admin/import`: imports the export of another system after a dry run. Every tab shows the same
 * import.
 */
export function ImportSiteScreen() {
  const queries = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const [sending, setSending] = useState(false)
  const query = useQuery({
    ...callQuery('GET /api/import'),
    refetchInterval: ({ state: { data } }) => (isRunning(data) ? runningMs : restingMs),
  })
  const show = (state: ImportState) => {
    void queries.cancelQueries({ queryKey: callKeyOf('GET /api/import'), exact: true })
    queries.setQueryData(callKeyOf('GET /api/import'), state)
  }
  const act = useMutation({
    mutationFn: (action: () => Promise<ImportState>) => action(),
    onSuccess: show,
    onError: async (error) => {
      console.error(error)
      await queries.invalidateQueries({ queryKey: callKeyOf('GET /api/import'), exact: true })
    },
  })
  const guard = useLeaveGuard(
    sending,
    'The file is still being sent. Are you sure you want to leave?',
  )
  const step = query.data && stepOf(query.data)
  const shown = useRef(step)
  useEffect(() => {
    // The part that had the focus is gone: the next step has it.
    if (shown.current !== undefined && step !== undefined && shown.current !== step)
      place.current?.focus()
    shown.current = step
  }, [step])

  const send = (file: File, system: ImportKind) =>
    act.mutate(async () => {
      setSending(true)
      try {
        let last: ImportState = { kind: 'none' }
        await sendExport(file, system, (state) => {
          last = state
          show(state)
        })
        return last
      } finally {
        setSending(false)
      }
    })
  return (
    <Screen title="Import">
      <p className="-mt-3 mb-5 max-w-[46rem] text-soft">
        Texts of another system come in as Markdown, with their pictures, dates, drafts, authors and
        old addresses. A dry run shows everything first; then all of it is one commit, which can be
        taken back. For single mails, see{' '}
        <a className="underline underline-offset-4" href="/admin/import-newsletter">
          Import Newsletters
        </a>
        .
      </p>
      <div ref={place} tabIndex={-1} className="outline-none">
        <Loaded query={query} name="import">
          {(state) => <ImportStep state={state} act={act} onSend={send} />}
        </Loaded>
      </div>
      {guard.dialog}
    </Screen>
  )
}

/** The part of the screen for the present step of the import. */
function ImportStep({
  state,
  act,
  onSend,
}: {
  state: ImportState
  act: UseMutationResult<ImportState, Error, () => Promise<ImportState>>
  onSend: (file: File, system: ImportKind) => void
}) {
  const problem = act.error ? messageOf(act.error) : null
  const order = 'id' in state ? { id: state.id } : { id: '' }
  const write = () => ({ body: order, key: newIdempotencyKey() })
  const cancel = () => act.mutate(() => adminCall('POST /api/import/cancel', write()))
  if (isRunning(state)) return <ImportProgressCard state={state} onCancel={cancel} />
  const shared = { busy: act.isPending, problem }
  if (state.kind === 'unavailable')
    return (
      <p className="notice" data-tone="info">
        {state.reason}
      </p>
    )
  if (state.kind === 'ready')
    return (
      <ImportReportView
        key={JSON.stringify(state.report)}
        {...shared}
        state={state}
        onApply={(mapping: ImportMapping, sitemap: string | undefined) =>
          act.mutate(() =>
            adminCall('PATCH /api/import', {
              body: { ...order, mapping, ...(sitemap !== undefined && { sitemap }) },
              key: newIdempotencyKey(),
            }),
          )
        }
        onConfirm={() => act.mutate(() => adminCall('POST /api/import/confirm', write()))}
        onCancel={cancel}
      />
    )
  if (state.kind === 'done')
    return (
      <ImportResult
        {...shared}
        state={state}
        onUndo={() => act.mutate(() => adminCall('POST /api/import/undo', write()))}
        onAnother={cancel}
      />
    )
  return (
    <ChooseExport
      system={state.kind === 'failed' ? state.system : 'wordpress'}
      problem={problem ?? (state.kind === 'failed' ? state.message : null)}
      onSend={onSend}
    />
  )
}

/** How often a part is sent again when the network fails, and the first wait in milliseconds. */
const tries = 5
const firstWaitMs = 500

/**
 * Sends an export in parts and shows each answer. Resolves when the dry run has begun, or when the
 * import was cancelled. Throws as `adminCall`.
 */
async function sendExport(
  file: File,
  system: ImportKind,
  show: (state: ImportState) => void,
): Promise<void> {
  let state = await adminCall('POST /api/import', {
    body: { system, file: file.name, size: file.size },
    key: newIdempotencyKey(),
  })
  show(state)
  while (state.kind === 'receiving') {
    state = await sendPart(file, state)
    show(state)
  }
}

async function sendPart(file: File, { id, received }: Extract<ImportState, { kind: 'receiving' }>) {
  const part = new File([file.slice(received, received + exportPartBytes)], 'part')
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await adminCall('POST /api/import/parts', {
        form: { id, offset: received, file: part },
      })
    } catch (error) {
      // The server has answered: sending the part again changes nothing.
      if (refusalOf(error) || attempt === tries) throw error
      await new Promise((resolve) => setTimeout(resolve, firstWaitMs * 2 ** attempt))
    }
  }
}
