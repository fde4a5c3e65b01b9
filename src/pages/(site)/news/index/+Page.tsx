import { NewsList, type NewsListProps } from '../../../../site/news/news-list.tsx'
import { PageNotFound } from '../../../../site/not-found.tsx'
import type { Findable } from '../../../page-data.ts'

export default function Page(props: Findable<NewsListProps>) {
  return props.kind === 'found' ? <NewsList {...props} /> : <PageNotFound />
}
