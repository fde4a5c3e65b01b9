import { Bookmark, Share2 } from 'lucide-react'
import { specifiedProfile, type TextOf } from '#domain/site/site-profile.ts'
import { EarlyPress } from '../ui/early-press.tsx'
import type { SavedItem } from './saved/saved-items.ts'

/**
 * Share and Save for an article or news item. `saved/item-actions.client.ts` adds the listeners:
 * share sheet or copied link, and the browser's own list at /saved.
 */
export function ShareSave({
  item,
  text = specifiedProfile.text,
}: {
  item: Omit<SavedItem, 'savedAt'>
  text?: TextOf
}) {
  return (
    <div className="flex flex-wrap items-center" data-print="hide" data-needs-script>
      <button
        type="button"
        className="btn"
        popoverTarget="early-share"
        popoverTargetAction="show"
        data-share={item.title}
        data-copied={text('linkCopied')}
      >
        <Share2 /> {text('share')}
      </button>
      <button
        type="button"
        className="btn ms-2"
        aria-pressed="false"
        popoverTarget="early-save"
        popoverTargetAction="show"
        data-save={JSON.stringify(item)}
        data-words={JSON.stringify([
          text('save'),
          text('saved'),
          text('keptHere'),
          text('removed'),
          text('keptOffline'),
        ])}
      >
        <Bookmark /> <span data-save-label>{text('save')}</span>
      </button>
      <EarlyPress id="early-share" />
      <EarlyPress id="early-save" />
      <span role="status" className="ms-3 text-tiny text-muted empty:ms-0" data-share-status />
    </div>
  )
}
