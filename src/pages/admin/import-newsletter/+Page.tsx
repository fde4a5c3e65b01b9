import { ImportScreen } from '../../../admin/import/import-screen.tsx'

export default ImportScreen
