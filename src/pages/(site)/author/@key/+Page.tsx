import { AuthorPage, type AuthorPageProps } from '../../../../site/authors/author-page.tsx'
import { PageNotFound } from '../../../../site/not-found.tsx'
import type { Findable } from '../../../page-data.ts'

export default function Page(props: Findable<AuthorPageProps>) {
  return props.kind === 'found' ? <AuthorPage {...props} /> : <PageNotFound />
}
