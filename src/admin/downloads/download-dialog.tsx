import { FileArchive } from 'lucide-react'
import { useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { type AdminDownload, downloadMaxBytes } from '#domain/downloads.ts'
import { fileSizeLabel } from '#domain/file-size.ts'
import { downloadTable } from '#domain/item/download-fields.ts'
import { shownAt } from '#domain/shown-at.ts'
import { subjectData } from '#domain/site/subject-data.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea, TextField } from '../../ui/field.tsx'
import { registerField } from '../../ui/register-field.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { TagField } from '../../ui/tag-field.tsx'
import { useComparison } from '../editing/compare-dialog.tsx'
import { RestoredDraft } from '../editing/draft-notices.tsx'
import { FormDialog } from '../editing/form-dialog.tsx'
import { DraftProblem, StateWord } from '../editing/state-word.tsx'
import {
  type StoredDownload,
  useDownloadDraft,
  useStoredDownload,
} from '../editing/use-download-draft.ts'
import { MediaPicker } from '../editor/pictures/media-picker.tsx'
import { UploadProgress } from '../editor/pictures/upload-progress.tsx'
import { useFileDrop } from '../shell/file-chooser.tsx'
import { PreviewField } from './preview-field.tsx'

/**
 * Dialog to add a download, or to change a download and its file. Typed text and the chosen file
 * are stored until they are saved.
 */
export function DownloadDialog(props: DialogProps) {
  const stored = useStoredDownload(props.download)
  return stored && <DownloadFields {...props} stored={stored} />
}

type DownloadForm = ReturnType<typeof useDownloadDraft>['form']

interface DialogProps {
  /** Null: add a new one. */
  download: AdminDownload | null
  onSaved: (saved: AdminDownload) => void
  /** It waits in the queue of this browser. */
  onQueued: () => void
  onClose: () => void
}

function DownloadFields({
  download,
  stored,
  onSaved,
  onQueued,
  onClose,
}: DialogProps & { stored: StoredDownload }) {
  const draft = useDownloadDraft(download, stored, { onSaved, onQueued })
  const { form, dirty, saving, problem, file, part } = draft
  const { compare, comparison } = useComparison(draft, 'Back to the form')
  const { errors } = form.formState
  // What belongs to a field is shown there.
  const message =
    problem.kind === 'refused' && Object.keys(errors).length === 0 ? problem.message : null

  function choose(chosen: File) {
    draft.chooseFile(chosen)
    if (!download && form.getValues('title') === '')
      form.setValue('title', chosen.name.replace(/\.[^.]+$/, '').replace(/[-_]+/g, ' '), {
        shouldDirty: true,
      })
  }

  async function save() {
    const isNew = download === null || dirty
    if ((await draft.save()) === 'saved' && !isNew) onClose()
  }

  return (
    <FormDialog
      title={download ? 'Edit Download' : 'Add Download'}
      dirty={dirty}
      pending={saving}
      problem={message}
      state={<StateWord draft={{ ...draft, isNew: download === null }} />}
      submitLabel={download ? 'Save Changes' : 'Add Download'}
      pendingLabel="Saving..."
      onSubmit={() => void save()}
      onDiscard={draft.forget}
      onClose={onClose}
    >
      <div className="mb-5 empty:hidden">
        <RestoredDraft
          draft={draft}
          moved={draft.moved}
          isNew={!download}
          {...(download && { onCompare: compare })}
        />
        {comparison}
      </div>
      {problem.kind === 'conflict' && (
        <DraftProblem draft={draft} backLabel="Back to the form" onSave={() => void save()} />
      )}
      <div className="grid gap-4">
        <FileField
          current={download?.fileName ?? null}
          file={file}
          error={errors.file?.message}
          onFile={choose}
        />
        <TextField {...registerField(form, 'title')} label="Title" />
        <TextArea {...registerField(form, 'description')} label="Description" rows={2} />
        <TextField
          {...registerField(form, 'fileType')}
          label="Kind of files"
          hint={downloadTable.fileType.hint}
        />
        <MusicFields form={form} />
        <PreviewField
          value={form.watch('preview')}
          error={errors.preview?.message}
          onChange={(url) =>
            form.setValue('preview', url, { shouldDirty: true, shouldValidate: true })
          }
        />
        <Controller
          control={form.control}
          name="tags"
          render={({ field }) => (
            <TagField
              label={downloadTable.tags.label}
              hint={downloadTable.tags.hint}
              value={field.value}
              onChange={field.onChange}
              {...(errors.tags?.message && { error: errors.tags.message })}
            />
          )}
        />
        <PictureFields form={form} />
        <SwitchField {...form.register('draft')} label="Draft" hint={downloadTable.draft.hint} />
        {part !== null && file && <UploadProgress name={file.name} part={part} />}
      </div>
    </FormDialog>
  )
}

/** A site about another subject than music keeps what its files say. */
function MusicFields({ form }: { form: DownloadForm }) {
  const { music } = subjectData[useProfile().subject]
  const { errors } = form.formState
  if (!music && !form.getValues('tempo') && !form.getValues('key') && !errors.tempo && !errors.key)
    return null
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(['tempo', 'key'] as const).map((name) => (
        <TextField
          key={name}
          {...registerField(form, name)}
          label={downloadTable[name].label}
          hint={downloadTable[name].hint}
        />
      ))}
    </div>
  )
}

/** The picture of a download, from the library, and its text. */
function PictureFields({ form }: { form: DownloadForm }) {
  const [choosing, setChoosing] = useState(false)
  const imageUrl = form.watch('imageUrl')
  return (
    <>
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
            <Button
              size="sm"
              variant="ghost"
              onClick={() => form.setValue('imageUrl', '', { shouldDirty: true })}
            >
              Remove Picture
            </Button>
          )}
        </div>
      </div>
      {imageUrl && (
        <TextField
          {...registerField(form, 'imageAlt')}
          label="Alt Text"
          hint={downloadTable.imageAlt.hint}
        />
      )}
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
    </>
  )
}

/** File field of a download: choose or drop. */
function FileField({
  current,
  file,
  error,
  onFile,
}: {
  /** Name of the stored file. */
  current: string | null
  file: File | null
  error?: string
  onFile: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const { downloadFiles } = subjectData[useProfile().subject]
  const drop = useFileDrop(([first]) => first && onFile(first))
  return (
    <Field
      label={current ? 'Replace the file' : 'File'}
      hint={`${downloadFiles}, at most ${downloadMaxBytes / 1024 / 1024} MB.`}
      error={error}
      control={(ties) => (
        // The button beside the drop area does the same by keyboard.
        <div
          className="flex items-center gap-3 p-3 border-[1.5px] border-dashed border-muted
            rounded-card text-15 [&>svg]:flex-none [&>svg]:size-5 [&>svg]:text-muted
            data-over:border-solid data-over:border-ink data-over:bg-sunk"
          {...drop}
        >
          <FileArchive />
          <span className="min-w-0 flex-1 truncate">
            {file ? `${file.name}, ${fileSizeLabel(file.size)}` : (current ?? 'Drop a file here')}
          </span>
          <input
            {...ties}
            ref={input}
            type="file"
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              const [first] = target.files ?? []
              if (first) onFile(first)
              // Allows choosing the same file again.
              target.value = ''
            }}
          />
          <Button size="sm" onClick={() => input.current?.click()}>
            {file || current ? 'Choose another' : 'Choose a file'}
          </Button>
        </div>
      )}
    />
  )
}
