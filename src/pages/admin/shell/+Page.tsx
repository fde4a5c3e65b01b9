import { useEffect } from 'react'
import { navigate } from 'vite-plugin-ssr/client/router'
import { shellAddress } from '#domain/admin-address.ts'

/**
 * The start page for every admin address without a network; it continues with the requested screen.
 */
export default function Page() {
  useEffect(() => {
    const { pathname, search, hash } = location
    const to = pathname === shellAddress ? '/admin' : pathname + search + hash
    void navigate(to, { overwriteLastHistoryEntry: true })
  }, [])
  return null
}
