import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import type { ChangedItem } from '#domain/content-event.ts'
import { type AdminItem, contentKeys } from '../../api/admin-content.ts'
import { showToast } from '../../ui/show-toast.ts'
import { changedNames } from '../documents/document-form.ts'
import { type DraftValues, fieldsOf } from '../documents/draft-values.ts'
import { itemForm } from '../documents/item-form.ts'
import type { Move } from '../documents/queue/outgoing.ts'
import { subjectOf } from '../documents/queue/queue-rules.ts'
import { type StoredDraft, whoChanged } from '../documents/stored-draft.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { refreshType } from '../shell/refresh-after.ts'
import { useSiteFacts } from '../shell/site-facts.ts'
import { draftRules } from './draft-rules.ts'
import { notSaved } from './save-problem.ts'
import type { Based } from './session.ts'
import { useDocument } from './use-document.ts'
import { putKeywordIntoTags, visibleField } from './use-form-values.ts'
import { useShowUndoable } from './use-show-undoable.ts'
import { useWrite } from './use-write.ts'

/** The version that the form is compared with. */
interface Origin extends Based<DraftValues> {
  item: AdminItem
}

/** A draft of an earlier visit in the present format. */
export type Restored = StoredDraft<DraftValues>

/** Validation rules of a type; `base` are the values of the loaded version. */
export type DraftRules = (type: ContentType, base: DraftValues) => ReturnType<typeof draftRules>

/** Messages of a screen about a save. */
export interface SaveWords {
  /** Toast after a success. */
  saved: { title: string; description: string }
  /** The visible fields; default: all of the type. */
  fields?: ReadonlyArray<keyof DraftValues>
  /** Title of the toast after a failure. */
  failed: string
  /** Text of that toast when the server gave no reason. */
  noAnswer: string
}

/** Options of a screen. */
interface DraftOptions {
  /** Initial values instead of those of the loaded item. */
  values?: DraftValues
  /** The version that these values are based on, when the item is newer. */
  from?: Pick<Origin, 'revision' | 'base'>
  /** A stored draft to continue with. */
  stored?: Restored | null
  /** The item with the changes in the queue. */
  queued?: AdminItem | null
  /** The item was deleted on the server. */
  gone?: boolean
  /** Validation rules; null leaves validation to the server. Must not change. */
  rules?: DraftRules | null
  words?: SaveWords
}

const editorWords: SaveWords = {
  saved: { title: 'Success!', description: 'Your content has been updated successfully.' },
  failed: 'Failed to update content',
  noAnswer: notSaved,
}

/** The editing session of an item, as its screen uses it. */
export type Draft = ReturnType<typeof useDraft>

/**
 * The editing session of an item. `loaded` is the item on the server, updated when it changes
 * there. `flush` passes buffered text of editors to the form.
 *
 * A newer version by others is shown at once unless the person has changed something: then it is
 * `newer`, and `merge` merges it.
 */
