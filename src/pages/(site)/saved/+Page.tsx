export { SavedPage as default } from '../../../site/saved/saved-page.tsx'
