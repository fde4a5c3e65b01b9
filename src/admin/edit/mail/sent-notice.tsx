import type { Draft } from '../../editing/draft.ts'
import { progressLine, subscribersOf } from './mail-words.ts'
import { useSending } from './use-sending.ts'

/** Notice above the editor that the mail was sent: later changes do not reach inboxes. */
export function SentNotice({ draft }: { draft: Draft }) {
  const state = useSending(draft.id, draft.item.revision).answer?.state
  if (!state || !('startedAt' in state)) return null
  return (
    <p className="notice mb-5" data-tone="info">
      <span>
        <strong className="font-semibold">The mail of this issue is out</strong>
        {state.kind === 'sent'
          ? `, to ${subscribersOf(state.sent)}. `
          : `: ${progressLine(state)}. `}
        {state.changedSince
          ? 'The issue was changed since: the change shows on the site, not in the mail.'
          : 'Changes that you make now show on the site, not in the mail.'}
      </span>
    </p>
  )
}
