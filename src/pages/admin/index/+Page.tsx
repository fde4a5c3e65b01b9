import { DashboardScreen } from '../../../admin/dashboard/dashboard-screen.tsx'

export default DashboardScreen
