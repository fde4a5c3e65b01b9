import { ArrowLeft, Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { DraftValues } from '../documents/draft-values.ts'
import { creatorKind } from '../editing/creator-state.ts'
import type { EditedItem, Flushes } from '../editing/draft-context.ts'
import { useSaveKey } from '../editing/use-save-key.ts'
import { SlugField } from '../editor/fields/address-fields.tsx'
import { EditorFrame } from '../editor/fields/editor-frame.tsx'
import { FeaturedImage } from '../editor/fields/featured-image.tsx'
import { SummaryGroup } from '../editor/fields/side-groups.tsx'
import { PreviewDialog } from '../editor/preview/preview-dialog.tsx'
import { previewRequestOf } from '../editor/preview/preview-request.ts'
import { useDraftStorage } from '../shell/local-provider.tsx'
import { useLeaveGuard } from '../shell/use-leave-guard.tsx'
import { EditorTab } from './editor-tab.tsx'
import { MetadataCard } from './metadata-card.tsx'
import { SeoTab } from './seo-tab.tsx'
import type { StepProps } from './step-props.ts'

/** Step 2 of the creator: fields, preview and save buttons. */
export function EditStep({
  title,
  edited,
  draftName,
  form,
  flushes,
  dirty,
  unsaved,
  notice,
  state,
  problem,
  actions,
  onSaveKey,
  renderPreview,
  onBack,
}: Pick<StepProps, 'draftName' | 'notice' | 'renderPreview' | 'onBack'> & {
  /** The title of the screen of an item that began with a blank page; any other is at step 2. */
  title?: string
  edited: EditedItem
  form: UseFormReturn<DraftValues>
  flushes: Flushes
  /** Whether this step has changes. */
  dirty: boolean
  /** Whether leaving the screen would lose changes. */
  unsaved: boolean
  state: ReactNode
  problem: ReactNode
  /** The save buttons. `run` executes a save and focuses the first invalid field when it fails. */
  actions: (run: (save: () => Promise<boolean>) => void) => ReactNode
  onSaveKey: () => Promise<boolean>
}) {
  const [tab, setTab] = useState('editor')
  const [open, setOpen] = useState<'preview' | 'back' | null>(null)
  const guard = useLeaveGuard(
    unsaved,
    'You have unsaved changes. Are you sure you want to leave this page?',
    {
      kept: useDraftStorage().kind === 'available',
    },
  )
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
      // Four buttons in one line at the bottom of a phone.
      className="max-sm:[&_[data-part='head-actions']]:gap-1.5 max-sm:[&_[data-part='head-actions']_.button]:px-2.5 max-sm:[&_[data-part='head-actions']_.button]:text-14 max-sm:[&_[data-part='head-actions']_[data-variant='publish']>svg]:hidden [&_h1]:outline-none"
      title={title ?? 'Edit Content'}
      current="Create Content"
      state={
        <>
          {!title && (
            <span className="text-13 font-semibold whitespace-nowrap text-muted">Step 2 of 2</span>
          )}
          {state}
        </>
      }
      actions={
        <>
          <Button
            variant="ghost"
            icon={<ArrowLeft />}
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
          {problem}
        </>
      }
      tab={tab}
      onTab={setTab}
      tabs={[
        { id: 'editor', label: 'Editor', panel: <EditorTab />, keep: true },
        { id: 'seo', label: 'SEO Optimization', panel: <SeoTab /> },
      ]}
      side={
        <>
          <SummaryGroup withMeta={false}>
            {edited.type === 'articles' ? <SlugField /> : undefined}
          </SummaryGroup>
          <MetadataCard />
          <FeaturedImage
            title="Select Image"
            intro="Choose an image from your gallery or upload a new one."
          />
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

function PreviewButton({
  form,
  onClick,
}: {
  form: UseFormReturn<DraftValues>
  onClick: () => void
}) {
  const content = useWatch({ control: form.control, name: 'content' })
  return (
    <Button icon={<Eye />} disabled={content.trim() === ''} onClick={onClick}>
      <span className="draft-action">Preview</span>
    </Button>
  )
}

/** Scrolls to the first invalid field and focuses it, unless an invalid field has the focus. */
function focusFirstProblem() {
  // The messages are rendered after the next frame.
  requestAnimationFrame(() => {
    const wrong = [...document.querySelectorAll<HTMLElement>('main [aria-invalid="true"]')]
    if (wrong.some((field) => field === document.activeElement)) return
    wrong[0]?.scrollIntoView({ block: 'center' })
    wrong[0]?.focus({ preventScroll: true })
  })
}
