/** How long a page may take before it is requested again; each further time takes twice as long. */
const patienceMs = 5000

/**
 * Loads pages, and repeats the request while the document is still shown: Chromium (156) loses a
 * document that is requested while it replaces the service worker, and never answers that request.
 * Ends when the person stays.
 */
export function createPageLoader(
  assign: (address: string) => void,
  page: EventTarget,
): (address: string) => void {
  let again: ReturnType<typeof setTimeout> | undefined

  function load(address: string, patience = patienceMs) {
    end()
    again = setTimeout(() => load(address, 2 * patience), patience)
    page.addEventListener('pagehide', end, { once: true })
    // Registered last, so that it sees whether another listener lets the browser ask the person.
    page.addEventListener('beforeunload', (event) => event.defaultPrevented && end(), {
      once: true,
    })
    assign(address)
  }

  function end() {
    clearTimeout(again)
  }

  return (address) => load(address)
}
