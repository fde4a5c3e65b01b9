import { DownloadsScreen } from '../../../admin/downloads/downloads-screen.tsx'

export default DownloadsScreen
