export { DownloadsScreen as default } from '../../../admin/downloads/downloads-screen.tsx'
