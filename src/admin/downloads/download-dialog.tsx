import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { AdminDownload } from '#domain/downloads.ts'
import { shownAt } from '#domain/media.ts'
import { issuesOf, reasonOf } from '../../api/request.ts'
import { addDownload, updateDownload } from '../../api/site-files.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { SwitchField } from '../../ui/switch-field.tsx'
import { MediaPicker } from '../editor/pictures/media-picker.tsx'
import { UploadProgress } from '../editor/pictures/upload-progress.tsx'
import type { Choices } from '../item/conflict/merge-places.ts'
import { type SaveConflict, saveConflictIn, solvedValues } from '../item/conflict/save-conflict.ts'
import { ConflictDialog } from '../item/conflict/save-conflict-dialog.tsx'
import { FormDialog } from '../item/form-dialog.tsx'
import { useAttemptKey } from '../item/use-attempt-key.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { unreachable } from '../shell/sign-in-rules.ts'
import {
  changedValues,
  type DownloadValues,
  downloadLabels,
  downloadRules,
  emptyValues,
  valuesOf,
} from './download-values.ts'
import { FileField, fileProblem } from './file-field.tsx'

/** What the fields started from. */
interface Base {
  values: DownloadValues
  revision: string | null
  fileRevision: string | null
}

/** Adds a download, or changes one and the file behind it. What was typed stays until it is saved. */
export function DownloadDialog({
  download,
  onSaved,
  onClose,
}: {
  /** Null adds one. */
  download: AdminDownload | null
  onSaved: (saved: AdminDownload) => void
  onClose: () => void
}) {
  const [base, setBase] = useState<Base>(() => baseOf(download))
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  const [part, setPart] = useState<number | null>(null)
  const [conflict, setConflict] = useState<SaveConflict | null>(null)
  const [choosing, setChoosing] = useState(false)
  /** What went wrong, where no field says it. */
  const [problem, setProblem] = useState<string | null>(null)
  const keyOf = useAttemptKey()
  const form = useForm<DownloadValues>({ defaultValues: base.values, resolver: zodResolver(downloadRules) })
  const { errors, isSubmitting, isDirty } = form.formState
  const imageUrl = form.watch('imageUrl')

  function choose(chosen: File) {
    setFileError(fileProblem(chosen) ?? undefined)
    setFile(chosen)
    if (!download && form.getValues('title') === '')
      form.setValue('title', chosen.name.replace(/\.[^.]+$/, '').replace(/[-_]+/g, ' '), { shouldDirty: true })
  }

  async function save(values: DownloadValues, from: Base, sent: File | null) {
    const onProgress = sent ? setPart : undefined
    const described = sent && [sent.name, sent.size, sent.lastModified]
    try {
      if (!download) {
        if (!sent) return setFileError('Choose a file first')
        const key = keyOf([values, described])
        return onSaved(await addDownload(values, sent, { key, ...(onProgress && { onProgress }) }))
      }
      const fields = changedValues(from.values, values)
      if (Object.keys(fields).length === 0 && !sent) return onClose()
      const key = keyOf([fields, described, from.revision])
      onSaved(await updateDownload(download.id, fields, sent, { ...from, key, ...(onProgress && { onProgress }) }))
    } catch (error) {
      refuse(error)
    } finally {
      setPart(null)
    }
  }

  function refuse(error: unknown) {
    const met = saveConflictIn(error)
    if (met) return setConflict(met)
    const message = reasonOf(error)
    if (message === null) console.error(error)
    for (const { path, message: told } of issuesOf(error)) {
      if (path === 'file') setFileError(told)
      else if (path in emptyValues)
        form.setError(path as keyof DownloadValues, { message: told }, { shouldFocus: true })
    }
    const known = issuesOf(error).some(({ path }) => path === 'file' || path in emptyValues)
    if (!known) setProblem(withWayOut(message ?? unreachable, error))
    const title = download ? 'Update failed' : 'Creation failed'
    void showToast({ title, description: message ?? unreachable, variant: 'destructive' })
  }

  /** Saves what was chosen on what is there now. */
  async function solve(met: SaveConflict, choices: Choices) {
    const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
    const { file: chosenFile, ...fields } = solvedValues(met, choices, mergeBodies)
    const theirs = valuesOf(met.theirs)
    const mine = { ...theirs, ...valuesOf({ ...theirs, ...fields }) }
    const from = { values: theirs, revision: met.revision, fileRevision: null }
    const keepsFile = !met.conflicts.some(({ key }) => key === 'file') || chosenFile === file?.name
    setBase(from)
    setConflict(null)
    form.reset(mine)
    if (!keepsFile) setFile(null)
    await form.handleSubmit(() => save(mine, from, keepsFile ? file : null))()
  }

  const title = download ? 'Edit Download' : 'Add Download'
  if (conflict)
    return (
      <ConflictDialog
        conflict={conflict}
        labels={downloadLabels}
        saving={isSubmitting}
        backLabel="Back"
        onSolve={(choices) => void solve(conflict, choices)}
        onClose={() => setConflict(null)}
      />
    )
  return (
    <FormDialog
      title={title}
      dirty={isDirty || file !== null}
      pending={isSubmitting}
      problem={problem}
      submitLabel={download ? 'Save Changes' : 'Add Download'}
      pendingLabel="Saving..."
      onSubmit={() => {
        setProblem(null)
        // With what the other fields lack, not after it.
        if (!download && !file) setFileError('Choose a file first')
        // A file that can't be taken is told at its field.
        if (!(fileError && file)) void form.handleSubmit((values) => save(values, base, file))()
      }}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <FileField current={download?.fileName ?? null} file={file} error={fileError} onFile={choose} />
        <TextField {...form.register('title')} label="Title" error={errors.title?.message} />
        <TextArea {...form.register('description')} label="Description" rows={2} error={errors.description?.message} />
        <TextField
          {...form.register('fileType')}
          label="Kind of files"
          hint="In a reader's words, such as WAV or MIDI. Empty: what the file's name ends in."
          error={errors.fileType?.message}
        />
        <div className="flex items-center gap-4">
          {imageUrl && (
            <img
              className="size-16 flex-none rounded-card border border-line object-cover"
              src={shownAt(imageUrl, 320)}
              alt=""
              width={96}
              height={96}
            />
          )}
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => setChoosing(true)}>
              {imageUrl ? 'Change Picture' : 'Add Picture'}
            </Button>
            {imageUrl && (
              <Button size="sm" variant="ghost" onClick={() => form.setValue('imageUrl', '', { shouldDirty: true })}>
                Remove Picture
              </Button>
            )}
          </div>
        </div>
        {imageUrl && (
          <TextField
            {...form.register('imageAlt')}
            label="Alt Text"
            hint="What the picture shows, for people who cannot see it."
            error={errors.imageAlt?.message}
          />
        )}
        <SwitchField {...form.register('draft')} label="Draft" hint="A draft is on no page and can't be downloaded." />
        {part !== null && file && <UploadProgress name={file.name} part={part} />}
      </div>
      {choosing && (
        <MediaPicker
          text={form.getValues('description')}
          onClose={() => setChoosing(false)}
          onPick={({ url, alt }) => {
            form.setValue('imageUrl', url, { shouldDirty: true })
            if (alt) form.setValue('imageAlt', alt, { shouldDirty: true })
            setChoosing(false)
          }}
        />
      )}
    </FormDialog>
  )
}

function baseOf(download: AdminDownload | null): Base {
  if (!download) return { values: emptyValues, revision: null, fileRevision: null }
  const { revision, fileRevision } = download
  return { values: valuesOf({ ...download, fileType: download.ownFileType }), revision, fileRevision }
}
