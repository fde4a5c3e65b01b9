import { DownloadsPage, type DownloadsPageProps } from '../../../site/downloads/downloads-page.tsx'

export default function Page(props: DownloadsPageProps) {
  return <DownloadsPage {...props} />
}
