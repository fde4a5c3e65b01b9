import { ArrowDown, ArrowUp, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MergeChunk } from '#domain/markdown/merge-bodies.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { useSideScroll } from '../../../ui/use-side-scroll.ts'
import {
  type Choices,
  chosenText,
  type Decision,
  isResolved,
  type MergePlace,
  openPlaces,
  withDecided,
  withRest,
} from '../../documents/conflict/merge-places.ts'
import type { proposalsFor } from '../../documents/conflict/read-place.ts'
import type { MergeKeys } from './use-merge-keys.ts'

const legend: ReadonlyArray<[Array<string>, string]> = [
  [['J', 'K'], 'next, previous'],
  [['N'], 'next open'],
  [['1'], 'yours'],
  [['2'], 'theirs'],
  [['3'], 'both'],
  [['4'], 'the proposal'],
  [['0'], 'before'],
  [['E'], 'edit'],
  [['Ctrl', 'S'], 'save'],
]

/** The places of the text, or the whole text to edit by hand. */
export function Body({
  chunks,
  choices,
  onChange,
  children,
}: {
  chunks: ReadonlyArray<MergeChunk>
  choices: Choices
  onChange: (choices: Choices) => void
  children: ReactNode
}) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-y-1 gap-x-3 mt-2">
        <h3 className="font-[650] text-16" id="merge-body">
          Text
        </h3>
        <Button
          size="sm"
          variant="ghost"
          // Keeps the text, for switching back later.
          onClick={() =>
            onChange({
              ...choices,
              byHand: !choices.byHand,
              text: choices.text ?? chosenText(chunks, choices),
            })
          }
        >
          {choices.byHand ? 'Choose part by part' : 'Edit the merged text by hand'}
        </Button>
      </div>
      {choices.byHand ? (
        <TextArea
          label="Merged text (Markdown)"
          className="merge-edit"
          rows={18}
          spellCheck
          value={choices.text ?? ''}
          onChange={(event) => onChange({ ...choices, text: event.target.value })}
        />
      ) : (
        children
      )}
    </>
  )
}

/** How many places are resolved, and the way to each. */
export function Progress({
  places,
  choices,
  keys,
}: {
  places: ReadonlyArray<MergePlace>
  choices: Choices
  keys: MergeKeys
}) {
  const at = places.findIndex(({ id }) => id === keys.current)
  const row = useSideScroll<HTMLUListElement>(keys.current ?? '')
  const step = (by: number) => {
    const next = places[at + by]
    if (next) keys.goTo(next.id)
  }
  const resolved = places.length - openPlaces(places, choices).length
  return (
    <div
      className="sticky z-2 top-0 grid grid-cols-1 gap-2.5 mt-3 -mx-5 py-3 px-5 border-b
        border-line bg-surface sm:-mx-7 sm:px-7"
    >
      <div className="flex min-h-9 items-center gap-3.5 text-14 font-semibold tabular-nums">
        <p className="flex-none" role="status">
          {places.length > 0
            ? `${resolved} of ${places.length} resolved`
            : choices.byHand
              ? 'The text is written by hand'
              : 'Nothing is left to choose'}
        </p>
        <progress
          className="progress-bar min-w-12 flex-1 text-ink [&::-webkit-progress-value]:duration-160"
          aria-label="Resolved places"
          max={Math.max(places.length, 1)}
          value={places.length === 0 ? 1 : resolved}
        />
        {places.length > 1 && (
          <span className="flex flex-none">
            <IconButton
              label="Previous place"
              icon={<ArrowUp />}
              aria-keyshortcuts="K Alt+ArrowUp"
              disabled={at <= 0}
              onClick={() => step(-1)}
            />
            <IconButton
              label="Next place"
              icon={<ArrowDown />}
              aria-keyshortcuts="J Alt+ArrowDown"
              disabled={at === places.length - 1}
              onClick={() => step(1)}
            />
          </span>
        )}
      </div>
      {places.length > 1 && (
        <nav aria-label="Places to resolve">
          <ul
            ref={row}
            className="flex gap-1.5 -mx-5 py-0.75 px-5 overflow-x-auto [scrollbar-width:none]
              [&_svg]:size-3.5 sm:flex-wrap sm:max-h-18 sm:-mx-1 sm:px-1 sm:overflow-y-auto
              side-scroll"
          >
            {places.map((place) => (
              <li key={place.id}>
                <button
                  className="inline-flex items-center gap-1 min-h-6.5 px-2.25 border-[1.5px]
                    border-dashed border-muted rounded-[1rem] text-13 whitespace-nowrap
                    data-[resolved=true]:border-solid data-[resolved=true]:border-line
                    data-[resolved=true]:bg-sunk data-[resolved=true]:text-soft
                    aria-[current=true]:border-solid aria-[current=true]:border-ink
                    aria-[current=true]:text-ink hover:border-ink"
                  type="button"
                  aria-current={keys.current === place.id || undefined}
                  data-resolved={isResolved(place, choices)}
                  onClick={() => keys.goTo(place.id)}
                >
                  {isResolved(place, choices) && <Check />}
                  {place.label}
                  <span className="sr-only">
                    {isResolved(place, choices) ? ', resolved' : ', to resolve'}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

/** Decides all that is left at once. */
export function Rest({
  open,
  shown,
  proposals,
  choices,
  onChange,
}: {
  open: ReadonlyArray<MergePlace>
  shown: ReadonlyArray<MergePlace>
  proposals: ReturnType<typeof proposalsFor>
  choices: Choices
  onChange: (choices: Choices) => void
}) {
  const proposed = open.flatMap(({ id }): Array<[string, Decision]> => {
    const text = proposals.get(id)?.text
    return text === undefined ? [] : [[id, { kind: 'joined', text }]]
  })
  return (
    <div className="flex items-center gap-1">
      <span className="text-tiny text-muted">All that is left:</span>
      {proposed.length > 1 && (
        <Button size="sm" variant="ghost" onClick={() => onChange(withDecided(choices, proposed))}>
          {proposed.length} proposals
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => onChange(withRest(shown, choices, 'yours'))}>
        Yours
      </Button>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => onChange(withRest(shown, choices, 'theirs'))}
      >
        Theirs
      </Button>
    </div>
  )
}

export function Keys() {
  return (
    <dl
      className="hidden [&>div]:flex [&>div]:items-center [&>div]:gap-1.5 keyboard:flex
        keyboard:flex-wrap keyboard:gap-y-1.5 keyboard:gap-x-4.5 keyboard:text-13
        keyboard:text-muted"
      aria-label="Keys"
    >
      {legend.map(([keys, meaning]) => (
        <div key={meaning}>
          <dt className="flex gap-0.75">
            {keys.map((key) => (
              <kbd
                className="min-w-5 py-0.25 px-1 border border-current rounded-[0.25rem] font-mono
                  text-11/[1.3] font-semibold text-center"
                key={key}
              >
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
