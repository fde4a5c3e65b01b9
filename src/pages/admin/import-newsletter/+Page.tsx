import { ImportScreen } from '../../../admin/newsletter-import/import-screen.tsx'

export default ImportScreen
