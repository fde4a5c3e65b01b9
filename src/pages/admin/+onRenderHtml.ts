export { renderAdminDocument as default } from '../../renderer/admin-document.tsx'
