import { PageNotFound } from '../../site/not-found.tsx'
import { TextPage, type TextPageProps } from '../../site/text/text-page.tsx'
import type { Findable } from '../page-data.ts'

export default function Page(props: Findable<TextPageProps>) {
  return props.kind === 'found' ? <TextPage {...props} /> : <PageNotFound />
}
