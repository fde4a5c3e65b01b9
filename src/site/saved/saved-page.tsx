import { CloudOff, Download } from 'lucide-react'
import { useTexts } from '../../ui/site-profile.tsx'
import { EmptyState } from '../empty-state.tsx'
import { PageHeading } from '../page-heading.tsx'

/**
 * The items that a visitor saved in this browser. The server does not know them:
 * `saved-list.client.ts` copies the template for each item, or shows the empty state.
 */
export function SavedPage() {
  const text = useTexts()
  return (
    // The list is filled after the first paint; the footer stays below the fold, so that nothing
    // visible moves.
    <div className="wrap min-h-dvh pt-6">
      <PageHeading title={text('saved')} text={text('savedText')} current={text('saved')} />
      <noscript>
        <p className="text-lead">{text('savedNoScript')}</p>
      </noscript>
      <p role="status" className="sr-only" data-saved-status={text('removedNamed')} />
      <p
        role="status"
        className="mb-6 flex max-w-4xl items-center gap-3 rounded-card border-2 border-dashed border-line px-5 py-4 text-small"
        data-saved-network
        hidden
      >
        <CloudOff className="size-5 shrink-0" /> {text('savedOffline')}
      </p>
      <ul className="max-w-4xl" data-saved-list />
      <div data-saved-empty hidden>
        <EmptyState text={text('nothingSaved')} action={text('findToSave')} />
      </div>
      <template data-saved-template>
        <li className="card relative grid grid-cols-[7rem_minmax(0,1fr)] items-start gap-x-5 gap-y-3 border-b border-line py-5 sm:grid-cols-[11rem_minmax(0,1fr)_auto] sm:items-center">
          <img
            className="cover row-span-2 rounded-card sm:row-span-1"
            alt=""
            width={320}
            height={180}
            data-saved-image
          />
          <div>
            <p className="text-tiny font-semibold text-muted" data-saved-label />
            <h2 className="mt-1 text-card">
              <a className="card-link" href="/saved" data-saved-link>
                {text('saved')}
              </a>
            </h2>
            <p className="mt-2 min-h-5 text-tiny text-muted">
              <span className="inline-flex items-center gap-1.5" data-saved-kept hidden>
                <Download className="size-4" /> {text('readableOffline')}
              </span>
              <span data-saved-not-kept hidden>
                {text('notReadableOffline')}
              </span>
            </p>
          </div>
          <button
            type="button"
            className="btn relative z-10 col-start-2 justify-self-start sm:col-start-3"
            data-saved-remove
            aria-label={text('removeNamed')}
          >
            {text('remove')}
          </button>
        </li>
      </template>
    </div>
  )
}
