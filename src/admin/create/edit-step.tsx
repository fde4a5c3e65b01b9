import { ArrowLeft, Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EditorFrame } from '../editor/fields/editor-frame.tsx'
import { FeaturedImage } from '../editor/fields/featured-image.tsx'
import { PreviewDialog } from '../editor/preview/preview-dialog.tsx'
import { previewRequestOf } from '../editor/preview/preview-request.ts'
import { creatorKind } from '../item/creator-state.ts'
import type { EditedItem, Flushes } from '../item/draft-context.ts'
import type { DraftValues } from '../item/draft-values.ts'
import { useSaveKey } from '../item/use-save-key.ts'
import { useKeeping } from '../offline/local-provider.tsx'
import { useLeaveGuard } from '../shell/use-leave-guard.tsx'
import { EditorTab } from './editor-tab.tsx'
import { focusFirstProblem } from './focus-first-problem.ts'
import { MetadataCard } from './metadata-card.tsx'
import { SeoTab } from './seo-tab.tsx'
import type { StepProps } from './step-props.ts'
import { TitleAndSlug } from './title-and-slug.tsx'

/** Step 2 of the creator: the fields of an item, its preview and what saves it. */
export function EditStep({
  edited,
  draftName,
  form,
  flushes,
  dirty,
  unsaved,
  notice,
  state,
  trouble,
  actions,
  onSaveKey,
  renderPreview,
  onBack,
}: Pick<StepProps, 'draftName' | 'notice' | 'renderPreview' | 'onBack'> & {
  edited: EditedItem
  form: UseFormReturn<DraftValues>
  flushes: Flushes
  /** Whether anything was changed in this step. */
  dirty: boolean
  /** Whether leaving the screen would lose anything. */
  unsaved: boolean
  state: ReactNode
  trouble: ReactNode
  /** The buttons that save. `run` takes what saves, and shows what kept it from that. */
  actions: (run: (save: () => Promise<boolean>) => void) => ReactNode
  onSaveKey: () => Promise<boolean>
}) {
  const [tab, setTab] = useState('editor')
  const [open, setOpen] = useState<'preview' | 'back' | null>(null)
  const guard = useLeaveGuard(unsaved, 'You have unsaved changes. Are you sure you want to leave this page?', {
    kept: useKeeping().kind === 'kept',
  })
  const { flush } = flushes

  function run(save: () => Promise<boolean>) {
    void save().then((saved) => {
      if (saved) return
      const { errors } = form.formState
      if (Object.keys(errors).length === 0) return
      setTab(Object.keys(errors).every((field) => field === 'metaDescription') ? 'seo' : 'editor')
      focusFirstProblem()
    })
  }
  useSaveKey(() => run(onSaveKey))

  return (
    <EditorFrame
      edited={edited}
      draftName={draftName && `${creatorKind}/${draftName}`}
      form={form}
      flushes={flushes}
      // Four buttons stand in one line at the thumb.
      className="max-sm:[&_[data-part='head-actions']]:gap-1.5 max-sm:[&_[data-part='head-actions']_.button]:px-2.5 max-sm:[&_[data-part='head-actions']_.button]:text-14 max-sm:[&_[data-part='head-actions']_[data-variant='publish']>svg]:hidden [&_h1]:outline-none"
      title="Edit Content"
      current="Create Content"
      state={
        <>
          <span className="text-13 font-semibold whitespace-nowrap text-muted">Step 2 of 2</span>
          {state}
        </>
      }
      actions={
        <>
          <Button
            variant="ghost"
            icon={<ArrowLeft aria-hidden="true" />}
            onClick={() => {
              flush()
              if (dirty) setOpen('back')
              else onBack()
            }}
          >
            <span className="draft-action">Back to Content Input</span>
          </Button>
          <PreviewButton
            form={form}
            onClick={() => {
              flush()
              setOpen('preview')
            }}
          />
          {actions(run)}
        </>
      }
      notices={
        <>
          {notice}
          {trouble}
        </>
      }
      above={<TitleAndSlug />}
      tab={tab}
      onTab={setTab}
      tabs={[
        { id: 'editor', label: 'Editor', panel: <EditorTab />, keep: true },
        { id: 'seo', label: 'SEO Optimization', panel: <SeoTab /> },
      ]}
      side={
        <>
          <MetadataCard />
          <FeaturedImage title="Select Image" intro="Choose an image from your gallery or upload a new one." />
        </>
      }
    >
      {guard.dialog}
      {open === 'preview' && (
        <PreviewDialog
          request={previewRequestOf(edited, form.getValues())}
          render={renderPreview}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'back' && (
        <ConfirmDialog
          title="Unsaved changes"
          text="You have unsaved changes. Are you sure you want to go back to the input step?"
          confirmLabel="Go Back"
          cancelLabel="Stay"
          onConfirm={onBack}
          onClose={() => setOpen(null)}
        />
      )}
    </EditorFrame>
  )
}

function PreviewButton({ form, onClick }: { form: UseFormReturn<DraftValues>; onClick: () => void }) {
  const content = useWatch({ control: form.control, name: 'content' })
  return (
    <Button icon={<Eye aria-hidden="true" />} disabled={content.trim() === ''} onClick={onClick}>
      <span className="draft-action">Preview</span>
    </Button>
  )
}
