import { DownloadsPage } from '../../../../site/downloads/downloads-page.tsx'
import { findable } from '../../../findable.tsx'

export default findable(DownloadsPage)
