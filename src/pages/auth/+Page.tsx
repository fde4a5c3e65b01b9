import { AdminAccessOnly } from '../../site/text/admin-access-only.tsx'

export default AdminAccessOnly
