export { DashboardScreen as default } from '../../../admin/dashboard/dashboard-screen.tsx'
