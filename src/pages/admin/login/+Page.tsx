import { LoginScreen } from '../../../admin/login/login-screen.tsx'

export default LoginScreen
