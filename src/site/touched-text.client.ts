import { openLightbox } from './lightbox.client.ts'
import { partTexts } from './part-texts.ts'
import { startPlayer } from './sound/player.client.ts'

/**
 * Does what a part of a text is for when it is touched; `pressed` is its button or link, if the
 * touch was a press.
 */
export function touch(part: HTMLElement, pressed: HTMLElement | null): void {
  if (part.matches('[data-sound]')) {
    startPlayer(part)
    if (pressed) pressed.click()
  } else if (pressed?.matches('a')) openLightbox(pressed as HTMLAnchorElement)
  else if (pressed) pressTextButton(pressed as HTMLButtonElement)
}

/** Does what a button in written text is for: it copies its value, or loads a player. */
function pressTextButton(button: HTMLButtonElement): void {
  if (button.dataset.player) {
    play(button)
    return
  }
  const text = partTexts()
  const say = (words: string) => () => {
    button.textContent = words
  }
  navigator.clipboard.writeText(button.value).then(say(text('copied')), say(text('notCopied')))
}

/**
 * Puts the player of a card in place of its button. Until then, nothing is requested from its host.
 */
function play(button: HTMLButtonElement): void {
  const frame = document.createElement('iframe')
  frame.src = button.dataset.player ?? ''
  frame.title = button.dataset.title ?? ''
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  frame.className = 'embed-frame'
  button.replaceWith(frame)
  frame.focus()
}
