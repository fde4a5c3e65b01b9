/**
 * Loads the script of what is in a text when it is touched: buttons that copy a value or load a player of another site, and players of sounds, also by focus.
 * A page on which nobody touches them never loads it. A press on a player before that is repeated when the player is ready.
 */
export function startTextParts(): void {
  async function wake(event: Event) {
    const target = event.target as Element
    const figure = target.closest<HTMLElement>('[data-sound]:not([data-ready])')
    const button = target.closest('button')
    const isText = button?.matches('[data-copy], [data-player]')
    if (!figure && !isText) return
    const isPress = button && event.type === 'click'
    if (isPress) event.stopPropagation()
    const { pressTextButton, startPlayer } = await import('./touched-text.client.ts')
    if (figure) startPlayer(figure)
    if (!isPress) return
    if (isText) pressTextButton(button)
    else button.click()
  }
  // Before the click, because some browsers forbid copying when the script comes long after it.
  for (const type of ['pointerdown', 'focusin', 'click']) document.addEventListener(type, wake, true)
}
