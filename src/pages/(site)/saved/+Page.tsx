import { SavedPage } from '../../../site/saved/saved-page.tsx'

export default SavedPage
