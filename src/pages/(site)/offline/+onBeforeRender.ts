import { plainPage } from '../../page-data.ts'

/** Stored by the service worker for saved pages. */
export default plainPage('/offline', 'offlineTitle', 'offlineText')
