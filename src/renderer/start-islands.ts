import type { ComponentType } from 'react'

/** Maps the name of an island to the function that loads its code. */
export type IslandRegistry = Record<string, () => Promise<ComponentType<Record<string, unknown>>>>

type Replay = () => void

/**
 * Hydrates the islands of a server-rendered page when they are touched. Clicks and submits before
 * hydration are stored and replayed in order, so that none is lost; what is typed after a press
 * goes into the field that it opens. React and the island's code are loaded at the first touch.
 */
export function startIslands(registry: IslandRegistry): void {
  const waking = new Map<Element, Array<Replay>>()
  const awake = new WeakSet<Element>()
  /** What was typed since a press that waits for its island; null when none waits. */
  let typed: string | null = null

  function wake(island: HTMLElement, replay?: Replay) {
    if (replay) typed ??= ''
    const queue = waking.get(island)
    if (queue) {
      if (replay) queue.push(replay)
      return
    }
    const load = registry[island.dataset.island ?? '']
    if (!load) return
    const replays = replay ? [replay] : []
    waking.set(island, replays)
    void Promise.all([import('./hydrate-island.tsx'), load()])
      .then(async ([{ hydrateIsland }, Part]) => {
        hydrateIsland(island, Part)
        awake.add(island)
        waking.delete(island)
        for (const again of replays) {
          again()
          await null
        }
        if (typed) document.execCommand('insertText', false, typed)
      })
      .catch((error: unknown) => {
        // The next touch tries again: after a lost network, the button must still work.
        waking.delete(island)
        console.error(error)
      })
      .finally(() => {
        if (replays.length > 0) typed = null
      })
  }

  function asleep(target: EventTarget | null): HTMLElement | null {
    const island = target instanceof Element ? target.closest<HTMLElement>('[data-island]') : null
    return island && !awake.has(island) ? island : null
  }

  document.addEventListener(
    'click',
    (event) => {
      const island = asleep(event.target)
      if (!island || !(event.target instanceof HTMLElement || event.target instanceof SVGElement))
        return
      const touched = event.target.closest<HTMLElement>(
        'a[href], button, summary, input, label, select, textarea',
      )
      // A link works without hydration; a field only needs its focus.
      if (!touched || touched.matches('a[href]')) return
      if (touched.matches('button')) {
        event.preventDefault()
        event.stopPropagation()
        wake(island, () => touched.click())
      } else wake(island)
    },
    true,
  )
  document.addEventListener(
    'submit',
    (event) => {
      const island = asleep(event.target)
      if (!island || !(event.target instanceof HTMLFormElement)) return
      const form = event.target
      event.preventDefault()
      event.stopPropagation()
      wake(island, () => form.requestSubmit())
    },
    true,
  )
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, target } = event
      if (typed === null || key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof Element && target.closest('input, textarea, select, [contenteditable]'))
        return
      event.preventDefault()
      event.stopPropagation()
      typed += key
    },
    true,
  )
  document.addEventListener('focusin', (event) => {
    const island = asleep(event.target)
    if (island?.dataset.wake === 'focus') wake(island)
  })
  whenVisible(document.querySelectorAll<HTMLElement>('[data-wake="visible"]'), wake)
}

/** Calls `act` for each element when it is visible for the first time. */
function whenVisible(elements: NodeListOf<HTMLElement>, act: (element: HTMLElement) => void) {
  if (elements.length === 0) return
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue
      observer.unobserve(entry.target)
      act(entry.target as HTMLElement)
    }
  })
  for (const element of elements) observer.observe(element)
}
