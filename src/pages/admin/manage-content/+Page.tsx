import { ManageContentScreen } from '../../../admin/manage/manage-content-screen.tsx'

export default ManageContentScreen
