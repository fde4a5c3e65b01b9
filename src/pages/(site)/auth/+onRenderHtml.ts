export { renderAdminStyledDocument as default } from '../../../renderer/admin-styled-document.ts'
