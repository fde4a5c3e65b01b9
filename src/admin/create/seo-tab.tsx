import { Lightbulb } from 'lucide-react'
import { useDraftParts } from '../editing/draft-context.ts'
import { MetaDescriptionField } from '../editor/fields/address-fields.tsx'
import { SeoTab as KeywordAnalysis } from '../editor/seo/seo-tab.tsx'

/** A hint, the meta description of an article, and the keyword analysis. */
export function SeoTab() {
  const { draft } = useDraftParts()
  const isArticle = draft.type === 'articles'
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="flex gap-2.5 py-3 px-3.5 rounded-card bg-sunk text-15/[1.45] [&>svg]:flex-none [&>svg]:size-4.5 [&>svg]:mt-0.5">
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
