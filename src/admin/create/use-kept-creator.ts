import { useEffect, useRef } from 'react'
import { sameValue } from '#domain/item/merge-fields.ts'
import { type CreatorState, creatorKind, hasInput } from '../item/creator-state.ts'
import { useOtherTabs } from '../item/draft-notices.tsx'
import { useKeptForm } from '../item/use-kept-form.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import { useLocal } from '../offline/local-provider.tsx'
import { type BegunCreator, lockName } from './use-begun-creator.ts'

/**
 * Keeps both steps of the creator in the browser's storage as long as there is no item, in step with other tabs that have the same open. `read` answers
 * the state with what the editing step holds; `onOther` gets what another tab has, null when it was saved or discarded there. `changed` is to be called on
 * every change. `saved` forgets it, since it is in a commit; `queued` tells the other tabs what it is now that it waits to be sent.
 */
export function useKeptCreator(
  begun: BegunCreator | null,
  state: CreatorState,
  read: (flush: boolean) => CreatorState,
  onOther: (state: CreatorState | null) => void,
) {
  const { tabs } = useLocal()
  const changed = useRef(() => {})
  const finished = useRef(false)
  const name = begun?.name ?? null
  const start = useRef(state)
  const kept = useKeptForm<CreatorState>({
    kind: creatorKind,
    item: name ?? '',
    current() {
      const now = read(false)
      if (name === null || finished.current || !(hasInput(now.input) || now.edit)) return null
      // Everything waits in the queue.
      if (now.edit?.kind === 'new' && now.edit.created && sameValue(now.edit.base, now.edit.values)) return null
      return { revision: '', title: titleOf(now), base: start.current, values: now }
    },
    subscribe(listener) {
      changed.current = listener
      return () => {
        changed.current = () => {}
      }
    },
    flush: () => void read(true),
    onOther: (draft) => onOther(draft?.values ?? null),
    restored: begun?.draft ?? null,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the state counts
  useEffect(() => changed.current(), [state])
  const others = useOtherTabs(name && lockName(name))
  return {
    others,
    changed: () => changed.current(),
    queued(values: CreatorState, leaves: boolean) {
      if (leaves) finished.current = true
      kept.keepNow()
      if (name === null) return
      const of = { kind: creatorKind, item: name }
      const draft: KeptDraft = { ...of, revision: '', title: titleOf(values), base: values, values, at: Date.now() }
      tabs.post({ kind: 'draft', of, draft })
    },
    /** Also for what is given up. */
    async saved() {
      finished.current = true
      await kept.discard()
    },
  }
}

const titleOf = ({ edit, input }: CreatorState) => edit?.values.title || input.raw.trim().slice(0, 80) || 'A new item'
