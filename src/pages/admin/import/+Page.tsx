export { ImportSiteScreen as default } from '../../../admin/import-site/import-site-screen.tsx'
