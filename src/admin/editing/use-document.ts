import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import { sameValue } from '#domain/item/merge-fields.ts'
import type { DocumentName } from '#domain/presence.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { Conflict, Versions } from '../documents/conflict/conflict.ts'
import { mergeVersions, rebased } from '../documents/conflict/document-conflict.ts'
import { noChoices } from '../documents/conflict/merge-places.ts'
import { changedNames, comparedFields } from '../documents/document-form.ts'
import { useOutgoing } from '../shell/local-provider.tsx'
import { useHere } from './presence.tsx'
import type { SaveProblem } from './save-problem.ts'
import type { Based, Document, DocumentOptions, Session } from './session.ts'
import { useDirty, useUploadedPictures } from './use-form-values.ts'
import { useSaving } from './use-saving.ts'
import { useStoredForm } from './use-stored-form.ts'

/**
 * The editing session of a document: form, base, stored draft, saving. A save sends only changes,
 * with the revision that they are based on. Typed text is stored in the browser, and never
 * discarded without the person.
 */
export function useDocument<Values extends FieldValues, From extends Based<Values>, Answer>(
  options: DocumentOptions<Values, From, Answer>,
): Session<Values, From> {
  const { fields, flush, titleOf, rules } = options
  const [origin, showOrigin] = useState(options.start)
  /** The same without waiting for the next render: the screen may close the form before. */
  const latest = useRef(origin)
  const form = useForm<Values>({
    defaultValues: (options.restored?.values ??
      options.values ??
      options.start.base) as DefaultValues<Values>,
    shouldFocusError: true,
    ...(rules && {
      resolver: (...asked) =>
        zodResolver(rules(latest.current.base) as never)(
          ...(asked as [never, never, never]),
        ) as never,
    }),
  })
  const [names] = useState(
    () => (fields.names ?? Object.keys(options.start.base)) as ReadonlyArray<keyof Values & string>,
  )
  const [restored, setRestored] = useState(options.restored)
  const [problem, setProblem] = useState<SaveProblem>({
    kind: options.isQueued ? 'queued' : 'none',
  })
  const [reviewing, review] = useState(false)
  /** The values of the save that is being sent: the queue has them. */
  const sending = useRef<Values | null>(null)
  /** Called when the conflict with another device is solved. */
  const deviceSolved = useRef(() => {})
  const dirty = useDirty(form, names, origin.base)
  // What is no new document is stored under its own name.
  const name = options.screen === null ? null : (options.stored as DocumentName | null)
  const onCaret = useHere(name, dirty)
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
      for (const name of names)
        if (!sameValue(current[name], values[name]))
          form.setValue(name as FieldPath<Values>, structuredClone(values[name]))
      // Validates again, because displayed errors may be resolved now.
      if (Object.keys(form.formState.errors).length > 0) void form.trigger()
    },
    [form, names],
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
  const putAddresses = useUploadedPictures({
    form,
    names,
    flush,
    base: origin.base,
    onBase: (base) => setOrigin({ ...latest.current, base }),
  })
  const sync = () => {
    flush()
    putAddresses()
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
      if (changedNames({ names }, over, values).length === 0) return null
      const { revision } = latest.current
      const attempt = options.attempt?.of(latest.current)
      return { revision, title: titleOf(values), base: over, values, attempt }
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
      if (other.device) setRestored(other)
    },
    restored: options.restored,
  })
  const kept = { ...own, ...(options.storeNow && { storeNow: options.storeNow }) }
  // Stores the draft again after a save: its base has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a save, successful or not
  useEffect(() => void kept.storeNow(), [origin.base, problem])

  const saves = useSaving<Values, From, Answer>(options, {
    form,
    problem,
    setProblem,
    from: () => latest.current,
    sync() {
      sync()
      options.tidy?.(form)
    },
    onSending(sent, answer) {
      sending.current = sent
      options.onSending?.(sent, answer)
      return kept.storeNow()
    },
    async onSent(answer, sent) {
      const saved = options.originOf(answer)
      sync()
      const versions = { base: sent, yours: form.getValues(), theirs: saved.base }
      const values = await rebased(fields, versions)
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
    solve(conflict, solved, choices) {
      const before = latest.current
      const { revision, version = before.version } = conflict
      const base = { ...before.base, ...conflict.theirs }
      // What another device has typed is in no file.
      if (conflict.device === undefined) setOrigin({ ...before, revision, base, version })
      else deviceSolved.current()
      put({ ...base, ...solved, ...options.onSolve?.(conflict, choices) })
    },
  })

  async function adopt(next: From, { asks = false } = {}) {
    sync()
    const { base } = latest.current
    const versions = { base, yours: structuredClone(form.getValues()), theirs: next.base }
    const values = await rebased(fields, versions)
    if (values) {
      stand(next)
      put(values)
    } else if (asks) await ask({ ...versions, revision: next.revision }, { version: next.version })
    return values !== null
  }

  /** Shows a conflict that the server does not know of. */
  async function ask(
    versions: Omit<Versions<Values>, 'hasBase'>,
    more: Partial<Pick<Conflict<Values>, 'version' | 'message' | 'device'>>,
  ) {
    const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
    const conflict = { ...mergeVersions(fields, versions, mergeBodies), ...more }
    setProblem({ kind: 'conflict', conflict, choices: noChoices, sent: versions.yours })
  }

  const document: Document<Values> = {
    name,
    onCaret,
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
    restored,
    keepRestored: () => setRestored(null),
    async mergeDevice({ name, values }, onSolved) {
      sync()
      const { base, revision } = latest.current
      const theirs = { ...base, ...(values as Partial<Values>) }
      const yours = structuredClone(form.getValues())
      const message = `You have changed the same place here and on ${name}.`
      deviceSolved.current = onSolved
      await ask({ base, revision, yours, theirs }, { message, device: name })
    },
    async takeText({ name, ...text }) {
      sync()
      const { base, revision } = latest.current
      const yours = structuredClone(form.getValues())
      const theirs = { ...base, ...(text.values as Partial<Values>) }
      const versions = { base: { ...base, ...(text.base as Partial<Values>) }, yours, theirs }
      const values = await rebased(fields, versions)
      const message = `You and ${name} have changed the same place.`
      if (values) put(values)
      else await ask({ ...versions, revision }, { message, device: name })
    },
    compared() {
      flush()
      return comparedFields(fields, options.file(false).base, form.getValues())
    },
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
    queue,
    sync,
    put,
    stand,
    adopt,
  }
}
