import { DeviceScreen } from '../../../admin/local/device/device-screen.tsx'

export default DeviceScreen
