import type { ReactNode } from 'react'
import { messageOf } from '../../api/refusal.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/**
 * Shows what a query loaded; a spinner before that, and the reason with a button that tries again
 * when it failed.
 */
export function Loaded<Data>({
  query,
  name,
  failed = name,
  children,
}: {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  /** What is loaded, in the plural: 'users'. */
  name: string
  /** The name in 'The … could not be loaded'. */
  failed?: string
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (!query.error) return <Spinner label={`Loading ${name}...`} />
  return (
    <ErrorPanel
      title={`The ${failed} could not be loaded`}
      message={messageOf(query.error)}
      retry={() => query.refetch()}
    />
  )
}
