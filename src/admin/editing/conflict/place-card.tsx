import { Check, Combine } from 'lucide-react'
import { useMemo } from 'react'
import type { JoinedText } from '#domain/markdown/reading/join-texts.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { type Decision, isTabular, type MergePlace } from '../../documents/conflict/merge-places.ts'
import { readPlace, readText } from '../../documents/conflict/read-place.ts'
import { mergeWords } from '../../documents/conflict/word-changes.ts'
import { Parts } from '../comparison/diff-view.tsx'
import { ShownText } from '../comparison/shown-text.tsx'
import { Keep, names, Version, versions } from './place-version.tsx'
import { editElementId, type MergeKeys, placeElementId, proposalKey } from './use-merge-keys.ts'

/** Number of unchanged blocks shown around a part of the body. */
const context = 2

interface PlaceCardProps {
  place: MergePlace
  /** The device of the person that has typed `theirs`; undefined for somebody else's version. */
  device: string | undefined
  decision: Decision | undefined
  /** The joined text, where the two changes fit together. */
  proposal: JoinedText | undefined
  keys: MergeKeys
  /** Gets the focus when the dialog opens. */
  first: boolean
}

/** A conflicting place: its versions side by side, with buttons for the decision. */
export function PlaceCard({ place, device, decision, proposal, keys, first }: PlaceCardProps) {
  const { id, label, about, before, yours, theirs, both, editable } = place
  const words = useMemo(() => mergeWords(before, yours, theirs), [before, yours, theirs])
  const read = useMemo(() => (place.sort === 'text' ? readPlace(place) : null), [place])
  const heading = `${placeElementId(id)}-label`
  const [stateWord, tone] = stateOf(decision, proposal !== undefined)
  const kept = decision?.kind
  return (
    <section
      id={placeElementId(id)}
      className="grid gap-2.5 p-3.5 border-[1.5px] border-line rounded-card
        data-[current=true]:border-ink focus-visible:outline-offset-2"
      aria-labelledby={heading}
      aria-describedby={proposal && `${heading}-proposal`}
      data-current={keys.current === id}
      data-autofocus={first || undefined}
      tabIndex={-1}
      onFocus={() => keys.onPlaceFocus(id)}
    >
      <div className="flex flex-wrap items-center justify-between gap-y-1 gap-x-3">
        <h3 className="font-[650] text-16" id={heading}>
          {label}
          {about && <span className="ms-1 font-normal text-14 text-muted"> {about}</span>}
        </h3>
        <Badge tone={tone}>{stateWord}</Badge>
      </div>
      {proposal && (
        <Proposal
          id={`${heading}-proposal`}
          place={place}
          proposal={proposal}
          taken={kept === 'joined'}
          onTake={() => keys.decide(place, { kind: 'joined', text: proposal.text })}
        />
      )}
      <Around text={place.above} end />
      <div className="merge-sides" data-count={before === null ? 2 : 3}>
        {versions.map(
          (side) =>
            place[side] !== null && (
              <Version
                key={side}
                {...{ place, side, kept, keys }}
                name={side === 'theirs' && device ? `On ${device}` : names[side]}
                blocks={read?.[side]}
              >
                <Parts parts={words[side]} />
              </Version>
            ),
        )}
      </div>
      {(both !== null || editable) && (
        <div className="flex flex-wrap gap-2">
          {both !== null && <Keep {...{ place, kept, keys }} side="both" />}
          {editable && (
            <Button
              size="sm"
              className="merge-keep"
              variant="ghost"
              aria-pressed={kept === 'edited'}
              aria-label={`${label}: edit by hand`}
              data-key="E"
              aria-keyshortcuts="E"
              onClick={() => keys.edit(place)}
            >
              Edit by hand
            </Button>
          )}
        </div>
      )}
      {decision?.kind === 'both' && <Result text={both ?? ''} isBody={place.sort === 'text'} />}
      {decision?.kind === 'edited' && (
        <TextArea
          id={editElementId(id)}
          label={`${label} to save`}
          className={place.sort === 'text' ? 'merge-edit' : ''}
          rows={Math.min(12, decision.text.split('\n').length + 1)}
          value={decision.text}
          onChange={(event) => keys.decide(place, { kind: 'edited', text: event.target.value })}
        />
      )}
      <Around text={place.below} />
    </section>
  )
}

