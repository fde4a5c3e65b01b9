/** A progress indicator. Its label is visible unless `hideLabel` is set. */
export function Spinner({ label, hideLabel = false }: { label: string; hideLabel?: boolean }) {
  return (
    <div role="status" className="spinner-line">
      <span className="spinner" aria-hidden="true" />
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
    </div>
  )
}
