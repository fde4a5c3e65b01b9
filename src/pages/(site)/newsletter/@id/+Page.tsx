import { IssueDetail, type IssueDetailProps } from '../../../../site/newsletters/issue-detail.tsx'
import { NewsletterNotFound } from '../../../../site/not-found.tsx'
import type { Findable } from '../../../page-data.ts'

export default function Page(props: Findable<IssueDetailProps>) {
  return props.kind === 'found' ? <IssueDetail {...props} /> : <NewsletterNotFound />
}
