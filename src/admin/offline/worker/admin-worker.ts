/** The service worker of the admin; `scripts/bundle-admin-worker.ts` makes it. */
export const workerAddress = '/admin-worker.js'

/** Whether this is the admin's worker. That of saved pages may have been there for this document before. */
export function isAdminWorker(worker: ServiceWorker | null): boolean {
  return worker !== null && new URL(worker.scriptURL).pathname === workerAddress
}
