import { renderAdminDocument } from '../../renderer/admin-document.tsx'

export default renderAdminDocument
