/** Address of the admin's service worker, which `scripts/bundle-service-workers.ts` builds. */
export const workerAddress = '/admin-worker.js'

/**
 * Whether this is the admin's worker, not that of saved pages, which may have controlled this
 * document before.
 */
export function isAdminWorker(worker: ServiceWorker | null): boolean {
  return worker !== null && new URL(worker.scriptURL).pathname === workerAddress
}
