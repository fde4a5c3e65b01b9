import { type ReactNode, useState } from 'react'
import { groupedNumber } from '#domain/count-words.ts'
import type { Keyword } from '#domain/seo/keywords.ts'
import { isNameInDigits, isUnit } from '#domain/seo/units.ts'

/** Specification, section 9. */
const shownAtFirst = 5

/** The primary keyword, and how another one is chosen; undefined when none can be. */
export interface KeywordChoice {
  primary: string | null
  onPrimary: ((keyword: string) => void) | undefined
}

/** Keywords with their occurrences; one of them can become the primary keyword. */
export function KeywordList({
  keywords,
  found,
  choice,
}: {
  keywords: ReadonlyArray<Keyword>
  found: number
  choice: KeywordChoice
}) {
  const [all, setAll] = useState(false)
  const shown = all ? keywords : keywords.slice(0, shownAtFirst)
  if (keywords.length === 0)
    return <p className="text-muted">The text holds no keywords, only common words.</p>
  return (
    <div>
      <h3 className="font-semibold">Keywords</h3>
      <p className="mt-0.5 text-tiny text-muted">
        Good is a density of 0.5% to 2.5%, or a word of the title.
        {choice.onPrimary && ' The primary keyword becomes the first tag.'}
      </p>
      <ul className="mt-3 border-t border-line">
        {shown.map((keyword) => (
          <KeywordRow key={keyword.term} keyword={keyword} choice={choice} />
        ))}
      </ul>
      {keywords.length > shownAtFirst && (
        <button type="button" className="seo-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show Less' : 'Show All'}
        </button>
      )}
      {all && found > keywords.length && (
        <p className="mt-1 text-tiny text-muted">
          The {keywords.length} most used of {groupedNumber(found)} keywords.
        </p>
      )}
    </div>
  )
}

function KeywordRow({
  keyword: { term, occurrences, density, inTitle, rating },
  choice,
}: {
  keyword: Keyword
  choice: KeywordChoice
}) {
  const isPrimary = term === choice.primary
  return (
    <li
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-y-1 gap-x-4 py-2 border-b
        border-line sm:grid-cols-[minmax(0,1fr)_6.5rem_6rem_8rem]"
      data-part="seo-keyword"
    >
      <span className="min-w-0">
        <span className="font-semibold">{term}</span>
        {inTitle && <span className="ms-2 text-tiny text-muted">in the title</span>}
      </span>
      <span className="text-tiny text-muted tabular-nums">
        {occurrences}× · {density.toFixed(1)}%
      </span>
      <span
        className="justify-self-start inline-flex items-center gap-[0.4em] text-13 font-semibold
          before:size-2.5 before:rounded-full before:bg-score-good
          data-[rating=Underused]:before:bg-transparent data-[rating=Underused]:before:border-2
          data-[rating=Underused]:before:border-muted data-[rating=Overused]:before:bg-score-poor
          data-[rating=Overused]:before:rounded-[2px]"
        data-rating={rating}
      >
        {rating}
      </span>
      {choice.onPrimary && (!isUnit(term) || isNameInDigits(term)) && (
        <PrimaryButton
          term={term}
          choice={choice}
          label={isPrimary ? `Primary: ${term}` : `Make primary: ${term}`}
        >
          {isPrimary ? 'Primary' : 'Make primary'}
        </PrimaryButton>
      )}
    </li>
  )
}

/** Makes a keyword the primary one. */
function PrimaryButton({
  term,
  choice: { primary, onPrimary },
  label,
  children,
}: {
  term: string
  choice: KeywordChoice
  label?: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className="justify-self-end min-h-9 py-1 px-3 border-[1.5px] border-line rounded-card text-13
        font-semibold hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink
        aria-pressed:text-paper pointer-coarse:min-h-11"
      aria-pressed={term === primary}
      aria-label={label}
      onClick={() => {
        if (term !== primary) onPrimary?.(term)
      }}
    >
      {children}
    </button>
  )
}

/** Phrases that people would search, each a button that makes it the primary keyword. */
export function KeywordProposals({
  proposals,
  choice,
}: {
  proposals: ReadonlyArray<string>
  choice: KeywordChoice
}) {
  if (proposals.length === 0) return null
  return (
    <div>
      <h3 className="font-semibold">What people would search</h3>
      <p className="mt-0.5 text-tiny text-muted">
        Phrases of your text. Choose one as the primary keyword.
      </p>
      <ul className="mt-3 flex flex-wrap gap-2" aria-label="Proposed keywords">
        {proposals.map((phrase) => (
          <li key={phrase}>
            <PrimaryButton term={phrase} choice={choice}>
              {phrase}
            </PrimaryButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
