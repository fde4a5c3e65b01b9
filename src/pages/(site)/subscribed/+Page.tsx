export { Subscribed as default } from '../../../site/subscribe/subscribed.tsx'
