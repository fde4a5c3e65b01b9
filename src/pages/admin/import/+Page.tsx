import { ImportSiteScreen } from '../../../admin/import-site/import-site-screen.tsx'

export default ImportSiteScreen
