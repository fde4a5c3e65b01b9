export { Preferences as default } from '../../../site/subscribe/preferences.tsx'
