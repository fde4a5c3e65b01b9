import type { ReactNode } from 'react'
import { messageOf } from '../../api/refusal.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'

interface LoadingProps {
  query: { error: unknown; refetch: () => unknown }
  /** What is loaded, in the plural: 'users'. */
  name: string
  /** The name in 'The … could not be loaded'. */
  failed?: string
}

/**
 * Shows what a query loaded; a spinner before that, and the reason with a button that tries again
 * when it failed.
 */
export function Loaded<Data>({
  children,
  ...loading
}: LoadingProps & { query: { data: Data | undefined }; children: (data: Data) => ReactNode }) {
  const { data } = loading.query
  return data === undefined ? <Loading {...loading} /> : children(data)
}

/** A query without data: a spinner, or why it failed. */
export function Loading({ query, name, failed = name }: LoadingProps) {
  if (!query.error) return <Spinner label={`Loading ${name}...`} />
  return (
    <ErrorPanel
      title={`The ${failed} could not be loaded`}
      message={messageOf(query.error)}
      retry={() => query.refetch()}
    />
  )
}
