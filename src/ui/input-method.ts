/**
 * Keeps the keys of an input method (Japanese, Chinese, a compose key) from every handler of keys
 * in the window: Enter takes a proposal then, arrows and Escape choose among them, and none is a
 * command. Safari reports the key that ends a composition after it has ended, with the code 229
 * that such keys have (UI Events, section 5.3).
 */
export function keepInputMethodKeys(page: Pick<Window, 'addEventListener'> = globalThis): void {
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
    },
    true,
  )
}

/** Calls `act` for keys in the page of a frame, which needs a guard of its own. */
export function listenToKeys(page: Window, act: (event: KeyboardEvent) => void): void {
  keepInputMethodKeys(page)
  page.addEventListener('keydown', act)
}
