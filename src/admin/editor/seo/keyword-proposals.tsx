/** Phrases that people would search, each a button that makes it the primary keyword. */
export function KeywordProposals({
  proposals,
  primary,
  onPrimary,
}: {
  proposals: ReadonlyArray<string>
  primary: string | null
  onPrimary: (keyword: string) => void
}) {
  if (proposals.length === 0) return null
  const chosen = primary?.toLowerCase() ?? null
  return (
    <div>
      <h3 className="font-semibold">What people would search</h3>
      <p className="mt-0.5 text-tiny text-muted">Phrases of your text. Choose one as the primary keyword.</p>
      <ul className="mt-3 flex flex-wrap gap-2" aria-label="Proposed keywords">
        {proposals.map((phrase) => (
          <li key={phrase}>
            <button
              type="button"
              className="min-h-9 py-1 px-3 border-[1.5px] border-line rounded-card text-small font-semibold hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper pointer-coarse:min-h-11"
              aria-pressed={phrase === chosen}
              onClick={() => {
                if (phrase !== chosen) onPrimary(phrase)
              }}
            >
              {phrase}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
