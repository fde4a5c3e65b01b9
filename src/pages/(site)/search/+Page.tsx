import { SearchPage } from '../../../site/search/search-page.tsx'

export default SearchPage
