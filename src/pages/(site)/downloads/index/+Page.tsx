import {
  DownloadsPage,
  type DownloadsPageProps,
} from '../../../../site/downloads/downloads-page.tsx'
import { PageNotFound } from '../../../../site/not-found.tsx'
import type { Findable } from '../../../page-data.ts'

export default function Page(props: Findable<DownloadsPageProps>) {
  return props.kind === 'found' ? <DownloadsPage {...props} /> : <PageNotFound />
}
