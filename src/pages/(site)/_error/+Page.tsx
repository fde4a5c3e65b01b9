import { NotFound } from '../../../site/not-found.tsx'

/** The page for unknown addresses and for errors during rendering. */
export default function Page({ is404 }: { is404: boolean }) {
  return <NotFound title={is404 ? 'pageNotFound' : 'pageFailed'} />
}
