import { Unsubscribe } from '../../../site/subscribe/unsubscribe.tsx'

export default Unsubscribe
