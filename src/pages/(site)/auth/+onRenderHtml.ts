import { renderAdminStyledDocument } from '../../../renderer/admin-styled-document.ts'

export default renderAdminStyledDocument
