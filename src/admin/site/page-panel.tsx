import { useCallback, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { openingOf } from '#domain/editor-path.ts'
import type { SitePage } from '#domain/site-files.ts'
import { Card } from '../../ui/card.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { registerField } from '../../ui/register-field.ts'
import { SwitchField } from '../../ui/switch-field.tsx'
import type { StoredFile } from '../editing/stored-file.ts'
import { usePageDraft } from '../editing/use-site-draft.ts'
import { siteLinks } from '../editor/links/link-source.ts'
import { useEditorPictures } from '../editor/pictures/use-editor-pictures.tsx'
import { RichTextEditor } from '../editor/rich-text-editor.tsx'
import type { RichTextEditorHandle } from '../editor/rich-text-editor-props.ts'
import { PageActions } from './page-actions.tsx'
import { SitePanel } from './site-panel.tsx'

/**
 * Form of one page of the site's own texts, with the rich-text editor. Pages that not every site
 * has can be moved and deleted.
 */
export function PagePanel({
  page,
  stored,
  label,
  active,
  onDirty,
  onMoved,
  onGone,
}: {
  page: SitePage
  stored: StoredFile & { kind: 'pages' }
  label: string
  active: boolean
  onDirty: (dirty: boolean) => void
  onMoved: (name: string) => void
  onGone: () => void
}) {
  const editor = useRef<RichTextEditorHandle>(null)
  const flush = useCallback(() => void editor.current?.flush(), [])
  const draft = usePageDraft(page, stored, flush)
  const { form } = draft
  const { field, fieldState } = useController({ control: form.control, name: 'content' })
  const [opening] = useState(() => openingOf(location.hash))
  const { dialog, ...pictures } = useEditorPictures(() => editor.current?.flush() ?? field.value)
  field.ref({ focus: () => editor.current?.focus() })
  const length = form.watch('metaDescription').length
  return (
    <>
      <SitePanel draft={draft} title={label} href={page.url} active={active} onDirty={onDirty}>
        <Card>
          <div className="grid gap-4">
            <TextField {...registerField(form, 'title')} label="Title" />
            <TextArea
              {...registerField(form, 'metaDescription')}
              label="Meta Description"
              rows={2}
              hint="What search engines show of the page. 160 characters read best."
              counter={`${length}/160`}
            />
            <RichTextEditor
              links={siteLinks}
              ref={editor}
              label="Text"
              opening={opening}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              onSave={() => void draft.save()}
              error={fieldState.error?.message}
              {...pictures}
            />
            <SwitchField {...form.register('draft')} label="Draft" hint="A draft is on no page." />
          </div>
        </Card>
        {dialog}
      </SitePanel>
      <PageActions
        page={page}
        locked={lockOf(draft)}
        onRestored={draft.adopt}
        onMoved={onMoved}
        onGone={onGone}
      />
    </>
  )
}

function lockOf({
  dirty,
  problem,
}: Pick<ReturnType<typeof usePageDraft>, 'dirty' | 'problem'>): string | null {
  if (dirty) return 'Save your changes before you move or delete it.'
  return problem.kind === 'queued'
    ? 'Your change has to be sent before you move or delete it.'
    : null
}
