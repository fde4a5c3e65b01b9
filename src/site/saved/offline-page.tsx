import { Logo } from '../logo.tsx'

/** Shown by the service worker for saved pages when it can neither fetch a page nor has it stored. */
export function OfflinePage() {
  return (
    <div className="wrap grid min-h-[60vh] content-center py-16">
      <Logo className="size-14 text-line" />
      <h1 className="mt-8 text-title">You are offline</h1>
      <p className="mt-5 max-w-[46ch] font-text text-lead text-soft">
        The site can’t be reached just now, and this page is not kept in your browser. What you saved can be read
        without a network.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <a className="btn btn-solid" href="/saved">
          Saved articles
        </a>
        <button type="button" className="btn" data-needs-script data-try-again>
          Try again
        </button>
      </div>
    </div>
  )
}
