import { AccountScreen } from '../../../admin/account/account-screen.tsx'

export default AccountScreen
