import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { sameValue } from '#domain/item/merge-fields.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { Conflict } from '../documents/conflict/conflict.ts'
import type { Choices } from '../documents/conflict/merge-places.ts'
import type { Outgoing, Sent } from '../documents/queue/outgoing.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import { useOutgoing } from '../shell/local-provider.tsx'
import { type SaveProblem, type SetProblem, tellNothing } from './save-problem.ts'
import { useDirty } from './use-form-values.ts'
import { type Saving, type SavingOptions, useSaving } from './use-saving.ts'
import { useStoredForm } from './use-stored-form.ts'

/** The version that a form is compared with. */
export interface Based<Values> {
  /** Revision of `base`; empty when there is no file. */
  revision: string
  base: Values
}

type Shared =
  | 'form'
  | 'problem'
  | 'setProblem'
  | 'from'
  | 'sync'
  | 'onSending'
  | 'onSent'
  | 'onQueued'

/** What differs between documents. */
interface DocumentOptions<
  Values extends FieldValues,
  From extends Based<Values>,
  Answer,
  Found extends Conflict,
> extends Omit<SavingOptions<Values, From, Answer, Found>, Shared> {
  form: UseFormReturn<Values>
  /**
   * Name of the stored draft; null when the screen stores the form with more around it, by
   * `storeNow`.
   */
  stored: { kind: string; item: string } | null
  storeNow?: () => Promise<void>
  /** What is stored with a draft beside its values, and back. */
  attempt?: { of: (from: From) => unknown; in: (stored: unknown) => Partial<From> }
  /** The stored draft of an earlier visit, which the form shows. */
  restored: StoredDraft<Values> | null
  /** The version that the form begins with; `isQueued`: with changes of the queue. */
  start: From
  isQueued: boolean
  /** Whether an entry of the queue was saved here. */
  concerns: (entry: Outgoing, origin: From) => boolean
  /** The fields that are shown and compared. */
  fields: ReadonlyArray<keyof Values>
  flush: () => void
  /** Brings the form up to date before a save; default: `flush`. */
  sync?: () => void
  originOf: (answer: Answer) => From
  /** The version that Discard goes back to. */
  file: (waits: boolean) => From
  /** The values to show over `saved`; null when what was typed since `sent` conflicts with it. */
  merged: (versions: Record<'sent' | 'current' | 'saved', Values>) => Promise<Values | null>
  /**
   * Called with the values of a save that is stored in the queue, and with null when it was
   * refused; before the draft is stored.
   */
  onSending?: (sent: Values | null, answer: Sent | undefined) => void
  onSaved: (answer: Answer) => void
  onQueued?: (() => void) | undefined
  /** Called when nothing of it waits any more. */
  onEmptied?: () => void
  /** 'editor' or 'form', in messages; null for a new document, which has no file. */
  screen: string | null
}

/** The editing session of a document, as screens use it. */
export interface Document<Values extends FieldValues, Found extends Conflict> extends Saving {
  form: UseFormReturn<Values>
  dirty: boolean
  problem: SaveProblem<Found>
  /** Stores the decisions of the conflict dialog. */
  choose(choices: Choices): void
  /** Whether the conflict dialog is open. */
  reviewing: boolean
  review(open: boolean): void
  keepRestored(): void
  /** Deletes the stored draft, before the screen is left. */
  forget(): Promise<void>
  /** Shows the file again; the toast can undo it. */
  discard(): Promise<void>
}

/** The session, and the parts of it that the kinds of documents use. */
export interface Session<Values extends FieldValues, From, Found extends Conflict> {
  document: Document<Values, Found>
  origin: From
  setOrigin(origin: From): void
  /** The origin without waiting for the next render. */
  latest(): From
  setProblem: SetProblem<Found>
  restored: StoredDraft<Values> | null
  queue: ReadonlyArray<Outgoing>
  /** Shows these values. */
  put(values: Values): void
  /** Compares with this version from now on; nothing is wrong and nothing is restored any more. */
  stand(origin: From): void
}

/**
 * The editing session of a document: form, base, stored draft, saving. A save sends only changes,
 * with the revision that they are based on. Typed text is stored in the browser, and never
 * discarded without the person.
 */
export function useDocument<
  Values extends FieldValues,
  From extends Based<Values>,
  Answer,
  Found extends Conflict,
