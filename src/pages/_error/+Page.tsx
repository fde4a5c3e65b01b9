import { PageFailed, PageNotFound } from '../../site/not-found.tsx'

/** Any other path, and a page that could not be rendered. */
export default function Page({ is404 }: { is404: boolean }) {
  return is404 ? <PageNotFound /> : <PageFailed />
}
