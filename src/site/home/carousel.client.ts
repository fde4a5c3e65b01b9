/** Specification, section 9. */
export const carouselInterval = 5000

/**
 * Runs the carousels of the page: the next slide every five seconds, after the last the first. It
 * pauses while it has the pointer or the focus, in a hidden tab, with reduced motion, and after the
 * pause button; dots go to their slide.
 */
export function startCarousels(): void {
  for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]'))
    startCarousel(carousel)
}

function startCarousel(carousel: HTMLElement) {
  const track = carousel.querySelector<HTMLElement>('[data-carousel-track]')
  const dots = [...carousel.querySelectorAll<HTMLElement>('[data-carousel-dot]')]
  const pause = carousel.querySelector<HTMLElement>('[data-carousel-pause]')
  if (!track || !pause || dots.length < 2) return
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  let current = 0
  let played = false
  let timer: ReturnType<typeof setInterval> | undefined

  const mark = (index: number) => {
    current = index
    dots.forEach((dot, at) => {
      dot.setAttribute('aria-current', `${at === index}`)
    })
  }
  const show = (index: number) => {
    mark(index)
    // From right to left, positions count down from 0.
    track.scrollTo({ left: (document.dir === 'rtl' ? -index : index) * track.clientWidth })
  }
  /**
   * Focus in a slide counts, and keyboard focus on a button, but not on the button that was just
   * pressed to play.
   */
  const isFocused = () => {
    const focused = document.activeElement
    if (!focused || !carousel.contains(focused) || (focused === pause && played)) return false
    return track.contains(focused) || focused.matches(':focus-visible')
  }
  const rests = () =>
    'paused' in carousel.dataset || document.hidden || carousel.matches(':hover') || isFocused()
  const restart = () => {
    clearInterval(timer)
    timer = setInterval(() => {
      if (!rests()) show((current + 1) % dots.length)
    }, carouselInterval)
  }
  const setPaused = (paused: boolean) => {
    carousel.toggleAttribute('data-paused', paused)
    pause.setAttribute('aria-label', pause.dataset[paused ? 'play' : 'pause'] ?? '')
    restart()
  }

  dots.forEach((dot, index) => {
    dot.addEventListener('click', () => {
      show(index)
      restart()
    })
  })
  pause.addEventListener('click', () => {
    played = 'paused' in carousel.dataset
    setPaused(!played)
  })
  pause.addEventListener('focusout', () => {
    played = false
  })
  // The five seconds start again after a pause, so that nothing moves right after the pointer has
  // left.
  for (const event of ['pointerleave', 'focusout']) carousel.addEventListener(event, restart)
  // Updates the dots after a swipe. Browsers without `scrollend` keep the dots of the last change.
  track.addEventListener('scrollend', () =>
    mark(Math.abs(Math.round(track.scrollLeft / track.clientWidth)) || 0),
  )
  calm.addEventListener('change', () => setPaused(calm.matches))
  carousel.dataset.ready = ''
  setPaused(calm.matches)
}