>(options: DocumentOptions<Values, From, Answer, Found>): Session<Values, From, Found> {
  const { form, fields, flush, titleOf, sync = flush } = options
  const [origin, showOrigin] = useState(options.start)
  /** The same without waiting for the next render: the screen may close the form before. */
  const latest = useRef(origin)
  const [restored, setRestored] = useState(options.restored)
  const [problem, setProblem] = useState<SaveProblem<Found>>({
    kind: options.isQueued ? 'queued' : 'none',
  })
  const [reviewing, review] = useState(false)
  /** The values of the save that is being sent: the queue has them. */
  const sending = useRef<Values | null>(null)
  const isSame = (one: Values, other: Values) =>
    fields.every((field) => sameValue(one[field], other[field]))
  const dirty = useDirty(form, fields, origin.base)
  const queue = useOutgoing().filter((entry) => options.concerns(entry, origin))
  const waits = queue.length > 0
  const parked = queue.map(({ state }) => state.kind).find((kind) => kind !== 'waiting')

  const setOrigin = useCallback((next: From) => {
    latest.current = next
    showOrigin(next)
  }, [])
  const put = useCallback(
    (values: Values) => {
      const current = form.getValues()
      for (const field of fields)
        if (!sameValue(current[field], values[field]))
          form.setValue(field as FieldPath<Values>, structuredClone(values[field]))
      // Validates again, because displayed errors may be resolved now.
      if (Object.keys(form.formState.errors).length > 0) void form.trigger()
    },
    [form, fields],
  )
  function stand(next: From) {
    setOrigin(next)
    setProblem({ kind: 'none' })
    setRestored(null)
  }
  function showFile() {
    const file = options.file(waits)
    stand(file)
    if (waits) setProblem({ kind: 'queued' })
    put(file.base)
  }

  // Runs when the queued change was sent or cancelled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry may be gone before the state says `queued`
  useEffect(() => {
    if (waits || problem.kind !== 'queued') return
    setProblem({ kind: 'none' })
    options.onEmptied?.()
  }, [waits, problem.kind])

  const own = useStoredForm<Values>({
    ...(options.stored ?? { kind: '', item: '' }),
    current() {
      if (!options.stored) return null
      const [over, values] = [sending.current ?? latest.current.base, form.getValues()]
      if (isSame(over, values)) return null
      const attempt = options.attempt?.of(latest.current)
      return {
        revision: latest.current.revision,
        title: titleOf(values),
        base: over,
        values,
        attempt,
      }
    },
    subscribe: (changed) => form.subscribe({ formState: { values: true }, callback: changed }),
    flush,
    onOther(other) {
      if (other === null) return showFile()
      const { revision, base } = latest.current
      if (revision !== other.revision || !sameValue(base, other.base))
        setOrigin({ ...latest.current, revision: other.revision, base: other.base })
      if (options.attempt) setOrigin({ ...latest.current, ...options.attempt.in(other.attempt) })
      put(other.values)
    },
    restored: options.restored,
  })
  const kept = { ...own, ...(options.storeNow && { storeNow: options.storeNow }) }
  // Stores the draft again after a save: its base has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a save, successful or not
  useEffect(() => void kept.storeNow(), [origin.base, problem])

  const saves = useSaving<Values, From, Answer, Found>({
    ...options,
    problem,
    setProblem,
    from: origin,
    sync,
    onNothing: options.onNothing ?? tellNothing,
    onSending(sent, answer) {
      sending.current = sent
      options.onSending?.(sent, answer)
      return kept.storeNow()
    },
    async onSent(answer, sent) {
      const saved = options.originOf(answer)
      sync()
      const values = await options.merged({ sent, current: form.getValues(), saved: saved.base })
      sending.current = null
      setRestored(null)
      if (values) {
        setOrigin(saved)
        put(values)
      }
      void kept.storeNow()
      options.onSaved(answer)
    },
    onQueued(sent, from) {
      sending.current = null
      stand({ ...latest.current, revision: from.revision, base: sent })
      void kept.storeNow()
      options.onQueued?.()
    },
  })

  const document: Document<Values, Found> = {
    form,
    dirty,
    ...saves,
    // The change may have been parked before the form was opened.
    problem:
      parked && (problem.kind === 'queued' || problem.kind === 'none')
        ? { kind: 'queued', parked }
        : problem,
    choose: (choices) => setProblem((now) => (now.kind === 'conflict' ? { ...now, choices } : now)),
    reviewing,
    review,
    keepRestored: () => setRestored(null),
    forget: kept.discard,
    async discard() {
      flush()
      const before = { origin: latest.current, restored, values: structuredClone(form.getValues()) }
      await kept.discard()
      showFile()
      const undo = () => {
        setOrigin(before.origin)
        setRestored(before.restored)
        put(before.values)
      }
      void showToast({
        title: 'Draft discarded',
        description: options.screen
          ? `The ${options.screen} shows the file again.`
          : titleOf(before.values),
        action: { label: 'Undo', run: undo },
      })
    },
  }
  return {
    document,
    origin,
    setOrigin,
    latest: () => latest.current,
    setProblem,
    restored,
    queue,
    put,
    stand,
  }
}
