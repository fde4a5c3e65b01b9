import { UsersScreen } from '../../../admin/users/users-screen.tsx'

export default UsersScreen
