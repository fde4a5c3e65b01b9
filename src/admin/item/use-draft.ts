import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { type AdminItem, contentKeys } from '../../api/admin-content.ts'
import { writeContent } from '../../api/content-writes.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useOutgoing } from '../offline/local-provider.tsx'
import { subjectOf } from '../offline/queue/queue-rules.ts'
import { useSiteFacts } from '../shell/site-facts.ts'
import type { Attempt, Draft, DraftForm, DraftRules, Origin, Restored, SaveWords } from './draft.ts'
import { draftRules } from './draft-rules.ts'
import { changedFields, type DraftValues, fieldsOf, valuesOf } from './draft-values.ts'
import { type SaveProblem, unreachable } from './save-problem.ts'
import { useDraftSaving } from './use-draft-saving.ts'
import { useDirty, useUploadedPictures } from './use-form-values.ts'
import { useNewerVersion } from './use-newer-version.ts'
import { useStoredForm } from './use-stored-form.ts'

/** Options of a screen. */
export interface DraftOptions {
  /** Initial values instead of those of the loaded item. */
  values?: DraftValues
  /** The version that these values are based on, when the item is newer. */
  from?: Pick<Origin, 'revision' | 'base'>
  /** A stored draft to continue with. */
  stored?: Restored | null
  /** The item with the changes in the queue. */
  queued?: AdminItem | null
  /** Validation rules; null leaves validation to the server. Must not change. */
  rules?: DraftRules | null
  words?: SaveWords
}

const editorWords: SaveWords = {
  saved: { title: 'Success!', description: 'Your content has been updated successfully.' },
  failed: 'Failed to update content',
  noAnswer: unreachable,
}

/**
 * The editing session of an item: form, base, saving. A save sends only changes, with the revision that they are based on. Typed text is never discarded without
 * the person, and is stored in the browser. `loaded` is the item on the server, updated when it changes there. `flush` passes buffered text of editors to the
 * form.
 */
export function useDraft(
  type: ContentType,
  loaded: AdminItem,
  flush: () => void,
  { values, from, stored = null, queued = null, rules = draftRules, words = editorWords }: DraftOptions = {},
): Draft {
  const draft = useDraftForm(type, loaded, { values, from, stored, ahead: queued, rulesOf: rules })
  const { id, timeZone, form, origin, dirty, problem, setOrigin, setProblem, restored, setRestored, put } = draft
  const { base, revision } = origin
  const putAddresses = useUploadedPictures({
    type,
    form,
    flush,
    base,
    onBase: (base) => setOrigin((now) => ({ ...now, base })),
  })
  const { saving, save, solve, conflictIsCurrent } = useDraftSaving(draft, flush, putAddresses, words)

  const [reviewing, review] = useState(false)
  const queue = useOutgoing().filter((entry) => subjectOf(entry) === `${type}/${id}`)
  const waits = queue.length > 0
  const parked = queue.map(({ state }) => state.kind).find((kind) => kind !== 'waiting')
  // Runs when the queued change was sent or cancelled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry may be gone before the state says `queued`
  useEffect(() => {
    if (!waits) setProblem((now) => (now.kind === 'queued' ? { kind: 'none' } : now))
  }, [waits, problem.kind])

  const kept = useStoredForm<DraftValues>({
    kind: type,
    item: String(id),
    current() {
      if (!draft.unsaved()) return null
      const attempt = draft.lost.current
      const isOf = attempt?.revision === revision
      return { revision, title: form.getValues('title'), base, values: form.getValues(), ...(isOf && { attempt }) }
    },
    subscribe: (changed) => form.subscribe({ formState: { values: true }, callback: changed }),
    flush,
    onOther(other) {
      if (other === null) return draft.adopt(loaded)
      setOrigin((now) =>
        now.revision === other.revision && sameValue(now.base, other.base)
          ? now
          : { ...now, revision: other.revision, base: other.base },
      )
      put(other.values)
    },
    restored: stored,
  })
  // Stores the draft again after a save: its base has changed, or an attempt must be stored with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a save, successful or not
  useEffect(() => kept.storeNow(), [base, problem])

  const { newer, merge } = useNewerVersion(draft, {
    loaded,
    // While changes are queued, the version that they will produce is unknown, so newer versions are not adopted.
    busy: saving || queue.some(({ state }) => state.kind === 'waiting'),
    sync() {
      flush()
      putAddresses()
    },
  })

  return {
    type,
    id,
    timeZone,
    form,
    item: origin.item,
    base,
    dirty,
    saving,
    // The change may have been parked before the editor was opened.
    problem: parked && (problem.kind === 'queued' || problem.kind === 'none') ? { kind: 'queued', parked } : problem,
    save,
    adopt: draft.adopt,
    choose: (choices) => setProblem((now) => (now.kind === 'conflict' ? { ...now, choices } : now)),
    reviewing,
    review,
    conflictIsCurrent,
    solve,
    state: () => ({ type, id, revision, base, values: structuredClone(form.getValues()) }),
    restored,
    keepRestored: () => setRestored(null),
    forget: kept.discard,
    async move(to) {
      const item = (await writeContent('POST /api/articles/{id}/move', {
        params: { id },
        body: { slug: to.slug, rewriteLinks: to.rewriteLinks },
        key: to.key,
      })) as AdminItem
      draft.adopt(item)
      return item
    },
    async discard() {
      flush()
      const before = { origin, restored, values: structuredClone(form.getValues()) }
      await kept.discard()
      draft.adopt(loaded)
      const undo = () => {
        setOrigin(before.origin)
        setRestored(before.restored)
        put(before.values)
      }
      void showToast({
        title: 'Draft discarded',
        description: 'The editor shows the file again.',
        action: { label: 'Undo', run: undo },
      })
    },
    newer,
    merge,
  }
}

