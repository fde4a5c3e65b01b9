/**
 * Lets a button remember, by the browser alone, that it was pressed before the page's script was there: it opens this popover, which nobody sees. The script looks for
 * open ones when it starts and presses their buttons (`replayEarlyPresses`). Give the button `popoverTarget={id} popoverTargetAction="show"`.
 */
export function EarlyPress({ id }: { id: string }) {
  return <span id={id} popover="manual" className="hidden" data-early-press aria-hidden="true" />
}
