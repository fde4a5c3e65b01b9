import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { useTexts } from '../../ui/site-profile.tsx'
import { SearchPanel } from './search-panel.tsx'

/** The search button of the header and its overlay. Without script it links to the search page. */
export function SearchOverlay() {
  const text = useTexts()
  const [open, setOpen] = useState(false)
  return (
    <>
      <form action="/search" className="contents">
        <button
          type="submit"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K /"
          data-search-open
          onClick={(event) => {
            event.preventDefault()
            setOpen(true)
          }}
          className="flex h-11 min-w-11 items-center justify-center gap-2.5 rounded-card hover:bg-sunk md:border-[1.5px] md:border-muted md:px-3.5 md:text-small md:text-muted md:hover:bg-surface lg:min-w-52 lg:justify-start"
        >
          <SearchIcon />
          <span className="sr-only lg:not-sr-only">{text('search')}</span>
          <span
            aria-hidden="true"
            className="ms-auto hidden rounded-[3px] border border-line px-1.5 font-display text-tiny lg:inline"
          >
            /
          </span>
        </button>
      </form>
      {open && (
        <Dialog
          title={text('search')}
          hideTitle
          className="mt-[clamp(1rem,10vh,7rem)] max-h-[min(100dvh-2rem,46rem)] w-[min(100%-2rem,44rem)]"
          onClose={() => setOpen(false)}
        >
          <SearchPanel />
        </Dialog>
      )}
    </>
  )
}
