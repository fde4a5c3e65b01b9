export { LoginScreen as default } from '../../../admin/login/login-screen.tsx'
