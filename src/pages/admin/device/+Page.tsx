export { DeviceScreen as default } from '../../../admin/device/device-screen.tsx'
