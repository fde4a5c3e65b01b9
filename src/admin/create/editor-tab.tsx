import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import type { DraftValues } from '../documents/draft-values.ts'
import { useDraftParts } from '../editing/draft-context.ts'
import { PageFields } from '../editor/fields/page-fields.tsx'
import { withoutLeadingTitle } from './leading-title.ts'

/** Title and body. */
export function EditorTab() {
  return <PageFields notice={<LeadingTitle />} />
}

/**
 * Offers to remove the first line when it repeats the title. The analysis never removes text by
 * itself.
 */
function LeadingTitle() {
  const { flushes } = useDraftParts()
  const { control, getValues, setValue, setFocus } = useFormContext<DraftValues>()
  const [title, content] = useWatch({ control, name: ['title', 'content'] })
  if (withoutLeadingTitle(content, title) === null) return null
  return (
    <div className="notice mx-3.5 mb-3">
      <p className="min-w-0 flex-[1_1_16rem]">
        The text begins with its title, which the page shows above it anyway.
      </p>
      <Button
        size="sm"
        onClick={() => {
          for (const flush of flushes) flush()
          const rest = withoutLeadingTitle(getValues('content'), title)
          if (rest !== null) setValue('content', rest)
          // The button with the focus disappears.
          setFocus('content')
        }}
      >
        Remove It From the Text
      </Button>
    </div>
  )
}