/**
 * Creates the form of an item. Its origin is `loaded`, or that of the draft in `stored`, or `ahead`, the item with the changes in the queue. `values` replace the
 * initial values; `from` is the version that these are based on.
 */
function useDraftForm(
  type: ContentType,
  loaded: AdminItem,
  {
    values,
    from,
    stored,
    ahead,
    rulesOf,
  }: {
    values: DraftValues | undefined
    from: Pick<Origin, 'revision' | 'base'> | undefined
    stored: Restored | null
    ahead: AdminItem | null
    rulesOf: DraftRules | null
  },
): DraftForm {
  const queries = useQueryClient()
  const { timeZone } = useSiteFacts()
  const { id } = loaded
  const originOf = (item: AdminItem): Origin => ({
    item,
    revision: item.revision,
    base: valuesOf(type, item, timeZone),
  })
  const [origin, setOrigin] = useState<Origin>(() => {
    const known = stored ?? from
    if (known) return { item: loaded, revision: known.revision, base: known.base }
    return { ...originOf(ahead ?? loaded), item: loaded, revision: loaded.revision }
  })
  const [restored, setRestored] = useState(stored)
  const [problem, setProblem] = useState<SaveProblem>({ kind: ahead ? 'queued' : 'none' })
  const lost = useRef((stored?.attempt as Attempt | undefined) ?? null)
  const undoing = useRef(false)
  const { base } = origin
  const rules = useMemo(() => rulesOf?.(type, base), [rulesOf, type, base])
  const form = useForm<DraftValues>({
    defaultValues: stored?.values ?? values ?? base,
    ...(rules && { resolver: zodResolver(rules) }),
    shouldFocusError: true,
  })
  const dirty = useDirty(form, type, base)

  const put = useCallback(
    (values: DraftValues) => {
      const current = form.getValues()
      for (const field of fieldsOf[type])
        if (!sameValue(current[field], values[field])) form.setValue(field, values[field] as never)
      // Validates again, because displayed errors may be resolved now.
      if (Object.keys(form.formState.errors).length > 0) void form.trigger()
    },
    [form, type],
  )

  function stand(next: Origin) {
    lost.current = null
    setOrigin(next)
    setProblem({ kind: 'none' })
    setRestored(null)
  }

  function remember(item: AdminItem) {
    void queries.invalidateQueries({ queryKey: contentKeys.all(type), refetchType: 'none' })
    queries.setQueryData(contentKeys.item(type, id), item)
    queries.removeQueries({ queryKey: contentKeys.history(type, id) })
  }

  return {
    type,
    id,
    timeZone,
    form,
    origin,
    setOrigin,
    dirty,
    problem,
    setProblem,
    restored,
    setRestored,
    lost,
    undoing,
    originOf,
    knownBase: (version) => (lost.current && holds(type, lost.current, version) ? lost.current.sent : base),
    unsaved: () => changedFields(type, base, form.getValues()).length > 0,
    put,
    stand,
    remember,
    adopt(item) {
      const next = originOf(item)
      remember(item)
      stand(next)
      put(next.base)
    },
  }
}

/** Whether a version of the item contains all changes of the attempt. */
function holds(type: ContentType, { base, sent }: Attempt, version: DraftValues): boolean {
  return changedFields(type, base, sent).every((field) => sameValue(version[field], sent[field]))
}
