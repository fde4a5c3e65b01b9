import '../+client.ts'
import { startOfflinePage } from '../../../site/saved/offline-page.client.ts'

startOfflinePage()
