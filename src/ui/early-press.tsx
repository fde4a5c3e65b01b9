/**
 * Records a press of a button before the page's script is loaded: the button opens this invisible
 * popover. The script presses the buttons of open popovers when it starts (`replayEarlyPresses`).
 * Give the button `popoverTarget={id} popoverTargetAction="show"`.
 */
export function EarlyPress({ id }: { id: string }) {
  return <span id={id} popover="manual" className="hidden" data-early-press aria-hidden="true" />
}
