export { ImportScreen as default } from '../../../admin/import/import-screen.tsx'
