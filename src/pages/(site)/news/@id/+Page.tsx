import { NewsDetail } from '../../../../site/news/news-detail.tsx'
import { findable } from '../../../findable.tsx'

export default findable(NewsDetail, 'newsNotFound')
