import { ArrowRight, ClipboardPaste, FileText, Newspaper, PenLine, Sparkles, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { analysisMinimumLength, type ContentAnalysis, tooShortMessage } from '#domain/analysis.ts'
import { withFrontMatter } from '#domain/front-matter.ts'
import { adminCall } from '../../api/admin-call.ts'
import { messageOf } from '../../api/refusal.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/show-toast.ts'
import type { DraftValues } from '../documents/draft-values.ts'
import {
  type CreatedType,
  type CreatorInput,
  hasInput,
  writeAddress,
} from '../editing/creator-state.ts'
import { StorageNotice } from '../editing/draft-notices.tsx'
import { showLeftOut } from '../editing/front-matter-message.ts'
import { Screen } from '../shell/screen.tsx'
import { useSiteLanguage } from '../shell/site-facts.ts'
import { useAbortable } from '../shell/use-abortable.ts'
import { useUnsavedGuard } from '../shell/use-leave-guard.tsx'
import { PicturePanel, type Uploads } from './picture-panel.tsx'
import { analyzedValues, plainValues, writtenValues } from './prepared-values.ts'
import { RawTextField } from './raw-text-field.tsx'

interface InputStepProps {
  type: CreatedType
  input: CreatorInput
  uploads: Uploads
  notice: ReactNode
  /** Whether there is an edited text to return to. */
  edited: boolean
  /** An existing item can't change its type. */
  fixedType: boolean
  onType: (type: CreatedType) => void
  onInput: (change: (input: CreatorInput) => CreatorInput) => void
  onContinue: () => void
  /** Continues to the editor. `prepare` computes its values from the present ones and the input. */
  onPrepared: (prepare: (known: DraftValues, input: CreatorInput) => DraftValues) => void
}

/** Step 1 of the creator: raw text and pictures, which the analysis turns into fields. */
export function InputStep({
  type,
  input,
  uploads,
  notice,
  edited,
  fixedType,
  onType,
  onInput,
  onContinue,
  onPrepared,
}: InputStepProps) {
  const language = useSiteLanguage()
  const { state, analyze, cancel } = useAnalysis((analysis) =>
    onPrepared((known, input) => analyzedValues(type, analysis, input, known, language)),
  )
  const busy = state.kind === 'analyzing'
  const guard = useUnsavedGuard(
    hasInput(input) || edited,
    'You have unsaved changes. Are you sure you want to leave this page?',
  )

  async function skip() {
    const { formatContent } = await import('#domain/text-analysis/format-content.ts')
    const text = withFrontMatter(input.raw)
    const content = formatContent(text?.body ?? input.raw)
    onPrepared((known, input) =>
      plainValues(
        type,
        content,
        input,
        text ? writtenValues(type, text.fields, known, language) : known,
      ),
    )
    if (text) showLeftOut(text.keys)
  }

  return (
    <div className="[&_h1]:outline-none">
      <Screen
        title="Paste Your Content"
        current="Create Content"
        documentTitle="Create Content"
        state={
          <span className="text-13 font-semibold whitespace-nowrap text-muted">Step 1 of 2</span>
        }
        actions={!fixedType && <WaysToBegin type={type} />}
      >
        <StorageNotice className="mb-5" />
        {notice}
        {edited && (
          <div className="notice mb-5">
            <p>Your edited text is kept. Analyzing again replaces it.</p>
            <Button size="sm" icon={<ArrowRight />} onClick={onContinue}>
              Continue Editing
            </Button>
          </div>
        )}
        <form
          className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]
            lg:grid-rows-[auto_1fr] lg:gap-y-5 lg:gap-x-8"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void analyze(type, input.raw)
          }}
        >
          <div className="grid min-w-0 content-start gap-5">
            <TypeChooser value={type} disabled={busy || fixedType} onChange={onType} />
            <RawTextField
              input={input}
              busy={busy}
              onInput={onInput}
              onSubmit={() => void analyze(type, input.raw)}
            />
          </div>
          <PicturePanel type={type} input={input} uploads={uploads} onInput={onInput} />
          <div className="grid content-start gap-3.5">
            {state.kind === 'failed' && (
              <div className="notice" data-tone="danger" role="alert">
                <p className="min-w-0 flex-1">
                  {state.reason} Your text is still here: analyze again, or go on and fill in the
                  fields yourself.
                </p>
                <Button size="sm" onClick={() => void skip()}>
                  Continue Without Analysis
                </Button>
              </div>
            )}
            <div className="flex flex-wrap items-center gap-3">
              <Button
                type="submit"
                variant="primary"
                icon={<Sparkles />}
                pending={busy}
                pendingText="Analyzing Content..."
                disabled={input.raw.length < analysisMinimumLength}
              >
                Analyze & Prepare for Editing
              </Button>
              {busy ? (
                <Button variant="ghost" icon={<X />} onClick={cancel}>
                  Cancel
                </Button>
              ) : (
                <p className="text-tiny text-muted">
                  Suggests title, excerpt, category
                  {type === 'articles' && ', tags and reading time'}. You edit all of it in the next
                  step.
                </p>
              )}
            </div>
          </div>
        </form>
        {guard.dialog}
      </Screen>
    </div>
  )
}

