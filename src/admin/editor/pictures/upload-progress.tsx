/**
 * The progress of an upload. After the last byte, the server still encodes and commits the picture.
 */
export function UploadProgress({ name, part }: { name: string; part: number }) {
  const stored = part >= 1
  return (
    <div className="grid gap-1">
      <p className="flex justify-between gap-3 text-tiny">
        <span className="min-w-0 truncate">{stored ? `Storing ${name}` : `Uploading ${name}`}</span>
        <span className="flex-none tabular-nums">
          {stored ? 'Almost done' : `${Math.floor(part * 100)}%`}
        </span>
      </p>
      {stored ? (
        <progress className="progress-bar" aria-label={`Storing ${name}`} max={1} />
      ) : (
        <progress className="progress-bar" aria-label={`Uploading ${name}`} max={1} value={part} />
      )}
    </div>
  )
}
