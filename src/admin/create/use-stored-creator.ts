import { useEffect, useRef } from 'react'
import { sameValue } from '#domain/item/merge-fields.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import type { StoredDraft } from '../documents/stored-draft.ts'
import {
  type CreatorInput,
  type CreatorState,
  creatorKind,
  hasInput,
  inputKind,
  isBlank,
} from '../editing/creator-state.ts'
import { useOtherTabs } from '../editing/draft-notices.tsx'
import { useStoredForm } from '../editing/use-stored-form.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { type CreatorDraft, lockName } from './use-creator-draft.ts'

/** The stored input step of an item that exists; its editing step is stored as in the editor. */
export interface StoredInput {
  item: string
  draft: StoredDraft<CreatorInput> | null
}

/**
 * Stores both steps of the creator until the item exists (`begun`), or the input step of an item
 * (`edited`), and syncs them with other tabs that have the same draft open. `read` returns the
 * state including the editing step; `onOther` gets the state of another tab, null when it was saved
 * or discarded there. Call `changed` on every change. `saved` deletes the stored draft; `queued`
 * informs the other tabs about the queued creation.
 */
export function useStoredCreator(
  begun: CreatorDraft | null,
  edited: StoredInput | null,
  state: CreatorState,
  read: (flush: boolean) => CreatorState,
  onOther: (state: CreatorState | null) => void,
) {
  const { tabs } = useLocal()
  const profile = useProfile()
  const changed = useRef(() => {})
  const finished = useRef(false)
  const name = begun?.name ?? null
  const start = useRef(state)
  const kept = useStoredForm<CreatorState | CreatorInput>({
    kind: edited ? inputKind : creatorKind,
    item: edited?.item ?? name ?? '',
    current() {
      const now = read(false)
      if (finished.current) return null
      if (edited) return unsavedInput(now.input)
      if (name === null || isBlank(now, profile)) return null
      // Everything is queued.
      if (now.edit?.kind === 'new' && now.edit.created && sameValue(now.edit.base, now.edit.values))
        return null
      return { revision: '', title: titleOf(now), base: start.current, values: now }
    },
    subscribe(listener) {
      changed.current = listener
      return () => {
        changed.current = () => {}
      }
    },
    flush: () => void read(true),
    onOther(draft) {
      if (!edited) return onOther((draft?.values ?? null) as CreatorState | null)
      if (draft) onOther({ ...read(false), input: draft.values as CreatorInput })
    },
    restored: edited?.draft ?? begun?.draft ?? null,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of the state
  useEffect(() => changed.current(), [state])
  const others = useOtherTabs(name && lockName(name))
  return {
    others,
    changed: () => changed.current(),
    storeNow: kept.storeNow,
    queued(values: CreatorState, leaves: boolean) {
      if (leaves) finished.current = true
      void kept.storeNow()
      if (name === null) return
      const of = { kind: creatorKind, item: name }
      const draft: StoredDraft = {
        ...of,
        revision: '',
        title: titleOf(values),
        base: values,
        values,
        at: Date.now(),
      }
      tabs.post({ kind: 'draft', of, draft })
    },
    /** Also called when the draft is discarded. */
    async saved() {
      finished.current = true
      await kept.discard()
    },
  }
}

const beginningOf = ({ raw }: CreatorInput) => raw.trim().slice(0, 80)

const titleOf = ({ edit, input }: CreatorState) =>
  edit?.values.title || beginningOf(input) || 'A new item'

function unsavedInput(input: CreatorInput) {
  if (!hasInput(input)) return null
  return { revision: '', title: beginningOf(input) || 'Raw text', base: input, values: input }
}
