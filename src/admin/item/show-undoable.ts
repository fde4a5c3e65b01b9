import { newIdempotencyKey } from '../../api/admin-call.ts'
import { writeContent } from '../../api/content-writes.ts'
import { reasonOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { ToastMessage } from '../../ui/toast-message.ts'
import { unreachable } from '../shell/sign-in-rules.ts'

/**
 * Success toast of every save and deletion, with an Undo button that reverts `commit`; `after` is called after that. No button without a commit. `undoing` is
 * true from the press on, unless the undo fails: the news of the change may come before its answer.
 */
export function showUndoable(
  message: ToastMessage,
  commit: string | null | undefined,
  after: () => unknown,
  undoing = { current: false },
): void {
  const undo = async () => {
    undoing.current = true
    try {
      await writeContent('POST /api/undo', { body: { commit: commit ?? '' }, key: newIdempotencyKey() })
      after()
      void showToast({ title: 'Change undone', description: 'Everything is as it was before.' })
    } catch (error) {
      undoing.current = false
      void showToast({ title: 'Undo failed', description: reasonOf(error) ?? unreachable, variant: 'destructive' })
    }
  }
  void showToast(commit ? { ...message, action: { label: 'Undo', run: undo } } : message)
}
