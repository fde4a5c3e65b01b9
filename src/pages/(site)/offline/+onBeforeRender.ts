import { keptPage } from '../../page-data.ts'

/** Stored by the service worker for saved pages. */
export default keptPage('/offline', 'offlineTitle', 'offlineText')
