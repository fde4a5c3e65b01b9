import { ArticleDetail } from '../../../../site/articles/article-detail.tsx'
import { findable } from '../../../findable.tsx'

export default findable(ArticleDetail, 'articleNotFound')
