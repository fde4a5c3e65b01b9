import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#domain/count-words.ts'
import type {
  ImportAnswer,
  ImportMeaning,
  ImportQuestion,
  ImportReport,
} from '#domain/subscriber-list.ts'
import { adminCall, newIdempotencyKey } from '../../api/admin-call.ts'
import { messageOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FileField, SelectField } from '../../ui/field.tsx'
import { ImportReportView } from './import-report-view.tsx'

const largestFile = 10 * 1024 * 1024

/** Sends the file; with `preview` the server writes nothing. */
const sendList = (file: File, answers: ReadonlyArray<ImportAnswer>, preview: boolean) =>
  adminCall('POST /api/subscribers/import', {
    query: { preview: preview ? 'true' : undefined },
    form: { answers: JSON.stringify(answers), file },
    key: newIdempotencyKey(),
  })

/** Imports a CSV file: choose, preview, then write. */
export function ImportDialog({
  onImported,
  onClose,
}: {
  onImported: () => unknown
  onClose: () => void
}) {
  const list = useImportedList(onImported)
  const { preview, loading, busy, problem } = list

  if (list.done)
    return (
      <Dialog title="Import finished" className="dialog-form" onClose={onClose}>
        <ImportReportView report={list.done} />
        <DialogActions>
          <Button onClick={list.startAgain}>Another file</Button>
          <Button variant="primary" data-autofocus onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    )

  const open = preview?.questions.filter(({ means }) => means === null).length ?? 0
  const people = preview ? preview.added + preview.left : null
  return (
    <Dialog
      title={preview ? 'Preview of the import' : 'Import a CSV file'}
      className="dialog-form"
      mayClose={() => !loading}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          list.submit()
        }}
      >
        {preview ? (
          <>
            <ImportQuestions
              questions={preview.questions}
              answers={list.answers}
              disabled={loading}
              onAnswer={list.answer}
            />
            <ImportReportView report={preview} />
          </>
        ) : (
          <ListField fault={list.fault} disabled={busy} onFile={list.choose} />
        )}
        {problem && <ErrorNotice className="mt-3">{messageOf(problem)}</ErrorNotice>}
        <DialogActions>
          {preview ? (
            <Button onClick={list.startAgain} disabled={loading}>
              Another file
            </Button>
          ) : (
            <Button onClick={onClose}>Cancel</Button>
          )}
          <Button
            // The key makes it a new button, so that a double click on the first one does not
            // import.
            key={preview ? 'import' : 'look'}
            type="submit"
            variant="primary"
            disabled={open > 0 || people === 0}
            pending={busy}
            pendingText={loading ? 'Importing...' : 'Reading...'}
          >
            {people === null ? 'Preview' : `Import ${counted(people, 'person', 'people')}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The chosen file, what the server would make of it, and what it has made. */
function useImportedList(onImported: () => unknown) {
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const [answers, setAnswers] = useState<Array<ImportAnswer>>([])
  const dryRun = useMutation({
    mutationFn: (asked: { chosen: File; answers: Array<ImportAnswer> }): Promise<ImportReport> =>
      sendList(asked.chosen, asked.answers, true),
    onError: (error) => console.error(error),
  })
  const load = useMutation({
    mutationFn: (chosen: File): Promise<ImportReport> => sendList(chosen, answers, false),
    onSuccess: () => void onImported(),
    onError: (error) => console.error(error),
  })
  const busy = dryRun.isPending || load.isPending
  return {
    answers,
    fault,
    preview: dryRun.data ?? null,
    done: load.data,
    loading: load.isPending,
    busy,
    problem: dryRun.error ?? load.error,
    choose(chosen: File | undefined) {
      setFault(undefined)
      dryRun.reset()
      setFile(chosen ?? null)
    },
    /** Shows the preview, and then imports. */
    submit() {
      if (busy) return
      if (dryRun.data && file) load.mutate(file)
      else if (!file) setFault('Please choose a CSV file.')
      else if (file.size > largestFile) setFault('The file is larger than 10 MB; please split it.')
      else dryRun.mutate({ chosen: file, answers: [] })
    },
    answer({ column, value }: ImportQuestion, means: ImportMeaning) {
      if (!file) return
      const all = [
        ...answers.filter((one) => one.column !== column || one.value !== value),
        { column, value, means },
      ]
      setAnswers(all)
      dryRun.mutate({ chosen: file, answers: all })
    },
    startAgain() {
      dryRun.reset()
      load.reset()
      setFile(null)
      setAnswers([])
    },
  }
}

function ListField({
  fault,
  disabled,
  onFile,
}: {
  fault: string | undefined
  disabled: boolean
  onFile: (file: File | undefined) => void
}) {
  return (
    <>
      <p className="mb-4 text-small text-soft">
        Import only people who agreed to get your newsletter. You see a preview before anything is
        written. People who left, there or here, get no mails.
      </p>
      <FileField
        label="CSV file"
        hint={
          <>
            A column <code>email</code> is enough. Exports of Ghost, Mailchimp, Substack,
            Buttondown, listmonk, beehiiv and of this page fit as they are.
          </>
        }
        error={fault}
        accept=".csv,.txt,text/csv,text/plain"
        disabled={disabled}
        onFile={onFile}
      />
    </>
  )
}

const choices: ReadonlyArray<{ value: ImportMeaning | ''; label: string }> = [
  { value: '', label: 'Please choose' },
  { value: 'active', label: 'They get the newsletter' },
  { value: 'unsubscribed', label: 'They are imported as unsubscribed' },
  { value: 'leaveOut', label: 'They are left out' },
]

/** Questions about values that may be consent. Each answer updates the preview. */
function ImportQuestions({
  questions,
  answers,
  disabled,
  onAnswer,
}: {
  questions: ReadonlyArray<ImportQuestion>
  answers: ReadonlyArray<ImportAnswer>
  disabled: boolean
  onAnswer: (question: ImportQuestion, means: ImportMeaning) => void
}) {
  if (questions.length === 0) return null
  const columns = [...new Set(questions.map(({ column }) => column))]
  return (
    <div className="mb-5 grid gap-4">
      <p className="text-small">
        <strong>Please say what these values mean.</strong> They may say who wants mails. If a
        column is about something else, choose “They get the newsletter”.
      </p>
      {columns.map((column) => {
        const its = questions.filter((question) => question.column === column)
        const note = its.find((question) => question.note)?.note
        return (
          <fieldset
            key={column}
            className="grid gap-3 pt-3 px-3.5 pb-3.5 border border-line rounded-card"
          >
            <legend className="px-1.5 font-bold">
              Column <span className="break-all">“{column}”</span>
            </legend>
            {note && <p className="text-small text-soft">{note}</p>}
            {its.map((question) => (
              <SelectField
                key={question.value}
                label={labelOf(question)}
                disabled={disabled}
                options={choices}
                value={
                  answers.find((one) => one.column === column && one.value === question.value)
                    ?.means ??
                  question.means ??
                  ''
                }
                onChange={({ target }) => {
                  if (target.value !== '') onAnswer(question, target.value as ImportMeaning)
                }}
              />
            ))}
          </fieldset>
        )
      })}
    </div>
  )
}

function labelOf({ value, count }: ImportQuestion): string {
  const rows = counted(count, 'row', 'rows')
  if (value === '*') return `Other texts (${rows})`
  return value === '' ? `Empty (${rows})` : `“${value}” (${rows})`
}
