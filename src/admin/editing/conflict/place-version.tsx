import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ComparedBlock } from '#domain/markdown/reading/compare-texts.ts'
import { Button } from '../../../ui/button.tsx'
import {
  type Decision,
  isTabular,
  type MergePlace,
  type Side,
} from '../../documents/conflict/merge-places.ts'
import { ShownText } from '../comparison/shown-text.tsx'
import { type MergeKeys, sideKeys } from './use-merge-keys.ts'

/** The names of the versions. */
export const names: Readonly<Record<Side, string>> = {
  before: 'Before',
  yours: 'Yours',
  theirs: 'Theirs',
  both: 'Both',
}
const keepWords: Readonly<Record<Side, string>> = {
  before: 'Keep as it was',
  yours: 'Keep yours',
  theirs: 'Keep theirs',
  both: 'Keep both',
}

/** The versions that a place shows, in order. */
export const versions = ['before', 'yours', 'theirs'] as const

interface SideProps<Of> {
  place: MergePlace
  side: Of
  kept: Decision['kind'] | undefined
  keys: MergeKeys
}

/** A version of a place: as readers see it when there are `blocks`, else as it is in the file. */
export function Version({
  name,
  blocks,
  children,
  ...props
}: SideProps<(typeof versions)[number]> & {
  name: string
  blocks: ReadonlyArray<ComparedBlock> | undefined
  children: ReactNode
}) {
  const { place, side, kept } = props
  const text = place[side] ?? ''
  const shown = blocks ? <ShownText blocks={blocks} /> : children
  return (
    <div
      className="merge-side"
      data-side={side}
      data-chosen={kept === side || (side !== 'before' && kept === 'both')}
    >
      <p className="merge-who">{name}</p>
      <div className="merge-text" data-tabular={!blocks && isTabular(text)}>
        {text === '' ? <em>{nothing(place, side)}</em> : shown}
      </div>
      <Keep {...props} />
    </div>
  )
}

/** The button that chooses a version. */
export function Keep({ place, side, kept, keys }: SideProps<Side>) {
  return (
    <Button
      size="sm"
      className="merge-keep"
      variant={side === 'before' ? 'ghost' : 'outline'}
      aria-pressed={kept === side}
      aria-label={`${place.label}: ${keepWords[side].toLowerCase()}`}
      data-key={sideKeys[side]}
      aria-keyshortcuts={`${sideKeys[side]} Alt+${sideKeys[side]}`}
      icon={kept === side ? <Check /> : null}
      onClick={() => keys.decide(place, { kind: side })}
    >
      {keepWords[side]}
    </Button>
  )
}

function nothing({ sort, movedBy }: MergePlace, side: 'before' | 'yours' | 'theirs'): string {
  if (sort === 'field') return 'empty'
  if (movedBy === side) return 'moved to another place'
  return side === 'before' ? 'nothing was here' : 'taken out'
}
