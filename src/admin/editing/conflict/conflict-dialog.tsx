import { ArrowDown, ArrowUp, Check } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { useSideScroll } from '../../../ui/use-side-scroll.ts'
import type { Conflict } from '../../documents/conflict/conflict.ts'
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
import { proposalsFor } from '../../documents/conflict/read-place.ts'
import { PlaceCard } from './place-card.tsx'
import { useMergeKeys } from './use-merge-keys.ts'

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

/**
 * Dialog to resolve a conflict: for each place the base, yours and theirs side by side. The result
 * is saved on top of theirs as one commit. The screen stores `choices`, so closing the dialog loses
 * nothing.
 */
export function ConflictDialog({
  conflict: { message, places, conflicts },
  choices,
  saving,
  backLabel = 'Back to the editor',
  onChange,
  onSave,
  onClose,
}: {
  conflict: Conflict
  choices: Choices
  saving: boolean
  backLabel?: string
  onChange: (choices: Choices) => void
  onSave: () => void
  onClose: () => void
}) {
  const chunks = conflicts.find((one) => one.chunks)?.chunks ?? null
  const root = useRef<HTMLDivElement>(null)
  const shown = choices.byHand ? places.filter(({ sort }) => sort === 'field') : places
  const proposals = useMemo(() => proposalsFor(places), [places])
  const open = openPlaces(shown, choices)
  const proposed = open.flatMap(({ id }): Array<[string, Decision]> => {
    const text = proposals.get(id)?.text
    return text === undefined ? [] : [[id, { kind: 'joined', text }]]
  })
  const ready = open.length === 0
  const keys = useMergeKeys({
    root,
    choices,
    proposals,
    onChange,
    places: shown,
    onDone: () => ready && !saving && onSave(),
  })
  const begin = useRef((open[0] ?? shown[0])?.id)
  const at = shown.findIndex(({ id }) => id === keys.current)
  const row = useSideScroll<HTMLUListElement>(keys.current ?? '')
  const step = (by: number) => {
    const next = shown[at + by]
    if (next) keys.goTo(next.id)
  }
  const card = (place: MergePlace) => (
    <PlaceCard
      key={place.id}
      place={place}
      decision={choices.decided[place.id]}
      proposal={proposals.get(place.id)}
      keys={keys}
      first={place.id === begin.current}
    />
  )
  return (
    <Dialog title="Somebody else changed this too" className="merge-dialog" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the whole dialog; each has a button too */}
      <div ref={root} onKeyDown={keys.onKeyDown}>
        <p className="text-small text-soft">
          {message} Everything that both of you changed in different places is put together already.
          {proposals.size > 0 &&
            ' Where you changed different words of one text, both changes together are proposed. A proposal counts when you take it.'}
        </p>
        <div className="sticky z-2 top-0 grid grid-cols-1 gap-2.5 mt-3 -mx-5 py-3 px-5 border-b border-line bg-surface sm:-mx-7 sm:px-7">
          <div className="flex min-h-9 items-center gap-3.5 text-14 font-semibold tabular-nums">
            <p className="flex-none" role="status">
              {shown.length > 0
                ? `${shown.length - open.length} of ${shown.length} resolved`
                : choices.byHand
                  ? 'The text is written by hand'
                  : 'Nothing is left to choose'}
            </p>
            <progress
              className="progress-bar min-w-12 flex-1 text-ink [&::-webkit-progress-value]:duration-160"
              aria-label="Resolved places"
              max={Math.max(shown.length, 1)}
              value={shown.length === 0 ? 1 : shown.length - open.length}
            />
            {shown.length > 1 && (
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
                  disabled={at === shown.length - 1}
                  onClick={() => step(1)}
                />
              </span>
            )}
          </div>
          {shown.length > 1 && (
            <nav aria-label="Places to resolve">
              <ul
                ref={row}
                className="flex gap-1.5 -mx-5 py-0.75 px-5 overflow-x-auto [scrollbar-width:none] [&_svg]:size-3.5 sm:flex-wrap sm:max-h-18 sm:-mx-1 sm:px-1 sm:overflow-y-auto side-scroll"
              >
                {shown.map((place) => (
                  <li key={place.id}>
                    <button
                      className="inline-flex items-center gap-1 min-h-6.5 px-2.25 border-[1.5px] border-dashed border-muted rounded-[1rem] text-13 whitespace-nowrap data-[resolved=true]:border-solid data-[resolved=true]:border-line data-[resolved=true]:bg-sunk data-[resolved=true]:text-soft aria-[current=true]:border-solid aria-[current=true]:border-ink aria-[current=true]:text-ink hover:border-ink"
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
        <div className="flex flex-wrap items-center justify-between gap-y-2 gap-x-6 mt-3">
          <Keys />
          {open.length > 1 && (
            <div className="flex items-center gap-1">
              <span className="text-tiny text-muted">All that is left:</span>
              {proposed.length > 1 && (
                <Button
                  size="sm"
                  variant="ghost"
                  onClick={() => onChange(withDecided(choices, proposed))}
                >
                  {proposed.length} proposals
                </Button>
              )}
              <Button
                size="sm"
                variant="ghost"
                onClick={() => onChange(withRest(shown, choices, 'yours'))}
              >
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
          )}
        </div>
        <div className="grid gap-4 mt-4">
          {shown.filter(({ sort }) => sort === 'field').map(card)}
          {chunks && (
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
                shown.filter(({ sort }) => sort === 'text').map(card)
              )}
            </>
          )}
        </div>
        <div className="sticky z-2 bottom-0 flex flex-wrap items-center gap-y-2.5 gap-x-6 -mx-5 mt-5 -mb-5 py-3 px-5 border-t border-line bg-surface sm:-mx-7 sm:px-7 sm:-mb-7">
          <DialogActions className="flex-1 items-center">
            <span id="merge-why" className="flex-1 min-w-48 text-13 text-muted">
              {ready ? 'Everything is resolved, and saved in one go.' : describeUndecided(open)}
            </span>
            <Button onClick={onClose}>{backLabel}</Button>
            <Button
              variant="primary"
              data-merge-save=""
              disabled={!ready}
              pending={saving}
              pendingText="Saving..."
              aria-describedby="merge-why"
              aria-keyshortcuts="Control+S Meta+S"
              onClick={onSave}
            >
              Save Changes
            </Button>
          </DialogActions>
        </div>
      </div>
    </Dialog>
  )
}

/** Names the places that are not decided yet. */
function describeUndecided(open: ReadonlyArray<MergePlace>): string {
  const named = open.slice(0, 3).map(({ label }) => label)
  const more = open.length - named.length
  return `Still to resolve: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

function Keys() {
  return (
    <dl
      className="hidden [&>div]:flex [&>div]:items-center [&>div]:gap-1.5 keyboard:flex keyboard:flex-wrap keyboard:gap-y-1.5 keyboard:gap-x-4.5 keyboard:text-13 keyboard:text-muted"
      aria-label="Keys"
    >
      {legend.map(([keys, meaning]) => (
        <div key={meaning}>
          <dt className="flex gap-0.75">
            {keys.map((key) => (
              <kbd
                className="min-w-5 py-0.25 px-1 border border-current rounded-[0.25rem] font-mono text-11/[1.3] font-semibold text-center"
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
