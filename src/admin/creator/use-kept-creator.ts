import { useEffect, useRef } from 'react'
import { sameValue } from '#domain/merge-fields.ts'
import { useLocal } from '../local/local-provider.tsx'
import { openInTab } from '../local/tabs.ts'
import { useKeptForm } from '../local/use-kept-form.ts'
import { type CreatorState, hasInput } from './creator-state.ts'
import { type BegunCreator, creatorKind, lockName } from './use-begun-creator.ts'

/**
 * Keeps both steps of the creator in the browser's storage as long as there is no item. `read` answers the state with what the editing step holds.
 * `done` forgets it, since it is in a commit; `changed` is to be called on every change.
 */
export function useKeptCreator(
  begun: BegunCreator | null,
  state: CreatorState,
  read: (flush: boolean) => CreatorState,
) {
  const { tabs } = useLocal()
  const changed = useRef(() => {})
  const finished = useRef(false)
  const name = begun?.name ?? null
  const kept = useKeptForm<CreatorState>({
    kind: creatorKind,
    item: name ?? '',
    current() {
      const now = read(false)
      if (name === null || finished.current || !(hasInput(now.input) || now.edit)) return null
      // Everything waits in the queue.
      if (now.edit?.kind === 'new' && now.edit.created && sameValue(now.edit.base, now.edit.values)) return null
      const title = now.edit?.values.title || now.input.raw.trim().slice(0, 80) || 'A new item'
      return { revision: '', title, base: now, values: now }
    },
    subscribe(listener) {
      changed.current = listener
      return () => {
        changed.current = () => {}
      }
    },
    flush: () => void read(true),
    onOther: () => undefined,
    restored: begun?.draft ?? null,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the state counts
  useEffect(() => changed.current(), [state])
  useEffect(() => (name === null ? undefined : openInTab(tabs, lockName(name), () => undefined)), [tabs, name])
  return {
    changed: () => changed.current(),
    done() {
      finished.current = true
      kept.keepNow()
    },
    async discard() {
      finished.current = true
      await kept.discard()
    },
  }
}
