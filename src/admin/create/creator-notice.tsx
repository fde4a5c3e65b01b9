import type { AdminItem } from '../../api/admin-content.ts'
import { Button } from '../../ui/button.tsx'
import type { CreatorNote } from './open-proposal.ts'

const begins = {
  hidden:
    'The address of this page proposes changes that are not shown: the draft in this browser comes first. Discard it and load the page again to see them.',
  unreadable:
    'The address of this page holds no content that can be read. You begin with empty fields, and saving makes a new item.',
  gone: 'The item of this address does not exist any more. What you save becomes a new one.',
} as const

const states = {
  scheduled:
    'This item is scheduled, and updating it changes nothing about that. Its date is set in the draft editor.',
  draft:
    'This item is a draft, and updating it changes nothing about that. Its date is set in the draft editor.',
} as const

/** Where the text of edit mode comes from, and what a save does to the item. */
export function CreatorNotice({
  note,
  item,
  onCompare,
}: {
  note: CreatorNote
  item: AdminItem | null
  onCompare?: () => void
}) {
  return (
    <>
      {note !== null && note !== 'proposed' && (
        <p className="notice mb-5" data-tone="warn">
          {begins[note]}
        </p>
      )}
      {note === 'proposed' && (
        <div className="notice mb-5">
          <p className="min-w-0 flex-1">
            The address of this page proposes changes to the item. None of them is saved until you
            update it.
          </p>
          <Button size="sm" onClick={onCompare}>
            Compare
          </Button>
        </div>
      )}
      {item && item.status !== 'published' && <p className="notice mb-5">{states[item.status]}</p>}
    </>
  )
}
