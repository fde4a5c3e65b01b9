import { NotFound } from '../../../site/not-found.tsx'

export default function Page() {
  return <NotFound title="draftEnded" />
}
