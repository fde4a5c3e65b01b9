import { RotateCcw, X } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { fileSize } from './picture-file.ts'
import { UploadProgress } from './upload-progress.tsx'
import { isOpen, type UploadJob, type UploadState, type useUploads } from './use-uploads.ts'

/** The uploads of the library with their states and actions. */
export function UploadList({ uploads }: { uploads: ReturnType<typeof useUploads> }) {
  const { jobs, clear } = uploads
  if (jobs.length === 0) return null
  const count = (kind: UploadState['kind']) =>
    jobs.filter(({ state }) => state.kind === kind).length
  const open = jobs.filter(isOpen).length
  return (
    <section
      className="grid mb-5 border border-line rounded-card bg-surface text-14"
      aria-label="Uploads"
    >
      <div className="flex flex-wrap items-center justify-between gap-y-1.5 gap-x-4 py-2 px-3.5">
        <p role="status" className="font-semibold">
          {count('stored')} of {jobs.length} uploaded
          {count('kept') > 0 && `, ${count('kept')} kept on this device`}
          {count('failed') > 0 && `, ${count('failed')} failed`}
        </p>
        {open < jobs.length && (
          <Button size="sm" variant="ghost" onClick={clear}>
            {open === 0 ? 'Close' : 'Clear finished'}
          </Button>
        )}
      </div>
      <ul className="max-h-72 overflow-y-auto">
        {jobs.map((job) => (
          <li
            key={job.key}
            className="flex flex-wrap items-center justify-between gap-y-1.5 gap-x-4 py-2 px-3.5
              border-t border-line [&>:first-child]:flex-[1_1_14rem] [&>:first-child]:min-w-0"
          >
            <Row job={job} uploads={uploads} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ job, uploads }: { job: UploadJob; uploads: ReturnType<typeof useUploads> }) {
  const { file, state } = job
  return (
    <>
      {state.kind === 'sending' ? (
        <UploadProgress name={file.name} part={state.part} />
      ) : (
        <div>
          <p className="truncate">
            {file.name} <span className="text-muted">· {fileSize(file.size)}</span>
          </p>
          {state.kind === 'failed' && <FormError>{state.message}</FormError>}
        </div>
      )}
      {state.kind === 'waiting' && <span className="text-muted">Waiting</span>}
      {state.kind === 'stored' && <Badge tone="ok">Uploaded</Badge>}
      {state.kind === 'kept' && <Badge tone="warn">Kept on this device</Badge>}
      {state.kind === 'cancelled' && <Badge>Cancelled</Badge>}
      {isOpen(job) && (
        <Button
          size="sm"
          variant="ghost"
          icon={<X />}
          aria-label={`Cancel ${file.name}`}
          onClick={() => uploads.cancel(job)}
        >
          Cancel
        </Button>
      )}
      {(state.kind === 'cancelled' || (state.kind === 'failed' && state.again)) && (
        <Button
          size="sm"
          icon={<RotateCcw />}
          aria-label={`Try ${file.name} again`}
          onClick={() => uploads.again(job)}
        >
          Try again
        </Button>
      )}
    </>
  )
}
