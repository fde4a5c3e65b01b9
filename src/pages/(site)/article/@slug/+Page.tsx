import {
  ArticleDetail,
  type ArticleDetailProps,
} from '../../../../site/articles/article-detail.tsx'
import { ArticleNotFound } from '../../../../site/not-found.tsx'
import type { Findable } from '../../../page-data.ts'

export default function Page(props: Findable<ArticleDetailProps>) {
  return props.kind === 'found' ? <ArticleDetail {...props} /> : <ArticleNotFound />
}
