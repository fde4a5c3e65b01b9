import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import type { DraftValues } from '../documents/draft-values.ts'
import { useDraftParts } from '../editing/draft-context.ts'
import { PageFields } from '../editor/fields/page-fields.tsx'

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

/**
 * The text without its first line, when that repeats the title; null otherwise. The line may be a
 * heading, in either Markdown notation.
 */
export function withoutLeadingTitle(markdown: string, title: string): string | null {
  const text = markdown.trimStart()
  const match = /^([^\n]+)\n(?:[=-]{2,}[ \t]*\n)?[ \t]*(?:\n|$)/.exec(`${text.trimEnd()}\n`)
  if (!match || title.trim() === '') return null
  const rest = text.slice(match[0].length).replace(/^\n+/, '')
  return rest.trim() !== '' && bare(match[1] ?? '') === bare(title) ? rest : null
}

/** A line without markup, outer spaces and final dot. */
function bare(line: string): string {
  return line
    .replace(/^#{1,6}\s+/, '')
    .trimEnd()
    .replace(/(?<!\s)\s+#+$/, '')
    .replace(/[*_`]/g, '')
    .trim()
    .replace(/[.:]$/, '')
    .toLowerCase()
}
