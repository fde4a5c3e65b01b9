import { Check } from 'lucide-react'
import { useMemo } from 'react'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { Parts } from '../comparison/diff-view.tsx'
import { type Decision, isTabular, type MergePlace, type Side } from './merge-places.ts'
import { mergeWords } from './merge-words.ts'
import { editElementId, type MergeKeys, placeElementId, sideKeys } from './use-merge-keys.ts'

const names: Readonly<Record<Side, string>> = { before: 'Before', yours: 'Yours', theirs: 'Theirs', both: 'Both' }
const keepWords: Readonly<Record<Side, string>> = {
  before: 'Keep as it was',
  yours: 'Keep yours',
  theirs: 'Keep theirs',
  both: 'Keep both',
}

/** Number of unchanged lines shown around a part of the body. */
const context = 2

/** A conflicting place: its versions side by side, with buttons for the decision. */
export function PlaceCard({
  place,
  decision,
  keys,
  first,
}: {
  place: MergePlace
  decision: Decision | undefined
  keys: MergeKeys
  /** Gets the focus when the dialog opens. */
  first: boolean
}) {
  const { id, label, about, before, yours, theirs, both, editable } = place
  const words = useMemo(() => mergeWords(before, yours, theirs), [before, yours, theirs])
  const heading = `${placeElementId(id)}-label`
  const [stateWord, tone] = stateOf(decision)
  const keep = (side: Side) => (
    <Button
      size="sm"
      className="merge-keep"
      variant={side === 'before' ? 'ghost' : 'outline'}
      aria-pressed={decision?.kind === side}
      aria-label={`${label}: ${keepWords[side].toLowerCase()}`}
      data-key={sideKeys[side]}
      aria-keyshortcuts={`${sideKeys[side]} Alt+${sideKeys[side]}`}
      icon={decision?.kind === side ? <Check aria-hidden="true" /> : null}
      onClick={() => keys.decide(place, { kind: side })}
    >
      {keepWords[side]}
    </Button>
  )
  const column = (side: 'before' | 'yours' | 'theirs', text: string) => (
    <div
      className="merge-side"
      data-side={side}
      data-chosen={decision?.kind === side || (side !== 'before' && decision?.kind === 'both')}
    >
      <p className="merge-who">{names[side]}</p>
      <div className="merge-text" data-tabular={isTabular(text)}>
        {text === '' ? <em>{nothing(place, side)}</em> : <Parts parts={words[side]} />}
      </div>
      {keep(side)}
    </div>
  )
  return (
    <section
      id={placeElementId(id)}
      className="grid gap-2.5 p-3.5 border-[1.5px] border-line rounded-card data-[current=true]:border-ink focus-visible:outline-offset-2"
      aria-labelledby={heading}
      data-current={keys.current === id}
      data-autofocus={first || undefined}
      tabIndex={-1}
      onFocus={() => keys.onPlaceFocus(id)}
    >
      <div className="flex flex-wrap items-center justify-between gap-y-1 gap-x-3">
        <h3 className="font-[650] text-16" id={heading}>
          {label}
          {about && <span className="font-normal text-14 text-muted"> {about}</span>}
        </h3>
        <Badge tone={tone}>{stateWord}</Badge>
      </div>
      <Around text={place.above} end />
      <div className="merge-sides" data-count={before === null ? 2 : 3}>
        {before !== null && column('before', before)}
        {column('yours', yours)}
        {column('theirs', theirs)}
      </div>
      {(both !== null || editable) && (
        <div className="flex flex-wrap gap-2">
          {both !== null && keep('both')}
          {editable && (
            <Button
              size="sm"
              className="merge-keep"
              variant="ghost"
              aria-pressed={decision?.kind === 'edited'}
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
      {decision?.kind === 'both' && <Result text={both ?? ''} />}
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

/** The text after the decision. */
function Result({ text }: { text: string }) {
  return (
    <div className="flex flex-col items-start gap-2 min-w-0 pt-2.5 px-3 pb-3 border-[1.5px] border-ink rounded-card">
      <p className="merge-who">To save</p>
      <div className="merge-text" data-tabular={isTabular(text)}>
        {text}
      </div>
    </div>
  )
}

/** Unchanged lines before (`end`: the last ones) or after a part of the body. */
function Around({ text, end = false }: { text: string; end?: boolean }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !isMark.test(line))
  if (lines.length === 0) return null
  const cut = lines.length > context
  const shown = end ? lines.slice(-context) : lines.slice(0, context)
  return (
    <pre className="merge-around">
      {(end ? [cut && '…', ...shown] : [...shown, cut && '…']).filter(isText).join('\n')}
    </pre>
  )
}

/** A list or quote marker without text. */
const isMark = /^\s*(?:[-*+]|\d+[.)]|>)\s*$/

const isText = (line: string | false): line is string => line !== false

function nothing({ sort }: MergePlace, side: 'before' | 'yours' | 'theirs'): string {
  if (sort === 'field') return 'empty'
  return side === 'before' ? 'nothing was here' : 'taken out'
}

function stateOf(decision: Decision | undefined): [string, Tone] {
  if (!decision) return ['To resolve', 'warn']
  return [decision.kind === 'edited' ? 'Edited' : names[decision.kind], 'ok']
}
