import '../+client.ts'
import { startSavedList } from '../../../site/saved/saved-list.client.ts'

startSavedList()
