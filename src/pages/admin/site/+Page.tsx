import { SiteScreen } from '../../../admin/site/site-screen.tsx'

export default SiteScreen
