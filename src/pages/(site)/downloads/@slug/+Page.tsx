import { DownloadGate, type DownloadGateProps } from '../../../../site/downloads/download-gate.tsx'
import { PageNotFound } from '../../../../site/not-found.tsx'
import type { Findable } from '../../../page-data.ts'

export default function Page(props: Findable<DownloadGateProps>) {
  return props.kind === 'found' ? <DownloadGate {...props} /> : <PageNotFound />
}
