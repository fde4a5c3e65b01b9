import { useFormContext, useWatch } from 'react-hook-form'
import { hasPieces, pieceText } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import { showToast } from '../../../ui/show-toast.ts'
import { type DraftValues, withPrimaryKeyword } from '../../documents/draft-values.ts'
import { useDraftParts } from '../../editing/draft-context.ts'
import { useSiteFacts } from '../../shell/site-facts.ts'
import { SeoPanel } from './seo-panel.tsx'

/**
 * The keyword analysis of the edited item; a keyword can become the primary one if the item has
 * tags.
 */
export function SeoTab() {
  const { draft } = useDraftParts()
  const { name } = useSiteFacts()
  const { control, setValue, getValues } = useFormContext<DraftValues>()
  const values = useWatch({ control })
  const isIssue = hasPieces(draft.type)
  const isAddress = itemTypes[draft.type].addressedBy === 'slug'
  const pieces = (values.articles ?? []).map(pieceText)
  return (
    <SeoPanel
      title={values.title ?? ''}
      content={isIssue ? [values.content, ...pieces].join('\n\n').trim() : (values.content ?? '')}
      excerpt={values.excerpt ?? ''}
      metaDescription={
        draft.fields.includes('metaDescription') ? (values.metaDescription ?? '') : undefined
      }
      slug={isAddress ? values.slug : undefined}
      address={isAddress ? undefined : (draft.item?.url ?? `/${draft.type}`)}
      siteName={name}
      primaryKeyword={values.primaryKeyword || null}
      onPrimaryKeyword={draft.fields.includes('tags') ? choose : undefined}
    />
  )

  function choose(keyword: string) {
    setValue('tags', withPrimaryKeyword(getValues('tags'), keyword))
    setValue('primaryKeyword', keyword)
    void showToast({
      title: 'Primary keyword set',
      description: `"${keyword}" is now your primary keyword.`,
    })
  }
}
