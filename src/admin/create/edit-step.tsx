import { ArrowLeft, Eye, Lightbulb } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import type { DraftValues } from '../documents/draft-values.ts'
import { creatorKind } from '../editing/creator-state.ts'
import { type EditedItem, type Flushes, useDraftParts } from '../editing/draft-context.ts'
import { useSaveKey } from '../editing/use-save-key.ts'
import { MetaDescriptionField, SlugField } from '../editor/fields/address-fields.tsx'
import {
  Category,
  Featured,
  ReadTime,
  settingsWords,
  Tags,
  Technique,
} from '../editor/fields/content-settings.tsx'
import { EditorFrame } from '../editor/fields/editor-frame.tsx'
import { FeaturedImage } from '../editor/fields/featured-image.tsx'
import { ItemGroup, SummaryGroup } from '../editor/fields/side-groups.tsx'
import { PreviewDialog } from '../editor/preview/preview-dialog.tsx'
import { previewRequestOf } from '../editor/preview/preview-request.ts'
import { useRenderPreview } from '../editor/preview/render-preview.ts'
import { SeoTab as KeywordAnalysis } from '../editor/seo/seo-tab.tsx'
import { useUnsavedGuard } from '../shell/use-leave-guard.tsx'
import { EditorTab } from './editor-tab.tsx'
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
  onBack,
}: Pick<StepProps, 'draftName' | 'notice' | 'onBack'> & {
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
  const guard = useUnsavedGuard(
    unsaved,
    'You have unsaved changes. Are you sure you want to leave this page?',
  )
  const render = useRenderPreview()
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
      className="max-sm:[&_[data-part='head-actions']]:gap-1.5
        max-sm:[&_[data-part='head-actions']_.button]:px-2.5
        max-sm:[&_[data-part='head-actions']_.button]:text-14
        max-sm:[&_[data-part='head-actions']_[data-variant='publish']>svg]:hidden
        [&_h1]:outline-none"
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
          render={render}
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

/**
 * Group with the metadata fields (specification, section 2); most of them exist for articles only.
 */
function MetadataCard() {
  const { draft } = useDraftParts()
  return (
    <ItemGroup
      title="Metadata"
      fields={['category', 'tags', 'readTime', 'techniqueLevel', 'abletonVersion', 'featured']}
      words={settingsWords}
    >
      <Category />
      {draft.type === 'articles' ? (
        <>
          <Tags />
          <ReadTime label="Reading Time" />
          <Technique />
          <Featured />
        </>
      ) : (
        <SwitchField
          label="Featured"
          hint="Only articles can be featured."
          disabled
          checked={false}
          readOnly
        />
      )}
    </ItemGroup>
  )
}

/** A hint, the meta description of an article, and the keyword analysis. */
function SeoTab() {
  const { draft } = useDraftParts()
  const isArticle = draft.type === 'articles'
  return (
    <div className="grid grid-cols-1 gap-6">
      <p
        className="flex gap-2.5 py-3 px-3.5 rounded-card bg-sunk text-15/[1.45] [&>svg]:flex-none
          [&>svg]:size-4.5 [&>svg]:mt-0.5"
      >
        <Lightbulb />
        <span>
          <strong>Best practice:</strong>{' '}
          {isArticle
            ? 'choose one primary keyword, use it in the title, in the first paragraph and in the meta description, and write for people first.'
            : 'say in the title what is new, use the words that people search for in the first paragraph, and write for people first.'}
        </span>
      </p>
      {isArticle && <MetaDescriptionField limited={false} />}
      <KeywordAnalysis />
    </div>
  )
}
