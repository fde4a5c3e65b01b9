import { MessagePage } from '../message-page.tsx'

/** Shown by the service worker for saved pages when it can neither fetch a page nor has it stored. */
export function OfflinePage() {
  return (
    <MessagePage
      title="You are offline"
      text="The site can’t be reached just now, and this page is not kept in your browser. What you saved can be read without a network."
    >
      <div className="mt-8 flex flex-wrap gap-3">
        <a className="btn btn-solid" href="/saved">
          Saved articles
        </a>
        <button type="button" className="btn" data-needs-script data-try-again="/api/health">
          Try again
        </button>
      </div>
    </MessagePage>
  )
}
