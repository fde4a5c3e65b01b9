import { Check, Plus, Tags, X } from 'lucide-react'
import { useState } from 'react'
import { adminCall } from '../../api/admin-call.ts'
import { messageOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { sameTag } from '../documents/draft-values.ts'
import { type AnalyzedPicture, sourceOf } from '../editor/pictures/analysis-source.ts'
import { useAbortable } from '../shell/use-abortable.ts'

type State = { kind: 'idle' } | { kind: 'asking' } | { kind: 'failed'; reason: string }

interface TagSuggestionsProps {
  picture: AnalyzedPicture
  /** Text around the picture. */
  text: string
  suggested: ReadonlyArray<string> | null
  taken: ReadonlyArray<string>
  forArticle: boolean
  onSuggested: (tags: Array<string>) => void
  onToggle: (tag: string) => void
}

/**
 * Tags suggested for a picture (specification, section 2); chosen ones are added to the article.
 * Needs a React key per picture.
 */
export function TagSuggestions({
  picture,
  text,
  suggested,
  taken,
  forArticle,
  onSuggested,
  onToggle,
}: TagSuggestionsProps) {
  const [state, setState] = useState<State>({ kind: 'idle' })
  const { run, abort } = useAbortable()

  async function request(signal: AbortSignal) {
    const source = await sourceOf(picture, signal)
    return adminCall('POST /api/suggest-image-tags', { body: { ...source, content: text }, signal })
  }

  function ask() {
    setState({ kind: 'asking' })
    const showTags = ({ tags }: { tags: Array<string> }) => {
      setState({ kind: 'idle' })
      onSuggested(tags)
    }
    void run(request, showTags, (error) => {
      console.error(error)
      setState({ kind: 'failed', reason: messageOf(error) })
    })
  }

  return (
    <section className="analysis" aria-label="Tag suggestions" aria-busy={state.kind === 'asking'}>
      <div className="analysis-head">
        <h3>Tag Suggestions</h3>
      </div>
      <div aria-live="polite" className="grid gap-2">
        {suggested === null ? (
          <p className="text-tiny text-muted">
            Looks for tags in the picture and in the text that you have written.
          </p>
        ) : suggested.length === 0 ? (
          <p className="text-tiny text-muted">Nothing in this picture suggests a tag.</p>
        ) : (
          <>
            <ul className="tag-list">
              {suggested.map((tag) => {
                const isTaken = taken.some((other) => sameTag(other, tag))
                return (
                  <li key={tag}>
                    <button
                      type="button"
                      className="tag-offer inline-flex items-center gap-1 [&_svg]:size-3.5
                        aria-pressed:bg-ink aria-pressed:border-solid aria-pressed:border-ink
                        aria-pressed:text-paper"
                      data-part="creator-tag"
                      aria-pressed={isTaken}
                      onClick={() => onToggle(tag)}
                    >
                      {isTaken ? <Check /> : <Plus />}
                      {tag}
                    </button>
                  </li>
                )
              })}
            </ul>
            <p className="text-tiny text-muted">
              {forArticle
                ? 'Those that you take are the first tags of the article.'
                : 'Only articles take tags from here.'}
            </p>
          </>
        )}
        {state.kind === 'failed' && <FormError>{state.reason}</FormError>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Tags />}
          pending={state.kind === 'asking'}
          pendingText="Looking for tags..."
          onClick={ask}
        >
          {suggested === null && state.kind !== 'failed' ? 'Suggest Tags' : 'Suggest Again'}
        </Button>
        {state.kind === 'asking' && (
          <Button
            size="sm"
            variant="ghost"
            icon={<X />}
            onClick={() => {
              abort()
              setState({ kind: 'idle' })
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </section>
  )
}
