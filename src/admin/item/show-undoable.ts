import { reasonOf } from '../../api/request.ts'
import { undoCommit } from '../../api/site-files.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { ToastMessage } from '../../ui/toast-message.ts'
import { unreachable } from '../shell/sign-in-rules.ts'

/** Shows that something was saved, with a button that takes it back. `after` hears when it is taken back. */
export function showUndoable(message: ToastMessage, commit: string | null | undefined, after: () => void): void {
  const undo = async () => {
    try {
      await undoCommit(commit ?? '')
      after()
      void showToast({ title: 'Change undone', description: 'Everything is as it was before.' })
    } catch (error) {
      void showToast({ title: 'Undo failed', description: reasonOf(error) ?? unreachable, variant: 'destructive' })
    }
  }
  void showToast(commit ? { ...message, action: { label: 'Undo', run: undo } } : message)
}