/**
 * The proposal: both changes in one text, with the words of each marked. Nothing of it is taken
 * before its button is pressed.
 */
function Proposal({
  id,
  place: { label, movedBy },
  proposal,
  taken,
  onTake,
}: {
  id: string
  place: MergePlace
  proposal: JoinedText
  taken: boolean
  onTake: () => void
}) {
  return (
    <div className="merge-side" data-side="proposal" data-chosen={taken}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 merge-who">
        <p>Proposed</p>
        <p className="flex flex-wrap gap-x-3 font-normal" aria-hidden="true">
          <ins className="shown-change" data-by="yours">
            Your words
          </ins>
          <ins className="shown-change" data-by="theirs">
            their words
          </ins>
        </p>
      </div>
      <p id={id} className="text-13 text-muted">
        {proposedBecause(movedBy)}
      </p>
      <div className="merge-text">
        <ShownText blocks={proposal.blocks} />
      </div>
      <Button
        size="sm"
        className="merge-keep"
        variant="primary"
        aria-pressed={taken}
        aria-label={`${label}: take the proposal`}
        data-key={proposalKey}
        aria-keyshortcuts={`${proposalKey} Alt+${proposalKey}`}
        icon={taken ? <Check /> : <Combine />}
        onClick={onTake}
      >
        Take the proposal
      </Button>
    </div>
  )
}

function proposedBecause(movedBy: MergePlace['movedBy']): string {
  if (movedBy === 'yours')
    return 'You moved this part, and they changed it: their words, at your place.'
  if (movedBy === 'theirs')
    return 'They moved this part, and you changed it: your words, at their place.'
  return 'You changed different words, so both changes fit into one text. Read it before you take it.'
}

/** The text after the decision. */
function Result({ text, isBody }: { text: string; isBody: boolean }) {
  const blocks = useMemo(() => (isBody ? readText(text) : null), [text, isBody])
  return (
    <div
      className="flex flex-col items-start gap-2 min-w-0 pt-2.5 px-3 pb-3 border-[1.5px] border-ink
        rounded-card"
    >
      <p className="merge-who">To save</p>
      <div className="merge-text" data-tabular={!blocks && isTabular(text)}>
        {blocks ? <ShownText blocks={blocks} /> : text}
      </div>
    </div>
  )
}

/**
 * The unchanged block before (`end`: the last one) or after a part of the body, as readers see it.
 */
function Around({ text, end = false }: { text: string; end?: boolean }) {
  const blocks = useMemo(() => {
    const parts = text.split(/\n[ \t]*\n/).filter((part) => part.trim() !== '')
    const near = (end ? parts.at(-1) : parts[0])?.trim() ?? ''
    // A list marker whose item follows has no text.
    return (readText(near) ?? []).filter(({ runs }) => runs.length > 0)
  }, [text, end])
  const shown = end ? blocks.slice(-context) : blocks.slice(0, context)
  if (shown.length === 0) return null
  return (
    <div className="border-s-2 border-line px-3 text-13 text-muted">
      <ShownText blocks={shown} />
    </div>
  )
}

function stateOf(decision: Decision | undefined, isProposed: boolean): [string, Tone] {
  if (!decision)
    return isProposed ? ['To resolve: one text is proposed', 'info'] : ['To resolve', 'warn']
  if (decision.kind === 'joined') return ['The proposal', 'ok']
  return [decision.kind === 'edited' ? 'Edited' : names[decision.kind], 'ok']
}
