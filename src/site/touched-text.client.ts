import { openLightbox } from './lightbox.client.ts'
import { startPlayer } from './sound/player.client.ts'
import { pressTextButton } from './text-buttons.client.ts'

/**
 * Does what a part of a text is for when it is touched; `pressed` is its button or link, if the
 * touch was a press.
 */
export function touch(part: HTMLElement, pressed: HTMLElement | false | null): void {
  if (part.matches('[data-sound]')) {
    startPlayer(part)
    if (pressed) pressed.click()
  } else if (pressed instanceof HTMLAnchorElement) openLightbox(pressed)
  else if (pressed instanceof HTMLButtonElement) pressTextButton(pressed)
}
