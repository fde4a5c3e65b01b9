import { useEffect, useRef, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import type { ChangedItem } from '#domain/content-event.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { adminCall } from '../../api/admin-call.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import { showToast } from '../../ui/show-toast.ts'
import { whoChanged } from '../offline/kept-draft.ts'
import { useLocal, useOutgoing } from '../offline/local-provider.tsx'
import { subjectOf } from '../offline/queue/queue-rules.ts'
import { isMerged, mergeDraft } from './conflict/item-conflict.ts'
import { noChoices } from './conflict/merge-places.ts'
import type { Draft } from './draft.ts'
import { draftRules } from './draft-rules.ts'
import { changedFields, type DraftValues } from './draft-values.ts'
import { unreachable } from './save-trouble.ts'
import type { Restored } from './use-begun.ts'
import { type DraftRules, type Origin, useDraftForm, useSettledPictures } from './use-draft-form.ts'
import { type SaveWords, useDraftSaving } from './use-draft-saving.ts'
import { useKeptForm } from './use-kept-form.ts'

/** What a screen may have of its own. */
export interface DraftOptions {
  /** What the fields begin with instead of the item as it was loaded. */
  values?: DraftValues
  /** The version that these values began from, where the item may be another one by now. */
  from?: Pick<Origin, 'revision' | 'base'>
  /** A draft of an earlier visit, which this one goes on with. */
  begun?: Restored | null
  /** The item with what waits in the queue in it. */
  queued?: AdminItem | null
  /** What is checked before a save; null leaves that to the server. The same for the life of the screen. */
  rules?: DraftRules | null
  words?: SaveWords
}

const editorWords: SaveWords = {
  saved: { title: 'Success!', description: 'Your content has been updated successfully.' },
  failed: 'Failed to update content',
  noAnswer: unreachable,
}

/**
 * The editing state of an item: form, base and saving. A save sends only what was changed, with the revision that it started from; nothing typed is
 * ever given up, and all of it is kept in the browser's storage. `loaded` is the item as the server has it, also when that changes. `flush` writes what
 * an editor still holds back into the form.
 */
export function useDraft(
  type: ContentType,
  loaded: AdminItem,
  flush: () => void,
  { values, from, begun = null, queued = null, rules = draftRules, words = editorWords }: DraftOptions = {},
): Draft {
  const draft = useDraftForm(type, loaded, { values, from, begun, ahead: queued, rulesOf: rules })
  const { id, timeZone, form, origin, dirty, trouble, setOrigin, setTrouble, restored, setRestored, put, stand } = draft
  const { base, revision } = origin
  const { pictures, changeOf } = useLocal()
  const settle = useSettledPictures({
    type,
    form,
    flush,
    base,
    onBase: (base) => setOrigin((now) => ({ ...now, base })),
  })
  const { saving, save, solve, conflictIsCurrent } = useDraftSaving(draft, flush, settle, words)

  const queue = useOutgoing().filter((entry) => subjectOf(entry) === `${type}/${id}`)
  const waits = queue.length > 0
  const parked = queue.map(({ state }) => state.kind).find((kind) => kind !== 'waiting')
  // It was sent, or taken back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may have been sent before the state says that it waits
  useEffect(() => {
    if (!waits) setTrouble((now) => (now.kind === 'queued' ? { kind: 'none' } : now))
  }, [waits, trouble.kind])

  const kept = useKeptForm<DraftValues>({
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
    restored: begun,
  })
  // What counts as unsaved is another thing after a save; one whose answer was lost is kept with the text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was saved, or could not be, counts
  useEffect(() => kept.keepNow(), [base, trouble])

  const newer = useNewerVersion({
    loaded,
    known: revision,
    // What is still to be sent stands on what comes of those before it.
    saving: saving || queue.some(({ state }) => state.kind === 'waiting'),
    onNewer(item) {
      flush()
      settle()
      const next = draft.originOf(item)
      const before = pictures.settled(draft.knownBase(next.base))
      const typed = changedFields(type, before, form.getValues()).length > 0
      const same = changedFields(type, next.base, form.getValues()).length === 0
      const changed = changedFields(type, before, next.base).length > 0
      if (typed && !same && changed) return false
      if (!same && changed) void tellTaken(item, changeOf(type, id))
      stand(next)
      if (changed) put(next.base)
      return true
    },
  })

  async function merge(from: AdminItem) {
    flush()
    const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
    const next = draft.originOf(from)
    const yours = structuredClone(form.getValues())
    const versions = { revision: next.revision, base: draft.knownBase(next.base), theirs: next.base, yours }
    const conflict = mergeDraft(type, versions, mergeBodies)
    if (!isMerged(conflict)) {
      setTrouble({ kind: 'conflict', conflict, choices: noChoices, sent: yours })
      return
    }
    stand(next)
    put(conflict.merged)
    void showToast({ title: 'Merged', description: 'The text holds their changes and yours. Save it when you like.' })
  }

  return {
    type,
    id,
    timeZone,
    form,
    item: origin.item,
    base,
    dirty,
    saving,
    // Also when the editor was opened after that.
    trouble: parked && (trouble.kind === 'queued' || trouble.kind === 'none') ? { kind: 'queued', parked } : trouble,
    save,
    adopt: draft.adopt,
    choose: (choices) => setTrouble((now) => (now.kind === 'conflict' ? { ...now, choices } : now)),
    conflictIsCurrent,
    solve,
    state: () => ({ type, id, revision, base, values: structuredClone(form.getValues()) }),
    restored,
    keepRestored: () => setRestored(null),
    forget: kept.discard,
    async move(to) {
      const item = (await adminCall('POST /api/articles/{id}/move', {
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
    async merge() {
      if (newer) await merge(newer)
    },
  }
}

/** The editor shows another text than a moment ago, and says why. */
async function tellTaken({ title, revision }: AdminItem, change: ChangedItem | null) {
  const who = change?.revision === revision ? whoChanged(change, Date.now()) : null
  const description = `“${title}” is shown as it is now. You had changed nothing.${who ? ` ${who}` : ''}`
  await showToast({ title: 'Changed by somebody else', description })
}

/**
 * Watches whether the item becomes another one underneath: `known` is the version that the editor stands on. Calls `onNewer` once for each other version
 * that comes, as soon as nothing is being saved; it answers true when the editor stands on that now. What it has left is answered.
 */
export function useNewerVersion(options: {
  loaded: AdminItem
  known: string
  saving: boolean
  onNewer: (item: AdminItem) => boolean
}): AdminItem | null {
  const { loaded, known, saving, onNewer } = options
  const [left, setLeft] = useState<AdminItem | null>(null)
  // After a save, the editor knows the new version before it is read.
  const seen = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each version
  useEffect(() => {
    if (saving || loaded.revision === seen.current) return
    seen.current = loaded.revision
    setLeft(loaded.revision === known || onNewer(loaded) ? null : loaded)
  }, [loaded.revision, saving])
  return left && left.revision !== known ? left : null
}
