import { MediaScreen } from '../../../admin/media/media-screen.tsx'

export default MediaScreen
