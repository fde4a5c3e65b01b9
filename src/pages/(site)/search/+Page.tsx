export { SearchPage as default } from '../../../site/search/search-page.tsx'
