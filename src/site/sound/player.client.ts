import { clockTime } from '#domain/sound.ts'
import { partTexts } from '../part-texts.ts'
import { Comparison, type Engine, fetchSound, type Part } from './comparison.client.ts'
import { drawWaveform } from './waveform.client.ts'

/** Sent by a player that starts, so that the others stop. */
const startEvent = 'sound-start'

/** Makes the player of a figure work, once (`buildSounds` wrote its markup). */
export function startPlayer(figure: HTMLElement): void {
  if (figure.hasAttribute('data-ready')) return
  figure.setAttribute('data-ready', '')
  const player = figure.querySelector<HTMLElement>('sound-player')
  const play = player?.querySelector<HTMLButtonElement>('.sound-play')
  const loop = player?.querySelector<HTMLButtonElement>('.sound-loop')
  const range = player?.querySelector<HTMLInputElement>('.sound-seek input')
  const shownTime = player?.querySelector('.sound-time span')
  const problem = player?.querySelector('.sound-problem')
  if (!player || !play || !loop || !range || !shownTime || !problem) return
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)')
  const duration = Number(range.max)
  const changed = () => show()
  const comparison = figure.dataset.sound === 'compare' ? new Comparison(player, changed) : null
  const engine =
    comparison ??
    createSingle(
      figure.querySelector('audio') as HTMLAudioElement,
      player.querySelector('.sound-seek svg'),
      changed,
    )
  layerWaves(player)
  const follows = comparison ? followsReader(figure, player, changed) : () => undefined

  const text = partTexts()
  let shownAt = -1
  let part: Part | null = null

  /** Shows the state of the engine. */
  const show = () => {
    const isPlaying = engine.isPlaying()
    const at = Math.min(engine.position(), duration)
    play.setAttribute('aria-label', text(isPlaying ? 'pause' : 'play'))
    player.toggleAttribute('data-playing', isPlaying)
    follows(isPlaying)
    // With reduced motion the position moves once a second.
    if (isPlaying && isCalm.matches && Math.floor(at) === Math.floor(shownAt)) return
    shownAt = at
    const time = clockTime(Math.floor(at))
    range.value = String(at)
    const place = text('soundPlace', { at: time, length: clockTime(duration) })
    range.setAttribute('aria-valuetext', part ? `${place}, ${repeatedText(part)}` : place)
    if (shownTime.textContent !== time) shownTime.textContent = time
    player.style.setProperty('--played', `${(100 * at) / duration}%`)
  }

  const repeatedText = ({ from, to }: Part) =>
    text('soundRepeats', { from: clockTime(from), to: clockTime(to) })

  const follow = () => {
    show()
    if (engine.isPlaying()) requestAnimationFrame(follow)
  }

  const start = async () => {
    document.dispatchEvent(new CustomEvent(startEvent, { detail: figure }))
    player.setAttribute('aria-busy', 'true')
    problem.textContent = ''
    try {
      await engine.play()
      follow()
    } catch (error) {
      console.error(error)
      problem.textContent = text('soundFailed')
    } finally {
      player.removeAttribute('aria-busy')
    }
  }

  document.addEventListener(startEvent, (event) => {
    if ((event as CustomEvent).detail !== figure) engine.pause()
    show()
  })
  play.addEventListener('click', () => {
    if (!engine.isPlaying()) return void start()
    engine.pause()
    show()
  })
  const setLoop = (isOn: boolean) => {
    loop.setAttribute('aria-pressed', String(isOn))
    engine.setLoop(isOn)
  }
  engine.setLoop(isPressed(loop))
  loop.addEventListener('click', () => setLoop(!isPressed(loop)))
  const markedPart = startMarking(range)
  range.addEventListener('input', () => {
    part = comparison ? markedPart() : null
    showPart(player, part, duration)
    if (comparison && part) {
      setLoop(true)
      comparison.repeat(part)
    } else engine.seek(range.valueAsNumber)
    show()
  })
  startChoices(player, play)
  // The position may have been moved before this code was there.
  if (range.valueAsNumber > 0) engine.seek(range.valueAsNumber)
  show()
}

function showPart(player: HTMLElement, part: Part | null, duration: number) {
  player.toggleAttribute('data-marked', part !== null)
  if (!part) return
  player.style.setProperty('--from', `${(100 * part.from) / duration}%`)
  player.style.setProperty('--to', `${(100 * part.to) / duration}%`)
}

