import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { JoinedText } from '#domain/markdown/reading/join-texts.ts'
import {
  type Choices,
  type Decision,
  decidedText,
  type MergePlace,
  openPlaces,
  type Side,
} from '../../documents/conflict/merge-places.ts'

/** Key of each decision, in the order of the columns. */
export const sideKeys: Readonly<Record<Side, string>> = {
  before: '0',
  yours: '1',
  theirs: '2',
  both: '3',
}

/** Key that takes the proposal. */
export const proposalKey = '4'

/** Ids of the elements of a place in the DOM. */
export const placeElementId = (id: string) => `merge-${id}`
export const editElementId = (id: string) => `merge-edit-${id}`

export type MergeKeys = ReturnType<typeof useMergeKeys>

/**
 * Keyboard control of the conflict dialog, as in merge tools: J and K move between places, N to the
 * next undecided one, digits decide and move on, E edits. In a text field only Escape and Mod+Enter
 * work. `root` contains the elements; `onDone` is called on Mod+S.
 */
export function useMergeKeys(options: {
  root: RefObject<HTMLElement | null>
  places: ReadonlyArray<MergePlace>
  choices: Choices
  /** By id of the place. */
  proposals: ReadonlyMap<string, JoinedText>
  onChange: (choices: Choices) => void
  onDone: () => void
}) {
  const { root, places, choices, proposals, onChange, onDone } = options
  const [current, setCurrent] = useState<string | null>(null)
  /** Where to move the focus after the next render. */
  const then = useRef<{ kind: 'next-open'; from: string } | { kind: 'edit'; id: string } | null>(
    null,
  )

  const goTo = (id: string) => focusPlace(root.current, id)

  function goToNextOpen(from: string | null) {
    const at = places.findIndex(({ id }) => id === from)
    const open = openPlaces(places, choices)
    const next = open.find((place) => places.indexOf(place) > at) ?? open[0]
    if (next) goTo(next.id)
    else root.current?.querySelector<HTMLElement>('[data-merge-save]')?.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a decision only
  useEffect(() => {
    const where = then.current
    then.current = null
    if (where?.kind === 'next-open') goToNextOpen(where.from)
    if (where?.kind === 'edit') elementIn(root.current, editElementId(where.id))?.focus()
  }, [choices])

  function decide(place: MergePlace, decision: Decision) {
    onChange({ ...choices, decided: { ...choices.decided, [place.id]: decision } })
  }

  function edit(place: MergePlace) {
    const decision = choices.decided[place.id]
    if (decision?.kind === 'edited')
      return elementIn(root.current, editElementId(place.id))?.focus()
    then.current = { kind: 'edit', id: place.id }
    const proposed = decision ? undefined : proposals.get(place.id)?.text
    decide(place, { kind: 'edited', text: proposed ?? decidedText(place, decision) })
  }

  function step(by: 1 | -1) {
    const at = places.findIndex(({ id }) => id === current)
    const next = places[at < 0 ? 0 : Math.min(Math.max(at + by, 0), places.length - 1)]
    if (next) goTo(next.id)
  }

  /** What a key does to the current place; null for nothing. */
  function decisionBy(key: string) {
    const place = places.find(({ id }) => id === current)
    if (!place || (place.sort === 'text' && choices.byHand)) return null
    if (key === 'e' && place.editable) return () => edit(place)
    const decision = decisionOf(key, place, proposals.get(place.id))
    return (
      decision &&
      (() => {
        then.current = { kind: 'next-open', from: place.id }
        decide(place, decision)
      })
    )
  }

  /** What a press of a key does; null for nothing. */
  function actionOf(event: KeyboardEvent) {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    const mod = ctrlKey || metaKey
    if (mod && !altKey && !shiftKey && key.toLowerCase() === 's') return onDone
    if (isField(event.target)) {
      if (key === 'Escape' && current !== null) return () => goTo(current)
      return key === 'Enter' && mod ? () => goToNextOpen(current) : null
    }
    const meant = mod || shiftKey ? undefined : plainKey(event)
    if (meant === 'j') return () => step(1)
    if (meant === 'k') return () => step(-1)
    if (meant === 'n') return () => goToNextOpen(current)
    return meant === undefined ? null : decisionBy(meant)
  }

  return {
    /** The place that keys act on; null before the first one has the focus. */
    current,
    goTo,
    decide,
    edit,
    onPlaceFocus: setCurrent,
    onKeyDown(event: KeyboardEvent) {
      const act = actionOf(event)
      if (!act) return
      event.preventDefault()
      event.stopPropagation()
      act()
    },
  }
}

function elementIn(root: HTMLElement | null, id: string) {
  return root?.querySelector<HTMLElement>(`[id="${id}"]`) ?? null
}

function focusPlace(root: HTMLElement | null, id: string) {
  const place = elementIn(root, placeElementId(id))
  place?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'nearest' })
}

/** The decision that a key makes about a place; null for none. */
function decisionOf(
  key: string,
  place: MergePlace,
  proposal: JoinedText | undefined,
): Decision | null {
  if (key === proposalKey && proposal) return { kind: 'joined', text: proposal.text }
  const side = (Object.keys(sideKeys) as Array<Side>).find((one) => sideKeys[one] === key)
  return side && place[side] !== null ? { kind: side } : null
}

/**
 * The key that is meant. With Alt, some keyboard layouts produce another character, so the digit is
 * read from the physical key.
 */
function plainKey({ key, code, altKey }: KeyboardEvent) {
  if (!altKey) return key.toLowerCase()
  return { ArrowDown: 'j', ArrowUp: 'k' }[key] ?? /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
}

function isField(target: EventTarget) {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
