import { NewsList } from '../../../../site/news/news-list.tsx'
import { findable } from '../../../findable.tsx'

export default findable(NewsList)
