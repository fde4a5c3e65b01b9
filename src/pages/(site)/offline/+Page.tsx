import { OfflinePage } from '../../../site/saved/offline-page.tsx'

export default OfflinePage
