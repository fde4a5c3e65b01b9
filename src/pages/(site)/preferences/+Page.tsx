import { Preferences } from '../../../site/subscribe/preferences.tsx'

export default Preferences
