import { Subscribed } from '../../../site/subscribe/subscribed.tsx'

export default Subscribed
