import { CloudOff, Download } from 'lucide-react'
import { EmptyState } from '../empty-state.tsx'
import { PageHeading } from '../page-heading.tsx'

/**
 * The items that a visitor saved in this browser. The server does not know them: `saved-list.client.ts` copies the
 * template for each item, or shows the empty state.
 */
export function SavedPage() {
  return (
    // The list is filled after the first paint; the footer stays below the fold, so that nothing visible moves.
    <div className="wrap min-h-dvh pt-6">
      <PageHeading
        title="Saved"
        text="Articles and news that you saved. The list, and what is kept to be read offline, stay in this browser only."
        current="Saved"
      />
      <noscript>
        <p className="text-lead">The list is kept by a script in your browser, and scripts are off.</p>
      </noscript>
      <p role="status" className="sr-only" data-saved-status />
      <p
        role="status"
        className="mb-6 flex max-w-4xl items-center gap-3 rounded-card border-2 border-dashed border-line px-5 py-4 text-small"
        data-saved-network
        hidden
      >
        <CloudOff className="size-5 shrink-0" aria-hidden="true" /> You are offline. What is marked below can be read
        all the same.
      </p>
      <ul className="max-w-4xl" data-saved-list />
      <div data-saved-empty hidden>
        <EmptyState text="Nothing saved yet" href="/category/all" action="Find something to read" />
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
                Saved item
              </a>
            </h2>
            <p className="mt-2 min-h-5 text-tiny text-muted">
              <span className="inline-flex items-center gap-1.5" data-saved-kept hidden>
                <Download className="size-4" aria-hidden="true" /> Readable offline
              </span>
              <span data-saved-not-kept hidden>
                Not readable offline
              </span>
            </p>
          </div>
          <button
            type="button"
            className="btn relative z-10 col-start-2 justify-self-start sm:col-start-3"
            data-saved-remove
          >
            Remove
          </button>
        </li>
      </template>
    </div>
  )
}
