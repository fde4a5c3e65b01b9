/** Something is on its way. The label is read out, and shown unless it is hidden. */
export function Spinner({ label, hideLabel = false }: { label: string; hideLabel?: boolean }) {
  return (
    <div role="status" className="spinner-line">
      <span className="spinner" aria-hidden="true" />
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
    </div>
  )
}
