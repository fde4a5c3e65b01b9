import { Confirm } from '../../../site/subscribe/confirm.tsx'

export default Confirm
