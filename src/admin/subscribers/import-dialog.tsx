import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportReport } from '#domain/subscriber-list.ts'
import { reasonOf } from '../../api/request.ts'
import { importSubscribers } from '../../api/subscribers.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { unreachable } from '../shell/sign-in-rules.ts'
import { ImportReportView } from './import-report-view.tsx'

const largestFile = 10 * 1024 * 1024

/** Takes a list from elsewhere in and tells row by row what became of it. */
export function ImportDialog({ onImported, onClose }: { onImported: () => unknown; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const load = useMutation({
    mutationFn: (chosen: File): Promise<ImportReport> => importSubscribers(chosen),
    onSuccess: () => void onImported(),
    onError: (error) => console.error(error),
  })

  function submit() {
    if (!file) setFault('Please choose a CSV file.')
    else if (file.size > largestFile) setFault('The file is larger than 10 MB; please split it.')
    else load.mutate(file)
  }

  return (
    <Dialog
      title={load.data ? 'Import finished' : 'Import a CSV file'}
      className="dialog-form"
      mayClose={() => !load.isPending}
      onClose={onClose}
    >
      {load.data ? (
        <>
          <ImportReportView report={load.data} />
          <DialogActions>
            <Button
              onClick={() => {
                load.reset()
                setFile(null)
              }}
            >
              Another file
            </Button>
            <Button variant="primary" data-autofocus onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <p className="mb-4 text-small text-soft">
            Import only people who agreed to get your newsletter: they are on the list at once, without being asked.
            Whoever is there already, has unsubscribed or was deleted is skipped.
          </p>
          <Field
            label="CSV file"
            hint={
              <>
                A column <code>email</code>, and if you have them <code>subscribedAt</code>, <code>status</code> and{' '}
                <code>source</code>. Exports of Buttondown, listmonk, Mailchimp and of this page fit.
              </>
            }
            {...(fault !== null && { error: fault })}
            control={(ties) => (
              <input
                {...ties}
                type="file"
                accept=".csv,.txt,text/csv,text/plain"
                className="control file-control"
                disabled={load.isPending}
                onChange={({ target }) => {
                  setFault(null)
                  load.reset()
                  setFile(target.files?.[0] ?? null)
                }}
              />
            )}
          />
          {load.isError && (
            <p className="notice mt-3" data-tone="danger" role="alert">
              {reasonOf(load.error) ?? unreachable}
            </p>
          )}
          <DialogActions>
            <Button onClick={onClose} disabled={load.isPending}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" pending={load.isPending} pendingText="Importing...">
              Import
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}
