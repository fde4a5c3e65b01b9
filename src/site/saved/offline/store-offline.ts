/** The progress of storing saved pages, as reported by the service worker. */
export interface OfflineState {
  /** Addresses that can be read offline. */
  readable: ReadonlyArray<string>
  /** Whether the document came from storage, because the network failed. */
  offline: boolean
  /** Whether the worker has tried to store all pages. */
  done: boolean
}

/**
 * Makes the service worker store the pages at these addresses and remove all others, and reports
 * the state at the start and at the end. The worker is registered only when something is saved.
 * Reports nothing where the browser lacks or forbids service workers.
 */
export async function storeOffline(
  addresses: ReadonlyArray<string>,
  report: (state: OfflineState) => void = () => undefined,
): Promise<void> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (!serviceWorker || !import.meta.env.PROD) return
  try {
    const registration =
      addresses.length > 0
        ? await serviceWorker.register('/saved-worker.js')
        : await serviceWorker.getRegistration('/')
    const worker = registration?.active ?? registration?.waiting ?? registration?.installing
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<OfflineState>) => {
      report(data)
      if (data.done && addresses.length === 0) void registration?.unregister()
    }
    worker?.postMessage({ keep: addresses }, [port2])
  } catch (error) {
    console.info('Saved pages cannot be stored for offline reading:', error)
  }
}
