import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { analysisMinimumLength, type ContentAnalysis, tooShortMessage } from '#domain/analysis.ts'
import type { ContentType } from '#domain/content.ts'
import { subjectData } from '#domain/site/subject-data.ts'
import { adminCall } from '../../../api/admin-call.ts'
import { messageOf } from '../../../api/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { useProfile } from '../../../ui/site-profile.tsx'
import { type DraftValues, sameTag } from '../../documents/draft-values.ts'
import { useDraftParts } from '../../editing/draft-context.ts'
import { useAbortable } from '../../shell/use-abortable.ts'
import { analysisContext, analysisOf } from '../pictures/analysis-source.ts'
import { picturesWithoutAlt, withAlt } from './pictures-without-alt.ts'
import { type ProposedField, useTakeValue } from './use-take-value.ts'

const analyzedTypes = { articles: 'article', news: 'news', newsletters: 'newsletter' } as const
/** Each picture is one call. */
const mostPictures = 5

/** A value that a field of the form may take. */
interface Proposal {
  label: string
  text: string
  field: ProposedField
  value: DraftValues[ProposedField]
}

interface Suggestions {
  analysis: ContentAnalysis
  alts: ReadonlyArray<{ url: string; alt: string }>
}

type State =
  | { kind: 'idle' }
  | { kind: 'asking' }
  | { kind: 'failed'; reason: string }
  | ({ kind: 'done' } & Suggestions)

/**
 * Proposes title, summary, tags and alternative texts from the text of the item. A person takes
 * each by itself; a field never changes without that.
 */
export function TextSuggestions() {
  const { draft, flushes } = useDraftParts()
  const { getValues } = useFormContext<DraftValues>()
  const values = useWatch<DraftValues>() as DraftValues
  const [state, setState] = useState<State>({ kind: 'idle' })
  const { pictureContext } = subjectData[useProfile().subject]
  const { run } = useAbortable()
  const takeValue = useTakeValue()
  const proposals =
    state.kind === 'done'
      ? proposalsOf(state, values).filter(({ field }) => draft.fields.includes(field))
      : []

  function currentText(): string {
    for (const flush of flushes) flush()
    return getValues('content')
  }

  function ask() {
    const content = currentText()
    if (content.trim().length < analysisMinimumLength) {
      setState({ kind: 'failed', reason: tooShortMessage })
      return
    }
    setState({ kind: 'asking' })
    const context = analysisContext(content, pictureContext)
    void run(
      (signal) => suggestionsFor(draft.type, { content, context }, signal),
      (found) => setState({ kind: 'done', ...found }),
      (error) => {
        console.error(error)
        setState({ kind: 'failed', reason: messageOf(error) })
      },
    )
  }

  function take(chosen: Proposal) {
    currentText()
    // The text may have changed since the proposal was shown.
    const proposal = proposalsOf(state as Suggestions, getValues()).find(
      ({ label, text }) => label === chosen.label && text === chosen.text,
    )
    if (!proposal) return
    takeValue(proposal.field, proposal.value)
  }

  return (
    <section
      aria-label="Suggestions from the text"
      aria-busy={state.kind === 'asking'}
      className="grid gap-3"
    >
      <Button
        size="sm"
        variant="ghost"
        className="justify-self-start"
        icon={<Sparkles />}
        pending={state.kind === 'asking'}
        pendingText="Reading the text..."
        onClick={ask}
      >
        Suggest from text
      </Button>
      <div aria-live="polite" className="grid gap-3">
        {state.kind === 'failed' && <FormError>{state.reason}</FormError>}
        {state.kind === 'done' && proposals.length === 0 && (
          <p className="text-tiny text-muted">There is nothing more to suggest.</p>
        )}
        {proposals.length > 0 && <ProposalList proposals={proposals} onTake={take} />}
      </div>
    </section>
  )
}

function ProposalList({
  proposals,
  onTake,
}: {
  proposals: ReadonlyArray<Proposal>
  onTake: (proposal: Proposal) => void
}) {
  return (
    <ul className="grid border-t border-line">
      {proposals.map((proposal) => (
        <li
          key={`${proposal.label} ${proposal.text}`}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 py-2 border-b border-line"
        >
          <span className="min-w-0 wrap-anywhere text-small">
            <span className="block text-tiny font-semibold text-muted">{proposal.label}</span>
            {proposal.text}
          </span>
          <Button
            size="sm"
            aria-label={`Use as ${proposal.label.toLowerCase()}: ${proposal.text}`}
            onClick={() => onTake(proposal)}
          >
            Use
          </Button>
        </li>
      ))}
    </ul>
  )
}

async function suggestionsFor(
  type: ContentType,
  { content, context }: { content: string; context: string },
  signal: AbortSignal,
): Promise<Suggestions> {
  const body = { content, contentType: analyzedTypes[type] }
  const urls = [...new Set(picturesWithoutAlt(content).map(({ url }) => url))]
  const [analysis, alts] = await Promise.all([
    adminCall('POST /api/analyze-content', { body, signal }),
    Promise.all(
      urls.slice(0, mostPictures).map(async (url) => {
        const { description } = await analysisOf({ kind: 'address', url }, context, signal)
        return { url, alt: description }
      }),
    ),
  ])
  return { analysis, alts: alts.filter(({ alt }) => alt !== '') }
}

const texts = [
  ['title', 'Title'],
  ['excerpt', 'Excerpt'],
  ['metaDescription', 'Meta description'],
] as const

/** What differs from the values of the form. */
function proposalsOf({ analysis, alts }: Suggestions, values: DraftValues): Array<Proposal> {
  const bare = picturesWithoutAlt(values.content)
  return [
    ...texts
      .map(([field, label]) => ({ field, label, text: analysis[field], value: analysis[field] }))
      .filter(({ field, text }) => text !== '' && text !== values[field].trim()),
    ...analysis.tags
      .filter((tag) => !values.tags.some((taken) => sameTag(taken, tag)))
      .map((tag) => ({
        field: 'tags' as const,
        label: 'Tag',
        text: tag,
        value: [...values.tags, tag],
      })),
    ...alts
      .filter(({ url }) => bare.some((picture) => picture.url === url))
      .map(({ url, alt }) => ({
        field: 'content' as const,
        label: 'Alternative text',
        text: alt,
        value: withAlt(values.content, url, alt),
      })),
  ]
}