/**
 * The two ways to a new item: a blank page, or a text that is pasted and analyzed, which is the
 * present screen.
 */
function WaysToBegin({ type }: { type: CreatedType }) {
  return (
    <nav aria-label="Ways to begin" className="flex flex-wrap gap-2">
      <LinkButton variant="primary" icon={<PenLine />} href={writeAddress(type)}>
        Write
      </LinkButton>
      <LinkButton
        icon={<ClipboardPaste />}
        href="/admin/create-content"
        aria-current="page"
        className="aria-[current]:bg-sunk"
      >
        Paste & analyze
      </LinkButton>
    </nav>
  )
}

const choices = [
  {
    value: 'articles',
    label: 'Article',
    text: 'A tip or tutorial, found by category.',
    icon: FileText,
  },
  { value: 'news', label: 'News', text: 'Something that has happened.', icon: Newspaper },
] as const

/** Chooses the type of the new item. */
function TypeChooser({
  value,
  disabled,
  onChange,
}: {
  value: CreatedType
  disabled: boolean
  onChange: (type: CreatedType) => void
}) {
  return (
    <fieldset disabled={disabled}>
      <legend className="form-label mb-1.5">Content Type</legend>
      <div className="grid grid-cols-2 gap-3">
        {choices.map(({ value: type, label, text, icon: Icon }) => (
          <label
            key={type}
            className="relative flex items-start gap-3 py-3 px-3.5 border-[1.5px] border-line
              rounded-card bg-surface text-15/[1.35] cursor-pointer hover:border-muted
              has-checked:border-ink has-checked:shadow-[inset_0.25rem_0_0_var(--color-accent)]
              has-focus-visible:outline-2 has-focus-visible:outline-ink
              has-focus-visible:outline-offset-2 in-disabled:cursor-not-allowed
              in-disabled:not-has-checked:opacity-55 max-sm:items-center"
            data-part="creator-type"
          >
            {/* The native control covers the card invisibly. */}
            <input
              className="absolute inset-0 size-full m-0 opacity-0 [cursor:inherit]"
              type="radio"
              name="content-type"
              checked={value === type}
              onChange={() => onChange(type)}
            />
            <Icon className="flex-none size-5 mt-0.5 max-sm:mt-0" aria-hidden="true" />
            <span>
              <span className="block font-semibold">{label}</span>
              <span className="block text-13 text-muted max-sm:hidden">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type AnalysisState =
  | { kind: 'idle' }
  | { kind: 'analyzing' }
  /** `reason` is a sentence for the person. */
  | { kind: 'failed'; reason: string }

const analyzedType = { articles: 'article', news: 'news' } as const

/** Requests the analysis of a text; can be cancelled. A failure changes only the state. */
function useAnalysis(onAnswer: (analysis: ContentAnalysis) => void) {
  const [state, setState] = useState<AnalysisState>({ kind: 'idle' })
  const { run, abort } = useAbortable()

  async function analyze(type: CreatedType, content: string) {
    if (state.kind === 'analyzing') return
    if (content.trim().length < analysisMinimumLength) {
      void showToast({
        title: 'Content too short',
        description: tooShortMessage,
        variant: 'destructive',
      })
      return
    }
    setState({ kind: 'analyzing' })
    const body = { content, contentType: analyzedType[type] }
    const request = (signal: AbortSignal) =>
      adminCall('POST /api/analyze-content', { body, signal })
    const use = (analysis: ContentAnalysis) => {
      setState({ kind: 'idle' })
      onAnswer(analysis)
      const text = withFrontMatter(content)
      if (text) showLeftOut(text.keys)
    }
    await run(request, use, (error) => {
      console.error(error)
      setState({ kind: 'failed', reason: messageOf(error) })
      void showToast({
        title: 'Analysis failed',
        description: 'There was an error analyzing your content. Please try again.',
        variant: 'destructive',
      })
    })
  }

  return {
    state,
    analyze,
    cancel() {
      abort()
      setState({ kind: 'idle' })
    },
  }
}
