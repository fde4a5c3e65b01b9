import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useController } from 'react-hook-form'
import type { StaticPageName } from '#domain/content.ts'
import { pageFields, type SitePage } from '#domain/site-files.ts'
import { readPage, siteFileKeys, updatePage } from '../../api/site-files.ts'
import { Card } from '../../ui/card.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { useEditorPictures } from '../editor/pictures/use-editor-pictures.tsx'
import { RichTextEditor } from '../editor/rich-text-editor.tsx'
import type { RichTextEditorHandle } from '../editor/rich-text-editor-props.ts'
import { SitePanel } from './site-panel.tsx'
import { type Held, useSiteDraft } from './use-site-draft.ts'

interface PageValues {
  title: string
  metaDescription: string
  /** Markdown. */
  content: string
}

const labels = { title: 'Title', metaDescription: 'Meta Description', content: 'Text' }
const rules = pageFields.extend({ metaDescription: pageFields.shape.metaDescription.unwrap() })

function heldOf({ title, metaDescription, markdown, revision, commit }: SitePage): Held<PageValues> {
  return { values: { title, metaDescription: metaDescription ?? '', content: markdown }, revision, commit }
}

/** One of the four static pages in the rich-text editor. */
export function PagePanel({
  page,
  label,
  active,
  onDirty,
}: {
  page: SitePage
  label: string
  active: boolean
  onDirty: (dirty: boolean) => void
}) {
  const queries = useQueryClient()
  const name: StaticPageName = page.name
  const editor = useRef<RichTextEditorHandle>(null)
  const flush = useCallback(() => void editor.current?.flush(), [])
  const remember = useCallback(
    (saved: SitePage) => {
      queries.setQueryData(siteFileKeys.page(name), saved)
      return heldOf(saved)
    },
    [queries, name],
  )
  const draft = useSiteDraft<PageValues>({
    loaded: heldOf(page),
    rules,
    flush,
    send: async ({ content, ...patch }, from) =>
      remember(
        await updatePage(
          name,
          { ...patch, ...(content !== undefined && { content, contentFormat: 'markdown' as const }) },
          from,
        ),
      ),
    fromServer: (version) => ({
      ...('title' in version && { title: String(version.title ?? '') }),
      ...('metaDescription' in version && { metaDescription: String(version.metaDescription ?? '') }),
      ...('markdown' in version && { content: String(version.markdown ?? '') }),
    }),
    reload: async () => remember(await readPage(name)),
  })
  const { form } = draft
  const { errors } = form.formState
  const { field, fieldState } = useController({ control: form.control, name: 'content' })
  const { dialog, ...pictures } = useEditorPictures(() => editor.current?.flush() ?? field.value)
  field.ref({ focus: () => editor.current?.focus() })
  const length = form.watch('metaDescription').length
  return (
    <SitePanel draft={draft} title={label} href={page.url} labels={labels} active={active} onDirty={onDirty}>
      <Card>
        <div className="grid gap-4">
          <TextField {...form.register('title')} label="Title" error={errors.title?.message} />
          <TextArea
            {...form.register('metaDescription')}
            label="Meta Description"
            rows={2}
            hint="What search engines show of the page. 160 characters read best."
            counter={`${length}/160`}
            error={errors.metaDescription?.message}
          />
          <RichTextEditor
            ref={editor}
            label="Text"
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            onSave={() => void draft.save()}
            error={fieldState.error?.message}
            {...pictures}
          />
        </div>
      </Card>
      {dialog}
    </SitePanel>
  )
}
