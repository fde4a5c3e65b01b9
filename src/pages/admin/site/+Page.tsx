export { SiteScreen as default } from '../../../admin/site/site-screen.tsx'
