import { useMemo, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import type { Conflict } from '../../documents/conflict/conflict.ts'
import { type Choices, type MergePlace, openPlaces } from '../../documents/conflict/merge-places.ts'
import { proposalsFor } from '../../documents/conflict/read-place.ts'
import { changedTwice } from '../save-problem.ts'
import { Body, Keys, Progress, Rest } from './conflict-parts.tsx'
import { PlaceCard } from './place-card.tsx'
import { useMergeKeys } from './use-merge-keys.ts'

/**
 * Dialog to resolve a conflict: for each place the base, yours and theirs side by side. The result
 * is saved on top of theirs as one commit. The screen stores `choices`, so closing the dialog loses
 * nothing.
 */
export function ConflictDialog({
  conflict: { message, places, conflicts, device },
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
  const words = device ? deviceWords : savedWords
  const card = (place: MergePlace) => (
    <PlaceCard
      key={place.id}
      place={place}
      device={device}
      decision={choices.decided[place.id]}
      proposal={proposals.get(place.id)}
      keys={keys}
      first={place.id === begin.current}
    />
  )
  return (
    <Dialog
      title={device ? changedTwice : 'Somebody else changed this too'}
      className="merge-dialog"
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the whole dialog; each has a button too */}
      <div ref={root} onKeyDown={keys.onKeyDown}>
        <p className="text-small text-soft">
          {message} {device ? 'What you' : 'Everything that both of you'} changed in different
          places is put together already.
          {proposals.size > 0 &&
            ' Where you changed different words of one text, both changes together are proposed. A proposal counts when you take it.'}
        </p>
        <Progress places={shown} choices={choices} keys={keys} />
        <div className="flex flex-wrap items-center justify-between gap-y-2 gap-x-6 mt-3">
          <Keys />
          {open.length > 1 && <Rest {...{ open, shown, proposals, choices, onChange }} />}
        </div>
        <div className="grid gap-4 mt-4">
          {shown.filter(({ sort }) => sort === 'field').map(card)}
          {chunks && (
            <Body chunks={chunks} choices={choices} onChange={onChange}>
              {shown.filter(({ sort }) => sort === 'text').map(card)}
            </Body>
          )}
        </div>
        <div
          className="sticky z-2 bottom-0 flex flex-wrap items-center gap-y-2.5 gap-x-6 -mx-5 mt-5
            -mb-5 py-3 px-5 border-t border-line bg-surface sm:-mx-7 sm:px-7 sm:-mb-7"
        >
          <DialogActions className="flex-1 items-center">
            <span id="merge-why" className="flex-1 min-w-48 text-13 text-muted">
              {ready ? words.ready : describeUndecided(open)}
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
              {words.save}
            </Button>
          </DialogActions>
        </div>
      </div>
    </Dialog>
  )
}

const savedWords = { ready: 'Everything is resolved, and saved in one go.', save: 'Save Changes' }
const deviceWords = { ready: 'Everything is resolved.', save: 'Use This Text' }

/** Names the places that are not decided yet. */
function describeUndecided(open: ReadonlyArray<MergePlace>): string {
  const named = open.slice(0, 3).map(({ label }) => label)
  const more = open.length - named.length
  return `Still to resolve: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
