import { DeviceScreen } from '../../../admin/offline/device/device-screen.tsx'

export default DeviceScreen
