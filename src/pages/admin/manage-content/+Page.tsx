import { ManageContentScreen } from '../../../admin/manage-content/manage-content-screen.tsx'

export default ManageContentScreen
