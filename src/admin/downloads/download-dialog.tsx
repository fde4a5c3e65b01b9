import { useEffect, useState } from 'react'
import type { AdminDownload } from '#domain/downloads.ts'
import { shownAt } from '#domain/media.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { MediaPicker } from '../editor/pictures/media-picker.tsx'
import { UploadProgress } from '../editor/pictures/upload-progress.tsx'
import { ConflictDialog } from '../item/conflict/conflict-dialog.tsx'
import { FormDialog } from '../item/form-dialog.tsx'
import { StateWord } from '../item/state-word.tsx'
import { useDownloadDraft } from '../item/use-download-draft.ts'
import type { FileTrouble } from '../item/use-file-draft.ts'
import { unreachable } from '../shell/sign-in-rules.ts'
import { FileField, fileProblem } from './file-field.tsx'

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
  const draft = useDownloadDraft(download, onSaved)
  const { form, dirty, saving, trouble, file, fileError, part } = draft
  const [choosing, setChoosing] = useState(false)
  const [solving, setSolving] = useState(false)
  const conflict = trouble.kind === 'conflict' ? trouble.conflict : null
  useEffect(() => setSolving(conflict !== null), [conflict])
  const { errors } = form.formState
  const imageUrl = form.watch('imageUrl')
  const known = Object.keys(errors).length > 0 || fileError !== undefined
  const words = {
    none: null,
    offline: unreachable,
    refused: known ? null : messageOf(trouble),
    conflict: messageOf(trouble),
  }

  function choose(chosen: File) {
    draft.setFile(chosen, fileProblem(chosen))
    if (!download && form.getValues('title') === '')
      form.setValue('title', chosen.name.replace(/\.[^.]+$/, '').replace(/[-_]+/g, ' '), { shouldDirty: true })
  }

  async function save() {
    // With what the other fields lack, not after it.
    if (!download && !file) {
      draft.setFileError('Choose a file first')
      return void form.trigger(undefined, { shouldFocus: true })
    }
    // A file that can't be taken is told at its field.
    if (fileError && file) return
    const isNew = download === null || file !== null || form.formState.isDirty
    if ((await draft.save()) === 'saved' && !isNew) onClose()
  }

  const title = download ? 'Edit Download' : 'Add Download'
  if (solving && trouble.kind === 'conflict')
    return (
      <ConflictDialog
        conflict={trouble.conflict}
        choices={trouble.choices}
        saving={saving}
        backLabel="Back"
        onChange={draft.choose}
        onSave={() => void draft.solve()}
        onClose={() => setSolving(false)}
      />
    )
  return (
    <FormDialog
      title={title}
      dirty={dirty}
      pending={saving}
      problem={words[trouble.kind]}
      state={<StateWord draft={draft} />}
      submitLabel={download ? 'Save Changes' : 'Add Download'}
      pendingLabel="Saving..."
      onSubmit={() => void save()}
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

/** What is told of a save that was refused, or met a change. */
function messageOf(trouble: FileTrouble): string | null {
  if (trouble.kind === 'refused') return trouble.message
  return trouble.kind === 'conflict' ? trouble.conflict.message : null
}
