import type { ReactNode } from 'react'
import { SkipLink } from '../../ui/skip-link.tsx'

/**
 * Admin screens have their own bar, which the browser renders: no header and no footer of the site.
 */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      {children}
    </>
  )
}
