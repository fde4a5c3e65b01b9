import { messageOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { ToastMessage } from '../../ui/toast-message.ts'
import { useWrite } from './use-write.ts'

/** Shows the toast of a save or deletion. */
export type ShowUndoable = ReturnType<typeof useShowUndoable>

/**
 * Returns the success toast of every save and deletion, with an Undo button that reverts `commit`;
 * `after` is called after that. No button without a commit. `undoing` is true from the press on,
 * unless the undo fails: the news of the change may come before its answer.
 */
export function useShowUndoable() {
  const write = useWrite()
  return (
    message: ToastMessage,
    commit: string | null | undefined,
    after: () => unknown,
    undoing = { current: false },
  ) => {
    if (!commit) return void showToast(message)
    const work = { kind: 'undo', commit } as const
    async function undo() {
      undoing.current = true
      try {
        const { kind } = await write({ title: `Undo: ${message.title}`, work })
        if (kind === 'queued') return
        after()
        void showToast({ title: 'Change undone', description: 'Everything is as it was before.' })
      } catch (error) {
        undoing.current = false
        void showToast({
          title: 'Undo failed',
          description: messageOf(error),
          variant: 'destructive',
        })
      }
    }
    void showToast({ ...message, action: { label: 'Undo', run: undo } })
  }
}
