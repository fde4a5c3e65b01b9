/** How far the keeping of saved pages is, as the service worker tells it. */
export interface OfflineState {
  /** Addresses that can be read without a network. */
  readable: ReadonlyArray<string>
  /** Whether the document that asked came from this browser, since the network failed. */
  offline: boolean
  /** Whether all others have had their turn to be kept. */
  done: boolean
}

/**
 * Has the pages at these addresses kept for reading without a network, and no others, and tells how that goes: what there is at once, and what there is at the
 * end. Nobody who has saved nothing has the service worker that does it. Tells nothing where the browser offers or allows none of this.
 */
export async function keepOffline(
  addresses: ReadonlyArray<string>,
  tell: (state: OfflineState) => void = () => undefined,
): Promise<void> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (!serviceWorker || !import.meta.env.PROD) return
  try {
    const registration =
      addresses.length > 0 ? await serviceWorker.register('/saved-worker.js') : await serviceWorker.getRegistration('/')
    const worker = registration?.active ?? registration?.waiting ?? registration?.installing
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<OfflineState>) => {
      tell(data)
      if (data.done && addresses.length === 0) void registration?.unregister()
    }
    worker?.postMessage({ keep: addresses }, [port2])
  } catch (error) {
    console.info('Nothing can be kept for reading offline here:', error)
  }
}
