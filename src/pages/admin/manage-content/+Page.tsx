export { ManageContentScreen as default } from '../../../admin/manage/manage-content-screen.tsx'
