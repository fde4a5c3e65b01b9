import { useTexts } from './site-profile.tsx'

/** The first link of every page, shown when it has the focus: jumps over the header to `main`. */
export function SkipLink() {
  const text = useTexts()
  return (
    <a
      href="#main"
      className="fixed top-2 start-2 z-50 -translate-y-20 rounded-card bg-ink px-4 py-3
        font-semibold text-paper focus:translate-y-0"
    >
      {text('skip')}
    </a>
  )
}
