import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { hasPieces } from '#domain/item/item-fields.ts'
import type { Opening } from '#domain/opening.ts'
import { Field } from '../../../ui/field.tsx'
import type { DraftValues } from '../../documents/draft-values.ts'
import { useDraftParts } from '../../editing/draft-context.ts'
import { BodyField, type BodyHandle } from './body-field.tsx'
import { useSlugFollows } from './use-slug-follows.ts'

/**
 * Title and text of an item, as one page. `notice` stands between them; `opening` says where the
 * caret is at first.
 */
export function PageFields({ notice, opening = null }: { notice?: ReactNode; opening?: Opening }) {
  const { draft } = useDraftParts()
  const isIssue = hasPieces(draft.type)
  const text = useRef<BodyHandle>(null)
  return (
    <div className="min-w-0 rounded-card border border-line bg-surface" data-part="page">
      <TitleField onEnter={() => text.current?.focus()} />
      {notice}
      <BodyField
        ref={text}
        name="content"
        label={isIssue ? 'Opening text' : 'Content'}
        placeholder={isIssue ? 'What the issue begins with, or nothing...' : 'Start writing...'}
        isPage
        opening={opening}
      />
    </div>
  )
}

/**
 * The title, of as many lines as it needs; the slug follows it while the rules allow it. Enter goes
 * on to the text.
 */
function TitleField({ onEnter }: { onEnter: () => void }) {
  const { draft } = useDraftParts()
  const { register, setFocus, getValues, formState } = useFormContext<DraftValues>()
  const follow = useSlugFollows()
  const { onChange, ...title } = register('title')
  // A blank page begins with its title.
  const [blank] = useState(
    () => !draft.item && getValues('title') === '' && getValues('content') === '',
  )
  useEffect(() => {
    if (blank) setFocus('title')
  }, [blank, setFocus])
  return (
    <div>
      <Field
        label="Title"
        hideLabel
        error={formState.errors.title?.message}
        control={(ties) => (
          <textarea
            {...title}
            {...ties}
            dir="auto"
            className="mx-auto block w-full max-w-[44rem] resize-none bg-transparent
              px-[clamp(0.875rem,4vw,2rem)] pt-4 pb-2.5 font-display text-draft font-bold
              tracking-[-0.01em] field-sizing-content placeholder:text-muted placeholder:opacity-100
              focus-visible:outline-1 focus-visible:-outline-offset-4 focus-visible:outline-line"
            rows={1}
            placeholder="Title"
            required
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              // Not by `setFocus`, which waits for a timer: on a busy machine the next keys come
              // before it.
              onEnter()
            }}
            onChange={(event) => {
              // A title is one line; pasted text may have several.
              const { value } = event.target
              if (value.includes('\n'))
                event.target.value = value
                  .split('\n')
                  .map((line) => line.trim())
                  .join(' ')
              follow(event.target.value)
              return onChange(event)
            }}
          />
        )}
      />
    </div>
  )
}
