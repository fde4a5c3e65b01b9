import { AuthorPage } from '../../../../site/authors/author-page.tsx'
import { findable } from '../../../findable.tsx'

export default findable(AuthorPage)
