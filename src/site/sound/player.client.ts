import { clockTime } from '#domain/sound.ts'
import { partTexts } from '../part-texts.ts'
import { Comparison, type Engine, fetchSound } from './comparison.client.ts'
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
  const engine =
    figure.dataset.sound === 'compare'
      ? new Comparison(player, changed)
      : createSingle(
          figure.querySelector('audio') as HTMLAudioElement,
          player.querySelector('.sound-seek svg'),
          changed,
        )
  layerWaves(player)

  const text = partTexts()
  let shownAt = -1

  /** Shows the state of the engine. */
  const show = () => {
    const isPlaying = engine.isPlaying()
    const at = Math.min(engine.position(), duration)
    play.setAttribute('aria-label', text(isPlaying ? 'pause' : 'play'))
    player.toggleAttribute('data-playing', isPlaying)
    // With reduced motion the position moves once a second.
    if (isPlaying && isCalm.matches && Math.floor(at) === Math.floor(shownAt)) return
    shownAt = at
    const time = clockTime(Math.floor(at))
    range.value = String(at)
    range.setAttribute(
      'aria-valuetext',
      text('soundPlace', { at: time, length: clockTime(duration) }),
    )
    if (shownTime.textContent !== time) shownTime.textContent = time
    player.style.setProperty('--played', `${(100 * at) / duration}%`)
  }

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
  const choices = [...player.querySelectorAll<HTMLButtonElement>('.sound-choices button')]
  for (const choice of choices)
    choice.addEventListener('click', () => {
      if (!engine.isPlaying()) void start()
    })
  engine.setLoop(isPressed(loop))
  loop.addEventListener('click', () => {
    const isOn = !isPressed(loop)
    loop.setAttribute('aria-pressed', String(isOn))
    engine.setLoop(isOn)
  })
  range.addEventListener('input', () => {
    engine.seek(range.valueAsNumber)
    show()
  })
  player.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (!ctrlKey && !metaKey && !altKey) choices[Number(key) - 1]?.click()
  })
  // A button is pressed when the space bar is released; the chosen sound has nothing to do then.
  for (const type of ['keydown', 'keyup'] as const)
    player.addEventListener(type, (event) => {
      const target = event.target as Element
      const isFree =
        target === range || choices.some((choice) => choice === target && isPressed(choice))
      if (event.key !== ' ' || !isFree) return
      event.preventDefault()
      if (type === 'keydown' && !event.repeat) play.click()
    })
  // The position may have been moved before this code was there.
  if (range.valueAsNumber > 0) engine.seek(range.valueAsNumber)
  show()
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
