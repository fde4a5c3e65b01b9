/** Brings the first field that is wrong into view and gives it the focus, unless one that is wrong has it. */
export function focusFirstProblem(): void {
  // The messages are there after the next frame.
  requestAnimationFrame(() => {
    const wrong = [...document.querySelectorAll<HTMLElement>('main [aria-invalid="true"]')]
    if (wrong.some((field) => field === document.activeElement)) return
    wrong[0]?.scrollIntoView({ block: 'center' })
    wrong[0]?.focus({ preventScroll: true })
  })
}
