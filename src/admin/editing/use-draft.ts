import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { type AdminItem, contentKeys } from '../../api/admin-content.ts'
import {
  afterSave,
  type ItemInConflict,
  itemConflict,
} from '../documents/conflict/item-conflict.ts'
import {
  changedFields,
  type DraftValues,
  fieldsOf,
  saveWork,
  valuesOf,
} from '../documents/draft-values.ts'
import type { Move } from '../documents/queue/outgoing.ts'
import { subjectOf } from '../documents/queue/queue-rules.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { refreshType } from '../shell/refresh-after.ts'
import { useSiteFacts } from '../shell/site-facts.ts'
import type { Draft, DraftRules, Origin, Restored, SaveWords } from './draft.ts'
import { draftRules } from './draft-rules.ts'
import { notSaved } from './save-problem.ts'
import { useDocument } from './use-document.ts'
import { putKeywordIntoTags, useUploadedPictures, visibleField } from './use-form-values.ts'
import { useNewerVersion } from './use-newer-version.ts'
import { useShowUndoable } from './use-show-undoable.ts'
import { useWrite } from './use-write.ts'

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

/**
 * The editing session of an item: form, base, saving. A save sends only changes, with the revision
 * that they are based on. Typed text is never discarded without the person, and is stored in the
 * browser. `loaded` is the item on the server, updated when it changes there. `flush` passes
 * buffered text of editors to the form.
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
): Draft {
  const queries = useQueryClient()
  const showUndoable = useShowUndoable()
  const write = useWrite()
  const { timeZone } = useSiteFacts()
  const { pictures } = useLocal()
  const { id } = loaded
  const originOf = (item: AdminItem): Origin => ({
    item,
    revision: item.revision,
    base: valuesOf(type, item, timeZone),
  })
  const [start] = useState<Origin>(() => {
    const known = stored ?? from
    if (known) return { item: loaded, revision: known.revision, base: known.base }
    return { ...originOf(queued ?? loaded), item: loaded, revision: loaded.revision }
  })
  /** Whether the person has undone a save here and the version of that is not shown yet. */
  const undoing = useRef(false)
  const base = useRef(start.base)
  const form = useForm<DraftValues>({
    defaultValues: stored?.values ?? values ?? start.base,
    ...(rules && { resolver: (...asked) => zodResolver(rules(type, base.current))(...asked) }),
    shouldFocusError: true,
  })
  const sync = () => {
    flush()
    putAddresses()
  }

  const session = useDocument<
    DraftValues,
    Origin,
    AdminItem & { commit: string | null },
    ItemInConflict
  >({
    form,
    stored: { kind: type, item: String(id) },
    restored: stored,
    start,
    isQueued: queued !== null,
    concerns: (entry) => subjectOf(entry) === `${type}/${id}`,
    fields: fieldsOf[type],
    flush,
    sync() {
      sync()
      putKeywordIntoTags(type, form)
    },
    originOf: ({ commit: _, ...item }) => originOf(item),
    file: () => originOf(loaded),
    async merged(versions) {
      const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
      return afterSave(type, versions, mergeBodies)
    },
    workOf(sent, { revision, base, item, exact = { publishedAt: item.publishedAt } }) {
      return saveWork(
        type,
        id,
        { revision, base: pictures.withAddresses(base), exact },
        sent,
        timeZone,
      )
    },
    titleOf: ({ title }) => title,
    onSaved({ commit, ...item }) {
      remember(item)
      showUndoable(words.saved, commit, () => refreshType(queries, type), undoing)
    },
    conflicts: {
      of: (answer, mergeBodies) => itemConflict(type, answer, timeZone, mergeBodies),
      isSame: (sent, now) => changedFields(type, sent, now).length === 0,
      solve({ revision, theirs: base, exact }, solved) {
        const onto: Origin = { item: origin.item, revision, base, ...(exact && { exact }) }
        setOrigin(onto)
        put(solved as DraftValues)
        return onto
      },
    },
    type,
    fieldOf: (path) => visibleField(path, words.fields ?? fieldsOf[type]),
    words,
    screen: 'editor',
  })
  const { document, origin, setOrigin, put, stand, queue } = session
  base.current = origin.base
  const putAddresses = useUploadedPictures({
    type,
    form,
    flush,
    base: origin.base,
    onBase: (base) => setOrigin({ ...origin, base }),
  })

  function remember(item: AdminItem) {
    queries.setQueryData(contentKeys.item(type, id), item)
    // Fetched all the same: the answer to a repeated save is older than what others saved since.
    void queries.invalidateQueries({ queryKey: contentKeys.all(type) })
  }
  function adopt(item: AdminItem) {
    const next = originOf(item)
    remember(item)
    stand(next)
    put(next.base)
  }

  const { newer, merge } = useNewerVersion(type, session, {
    loaded,
    originOf,
    undoing,
    // While changes are queued, the version that they will produce is unknown, so newer versions
    // are not adopted.
    busy: document.saving || queue.some(({ state }) => state.kind === 'waiting'),
    sync,
  })

  return {
    ...document,
    type,
    id,
    timeZone,
    item: origin.item,
    gone,
    base: origin.base,
    adopt,
    state: () => ({
      type,
      id,
      revision: origin.revision,
      base: origin.base,
      values: structuredClone(form.getValues()),
    }),
    restored: session.restored,
    async move(slug, rewriteLinks) {
      const work: Move = { kind: 'move', type: 'articles', item: id, slug, rewriteLinks }
      const outcome = await write<AdminItem>({ title: origin.base.title, work })
      if (outcome.kind === 'queued') return null
      adopt(outcome.answer)
      return outcome.answer
    },
    newer,
    merge,
  }
}
