/** Presses the buttons that were pressed before the script was there, and lets the script alone do their work from now on. For when it listens. */
export function replayEarlyPresses(): void {
  for (const mark of document.querySelectorAll<HTMLElement>('[data-early-press]')) {
    const button = document.querySelector<HTMLButtonElement>(`button[popovertarget="${CSS.escape(mark.id)}"]`)
    let pressed = false
    try {
      pressed = mark.matches(':popover-open')
    } catch {
      // A browser without popovers remembers no press.
    }
    if (pressed) mark.hidePopover()
    // React takes it from the buttons of islands when they wake, and would miss it before.
    if (button && !button.closest('[data-island]')) {
      button.removeAttribute('popovertarget')
      button.removeAttribute('popovertargetaction')
    }
    if (pressed) button?.click()
  }
}
