import type { AdminItem } from '../../api/admin-content.ts'
import type { CreatorNote } from './open-proposal.ts'

const texts: Readonly<Record<Exclude<CreatorNote, 'proposed' | null>, string>> = {
  unreadable:
    'The address of this page holds no content that can be read. You begin with empty fields, and saving makes a new item.',
  gone: 'The item of this address does not exist any more. What you save becomes a new one.',
}

/** Where the text of edit mode comes from, and what a save does to it. */
export function CreatorNotice({ note, item }: { note: CreatorNote; item: AdminItem | null }) {
  if (note === null) return null
  if (note !== 'proposed')
    return (
      <p className="notice mb-5" data-tone="warn">
        {texts[note]}
      </p>
    )
  if (item?.status === 'published') return null
  return (
    <p className="notice mb-5">
      {item?.status === 'scheduled' ? 'This item is scheduled' : 'This item is a draft'}, and updating it changes
      nothing about that. Its date is set in the draft editor.
    </p>
  )
}
