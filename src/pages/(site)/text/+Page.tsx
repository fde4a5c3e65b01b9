import { PageNotFound } from '../../../site/not-found.tsx'
import { AboutSubscribe } from '../../../site/text/about-subscribe.tsx'
import { TextPage, type TextPageProps } from '../../../site/text/text-page.tsx'
import type { Findable } from '../../page-data.ts'

export default function Page(props: Findable<TextPageProps>) {
  if (props.kind === 'not-found') return <PageNotFound />
  return <TextPage {...props}>{props.page.name === 'about' && <AboutSubscribe />}</TextPage>
}
