import { DeviceScreen } from '../../../admin/device/device-screen.tsx'

export default DeviceScreen
