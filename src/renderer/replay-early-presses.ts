/**
 * Replays presses of buttons from before the script was loaded, and from then on leaves the buttons
 * to the script. Call it when the listeners are installed.
 */
export function replayEarlyPresses(): void {
  for (const mark of document.querySelectorAll<HTMLElement>('[data-early-press]')) {
    const button = document.querySelector<HTMLButtonElement>(
      `button[popovertarget="${CSS.escape(mark.id)}"]`,
    )
    let pressed = false
    try {
      pressed = mark.matches(':popover-open')
    } catch {
      // A browser without popovers records no press.
    }
    if (pressed) mark.hidePopover()
    // React removes the attributes from the buttons of islands when it hydrates them, and needs
    // them until then.
    if (button && !button.closest('[data-island]')) {
      button.removeAttribute('popovertarget')
      button.removeAttribute('popovertargetaction')
    }
    if (pressed) button?.click()
  }
}
