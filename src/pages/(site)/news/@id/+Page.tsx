import { NewsDetail, type NewsDetailProps } from '../../../../site/news/news-detail.tsx'
import { NewsItemNotFound } from '../../../../site/not-found.tsx'
import type { Findable } from '../../../page-data.ts'

export default function Page(props: Findable<NewsDetailProps>) {
  return props.kind === 'found' ? <NewsDetail {...props} /> : <NewsItemNotFound />
}
