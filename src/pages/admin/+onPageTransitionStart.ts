/**
 * Notes where a screen is scrolled when it is left by a link. Vike's router notes it 0.3 seconds
 * after each scroll, and a link may be pressed before.
 */
export default function onPageTransitionStart(context: { isHistoryNavigation: boolean | null }) {
  // On the way back, the browser has the state of the next screen by now.
  if (context.isHistoryNavigation) return
  Object.assign(history.state.vike, { scrollPosition: { x: scrollX, y: scrollY } })
  history.replaceState(history.state, '')
}
