export { SubscribersScreen as default } from '../../../admin/subscribers/subscribers-screen.tsx'
