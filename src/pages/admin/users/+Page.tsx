export { UsersScreen as default } from '../../../admin/users/users-screen.tsx'
