export { MediaScreen as default } from '../../../admin/media/media-screen.tsx'
