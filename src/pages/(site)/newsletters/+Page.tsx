import {
  NewsletterList,
  type NewsletterListProps,
} from '../../../site/newsletters/newsletter-list.tsx'
import { PageNotFound } from '../../../site/not-found.tsx'
import type { Findable } from '../../page-data.ts'

export default function Page(props: Findable<NewsletterListProps>) {
  return props.kind === 'found' ? <NewsletterList {...props} /> : <PageNotFound />
}
