// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { samplePage } from '../../ui/sample-page.ts'
import { carouselInterval, startCarousels } from './carousel.client.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

/** A carousel as the server renders it; returns its elements and the slides that it scrolled to. */
function page(slides: number) {
  const dots = '<button data-carousel-dot></button>'
    .repeat(slides)
    .replace('<button', '<button aria-current="true"')
  samplePage(`<section data-carousel><ul data-carousel-track>${'<li></li>'.repeat(slides)}</ul>
    <button data-play="Play" data-pause="Pause" data-carousel-pause>Pause</button>${dots}</section><button id="elsewhere"></button>`)
  const query = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement
  const track = query('[data-carousel-track]')
  Object.defineProperty(track, 'clientWidth', { value: 100 })
  const shown: Array<number> = []
  track.scrollTo = ((options: ScrollToOptions) =>
    shown.push((options.left ?? 0) / 100)) as typeof track.scrollTo
  startCarousels()
  const current = () =>
    [...document.querySelectorAll('[data-carousel-dot]')].findIndex(
      (dot) => dot.getAttribute('aria-current') === 'true',
    )
  return {
    carousel: query('[data-carousel]'),
    pause: query('[data-carousel-pause]'),
    elsewhere: query('#elsewhere'),
    shown,
    current,
  }
}

const turns = (count: number) => vi.advanceTimersByTime(count * carouselInterval)

test('it advances every five seconds and wraps around', () => {
  const { shown, current } = page(3)
  expect(current()).toBe(0)
  vi.advanceTimersByTime(4999)
  expect(shown).toEqual([])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual([1])
  turns(3)
  expect(shown).toEqual([1, 2, 0, 1])
  expect(current()).toBe(1)
})

test.each([0, 1])('with %i slides it does nothing', (slides) => {
  const { shown, carousel } = page(slides)
  turns(2)
  expect(shown).toEqual([])
  expect(carousel.dataset.ready).toBeUndefined()
})

test('a dot shows its slide and restarts the five seconds', () => {
  const { shown } = page(4)
  vi.advanceTimersByTime(4000)
  document.querySelectorAll<HTMLElement>('[data-carousel-dot]')[2]?.click()
  expect(shown).toEqual([2])
  vi.advanceTimersByTime(4999)
  expect(shown).toEqual([2])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual([2, 3])
})

test('a swipe to another slide moves the dots, and the next change continues from there', () => {
  const { shown, current, carousel } = page(4)
  const track = carousel.querySelector('[data-carousel-track]') as HTMLElement
  Object.defineProperty(track, 'scrollLeft', { value: 198 })
  track.dispatchEvent(new Event('scrollend'))
  expect(current()).toBe(2)
  turns(1)
  expect(shown).toEqual([3])
})

test('the pause button stops and continues it', () => {
  const { shown, pause, carousel } = page(2)
  expect(pause.getAttribute('aria-label')).toBe('Pause')
  pause.click()
  expect(pause.getAttribute('aria-label')).toBe('Play')
  expect(carousel.hasAttribute('data-paused')).toBe(true)
  turns(3)
  expect(shown).toEqual([])
  pause.click()
  turns(1)
  expect(shown).toEqual([1])
})

test('it rests while the focus is inside', () => {
  const { shown, pause, elsewhere } = page(2)
  pause.focus()
  turns(2)
  expect(shown).toEqual([])
  elsewhere.focus()
  turns(1)
  expect(shown).toEqual([1])
})

test('it continues while the Play button has the focus', () => {
  const { shown, pause } = page(2)
  pause.focus()
  pause.click()
  pause.click()
  turns(1)
  expect(shown).toEqual([1])
})

test('it rests under the pointer', () => {
  const { shown, carousel } = page(2)
  const matches = carousel.matches.bind(carousel)
  carousel.matches = ((selector: string) =>
    selector === ':hover' || matches(selector)) as typeof carousel.matches
  turns(2)
  expect(shown).toEqual([])
})

test('it rests in a hidden tab', () => {
  const { shown } = page(2)
  Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  turns(2)
  expect(shown).toEqual([])
  Object.defineProperty(document, 'hidden', { value: false, configurable: true })
  turns(1)
  expect(shown).toEqual([1])
})

test('it starts paused for people who want less motion', () => {
  const original = window.matchMedia
  window.matchMedia = ((query: string) => ({
    matches: query.includes('reduce'),
    addEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia
  const { shown, pause } = page(2)
  window.matchMedia = original
  turns(2)
  expect(shown).toEqual([])
  expect(pause.getAttribute('aria-label')).toBe('Play')
})
