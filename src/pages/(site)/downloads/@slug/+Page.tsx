import { DownloadGate } from '../../../../site/downloads/download-gate.tsx'
import { findable } from '../../../findable.tsx'

export default findable(DownloadGate)
