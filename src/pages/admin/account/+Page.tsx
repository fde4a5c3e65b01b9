export { AccountScreen as default } from '../../../admin/account/account-screen.tsx'
