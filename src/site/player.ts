/**
 * Puts the player of a card in place of its button. Until then, nothing is requested from its host.
 */
export function play(button: HTMLButtonElement): void {
  const frame = document.createElement('iframe')
  frame.src = button.dataset.player ?? ''
  frame.title = button.dataset.title ?? ''
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  frame.className = 'embed-frame'
  button.replaceWith(frame)
  frame.focus()
}
