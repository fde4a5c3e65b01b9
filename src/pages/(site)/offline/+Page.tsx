export { OfflinePage as default } from '../../../site/saved/offline-page.tsx'
