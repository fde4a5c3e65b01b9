/** Specification, section 9. */
export const carouselInterval = 5000

/**
 * Turns the carousels of the page: a slide every five seconds, from the last to the first again. It rests while the pointer or the focus is
 * in it, in a hidden tab, for people who want less motion and after the pause button; dots lead to their slide.
 */
export function startCarousels(): void {
  for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]')) startCarousel(carousel)
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
      if (at === index) dot.setAttribute('aria-current', 'true')
      else dot.removeAttribute('aria-current')
    })
  }
  const show = (index: number) => {
    mark(index)
    track.scrollTo({ left: index * track.clientWidth })
  }
  /** Focus counts in a slide, and on a button when the keyboard put it there, but not on the one that has just said 'Play'. */
  const isFocused = () => {
    const focused = document.activeElement
    if (!focused || !carousel.contains(focused) || (focused === pause && played)) return false
    return track.contains(focused) || focused.matches(':focus-visible')
  }
  const rests = () => 'paused' in carousel.dataset || document.hidden || carousel.matches(':hover') || isFocused()
  const restart = () => {
    clearInterval(timer)
    timer = setInterval(() => {
      if (!rests()) show((current + 1) % dots.length)
    }, carouselInterval)
  }
  const setPaused = (paused: boolean) => {
    carousel.toggleAttribute('data-paused', paused)
    pause.setAttribute('aria-label', paused ? 'Play' : 'Pause')
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
  // A rest starts the five seconds anew, so that nothing moves right after the pointer has left.
  for (const event of ['pointerleave', 'focusout']) carousel.addEventListener(event, restart)
  // A visitor who swipes is followed. Browsers without the event keep the dots of the last turn.
  track.addEventListener('scrollend', () => mark(Math.round(track.scrollLeft / (track.clientWidth || 1))))
  calm.addEventListener('change', () => setPaused(calm.matches))
  carousel.dataset.ready = ''
  setPaused(calm.matches)
}