export function useDraft(
  type: ContentType,
  loaded: AdminItem,
  flush: () => void,
  {
    values,
    from,
    stored = null,
    queued = null,
    gone = false,
    rules = draftRules,
    words = editorWords,
  }: DraftOptions = {},
) {
  const queries = useQueryClient()
  const showUndoable = useShowUndoable()
  const write = useWrite()
  const { timeZone } = useSiteFacts()
  const { pictures, changeOf } = useLocal()
  const { id } = loaded
  const [fields] = useState(() => itemForm(type, timeZone))
  const originOf = (item: AdminItem): Origin => ({
    item,
    revision: item.revision,
    base: fields.valuesOf(item),
    version: { ...item },
  })
  const [start] = useState<Origin>(() => {
    const known = stored ?? from ?? (queued && { ...originOf(queued), revision: loaded.revision })
    const { revision, base } = known ?? originOf(loaded)
    return { ...originOf(loaded), revision, base }
  })
  /** Whether the person has undone a save here and the version of that is not shown yet. */
  const undoing = useRef(false)

  const session = useDocument<DraftValues, Origin, AdminItem & { commit: string | null }>({
    fields,
    rules: rules && ((base) => rules(type, base)),
    values,
    stored: { kind: type, item: String(id) },
    restored: stored,
    start,
    isQueued: queued !== null,
    concerns: (entry) => subjectOf(entry) === `${type}/${id}`,
    flush,
    tidy: (form) => putKeywordIntoTags(type, form),
    originOf: ({ commit: _, ...item }) => originOf(item),
    file: () => originOf(loaded),
    workOf(sent, { revision, base, version }) {
      const changes = fields.changesOf(base, sent, version)
      return changes && { kind: 'save', type, item: id, revision, ...changes }
    },
    titleOf: ({ title }) => title,
    onSaved({ commit, ...item }) {
      remember(item)
      showUndoable(words.saved, commit, () => refreshType(queries, type), undoing)
    },
    type,
    fieldOf: (path) => visibleField(path, words.fields ?? fieldsOf[type]),
    words,
    screen: 'editor',
  })
  const { document, origin, queue } = session

  function remember(item: AdminItem) {
    queries.setQueryData(contentKeys.item(type, id), item)
    // Fetched all the same: the answer to a repeated save is older than what others saved since.
    void queries.invalidateQueries({ queryKey: contentKeys.all(type) })
  }
  function adopt(item: AdminItem) {
    remember(item)
    void session.adopt(originOf(item))
  }

  const [left, setLeft] = useState<AdminItem | null>(null)
  // After a save the editor knows the new version before it is fetched.
  const seen = useRef<string | null>(null)
  // While changes are queued, the version that they will produce is unknown, so newer versions
  // wait.
  const busy = document.saving || queue.some(({ state }) => state.kind === 'waiting')

  /** Shows a newer version if nothing typed is in the way; returns whether it did. */
  function take(item: AdminItem) {
    session.sync()
    const next = originOf(item)
    const before = pictures.withAddresses(origin.base)
    const shown = document.form.getValues()
    const differ = (one: DraftValues, other: DraftValues) =>
      changedNames(fields, one, other).length > 0
    const changed = differ(before, next.base)
    if (changed && differ(next.base, shown)) {
      if (differ(before, shown)) return false
      if (!undoing.current) void tellTaken(item, changeOf(type, id))
    }
    undoing.current = false
    session.stand(next)
    if (changed) session.put(next.base)
    return true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per version
  useEffect(() => {
    if (busy || loaded.revision === seen.current) return
    seen.current = loaded.revision
    setLeft(loaded.revision === origin.revision || take(loaded) ? null : loaded)
  }, [loaded.revision, busy])
  const newer = left && left.revision !== origin.revision ? left : null

  return {
    ...document,
    type,
    id,
    timeZone,
    /** The item as loaded or last saved. */
    item: origin.item,
    /** The item was deleted on the server. */
    gone,
    base: origin.base,
    /**
     * Shows this version and compares with it, after another action of the screen has saved; only
     * while nothing is unsaved.
     */
    adopt,
    /** The whole state, for example for a dialog. */
    state: () => ({
      revision: origin.revision,
      base: origin.base,
      values: structuredClone(document.form.getValues()),
    }),
    /**
     * Changes the slug of a published article while nothing is unsaved; with `rewriteLinks` also
     * the links to it. Null when the move waits in the queue. Throws the errors of the call.
     */
    async move(slug: string, rewriteLinks: boolean): Promise<AdminItem | null> {
      const work: Move = { kind: 'move', type: 'articles', item: id, slug, rewriteLinks }
      const outcome = await write<AdminItem>({ title: origin.base.title, work })
      if (outcome.kind === 'queued') return null
      adopt(outcome.answer)
      return outcome.answer
    },
    /** A newer version by others while there are unsaved changes. */
    newer,
    /** Merges that version; opens the conflict dialog when needed. */
    async merge() {
      if (!newer || !(await session.adopt(originOf(newer), { asks: true }))) return
      void showToast({
        title: 'Merged',
        description: 'The text holds their changes and yours. Save it when you like.',
      })
    },
  }
}

/** Toast: the editor shows a newer version, and who changed it. */
async function tellTaken({ title, revision }: AdminItem, change: ChangedItem | null) {
  const who = change?.revision === revision ? whoChanged(change, Date.now()) : null
  const description = `“${title}” is shown as it is now. You had changed nothing.${who ? ` ${who}` : ''}`
  await showToast({ title: 'Changed by somebody else', description })
}