/** The choice of a sound plays it. Digits choose; the space bar plays and pauses. */
function startChoices(player: HTMLElement, play: HTMLButtonElement): void {
  const choices = [...player.querySelectorAll<HTMLButtonElement>('.sound-choices button')]
  for (const choice of choices)
    choice.addEventListener('click', () => {
      if (!player.hasAttribute('data-playing')) play.click()
    })
  player.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (!ctrlKey && !metaKey && !altKey) choices[Number(key) - 1]?.click()
  })
  // A button is pressed when the space bar is released; the chosen sound has nothing to do then.
  for (const type of ['keydown', 'keyup'] as const)
    player.addEventListener(type, (event) => {
      const target = event.target as Element
      if (event.key !== ' ' || !target.matches('[type=range], .sound-choices [aria-pressed=true]'))
        return
      event.preventDefault()
      if (type === 'keydown' && !event.repeat) play.click()
    })
}

/**
 * Follows what is marked in the waveform: by dragging over it, or with the arrow keys and Shift, as
 * text is selected. Returns the part that is marked after a move; null when it was only a move.
 */
function startMarking(range: HTMLInputElement): () => Part | null {
  let isMarking = false
  let start: number | null = null
  let end = 0
  range.addEventListener('pointerdown', () => {
    isMarking = true
    start = null
  })
  for (const type of ['pointerup', 'pointercancel'])
    range.addEventListener(type, () => {
      isMarking = false
    })
  range.addEventListener('keydown', ({ key, shiftKey }) => {
    isMarking = shiftKey
    if (!shiftKey || !/^Arrow/.test(key)) return
    // What plays has moved the position.
    if (start === null) start = range.valueAsNumber
    else range.value = String(end)
  })
  return () => {
    end = range.valueAsNumber
    if (!isMarking) start = null
    else start ??= end
    const isPart = start !== null && Math.abs(end - start) > Number(range.max) / 80
    return isPart && start !== null
      ? { from: Math.min(start, end), to: Math.max(start, end) }
      : null
  }
}

/**
 * Keeps the choices of a comparison at the bottom of the window while it plays and the reader has
 * scrolled past it. Returns a function that is called with whether it plays.
 */
function followsReader(figure: HTMLElement, player: HTMLElement, changed: () => void) {
  let isAway = false
  new IntersectionObserver(([entry]) => {
    isAway = entry?.isIntersecting === false
    changed()
  }).observe(figure)
  return (isPlaying: boolean) => {
    if (player.hasAttribute('data-away') === (isAway && isPlaying)) return
    // The text does not move.
    figure.style.minHeight = isAway && isPlaying ? `${figure.offsetHeight}px` : ''
    player.toggleAttribute('data-away', isAway && isPlaying)
  }
}

function isPressed(button: HTMLButtonElement): boolean {
  return button.getAttribute('aria-pressed') === 'true'
}

/**
 * One sound, streamed by the element that also plays it without script. Its waveform is drawn when
 * it plays, unless the server drew it.
 */
function createSingle(audio: HTMLAudioElement, wave: Element | null, changed: () => void): Engine {
  for (const type of ['pause', 'ended', 'seeked']) audio.addEventListener(type, changed)
  let isDrawn = !wave?.hasAttribute('data-undrawn')

  /**
   * The sound plays without its waveform too, so that an error is only logged. The next press tries
   * again.
   */
  async function draw() {
    isDrawn = true
    try {
      drawWaveform(wave, await fetchSound(new OfflineAudioContext(1, 1, 44_100), audio.currentSrc))
    } catch (error) {
      isDrawn = false
      console.warn(error)
    }
  }

  return {
    async play() {
      await audio.play()
      if (!isDrawn) void draw()
    },
    pause: () => audio.pause(),
    isPlaying: () => !audio.paused,
    position: () => audio.currentTime,
    seek: (position) => {
      audio.currentTime = position
    },
    setLoop: (loop) => {
      audio.loop = loop
    },
  }
}

/** Lays a second copy of the waves over the first: it shows the part that was played. */
function layerWaves(player: HTMLElement) {
  for (const wave of player.querySelectorAll('.sound-seek svg')) {
    const copy = wave.cloneNode(true) as Element
    copy.classList.add('sound-played')
    wave.after(copy)
  }
}
