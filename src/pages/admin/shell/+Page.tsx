import { useEffect } from 'react'
import { navigate } from 'vite-plugin-ssr/client/router'
import { shellAddress } from '#domain/admin-address.ts'

/** What every address of the admin starts from without a network: it goes on to the screen that was asked for. */
export default function Page() {
  useEffect(() => {
    const { pathname, search, hash } = location
    const to = pathname === shellAddress ? '/admin' : pathname + search + hash
    void navigate(to, { overwriteLastHistoryEntry: true })
  }, [])
  return null
}
