import { ArrowRight, ClipboardPaste, PenLine, Sparkles, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { analysisMinimumLength } from '#domain/analysis.ts'
import { withFrontMatter } from '#domain/front-matter.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import type { DraftValues } from '../documents/draft-values.ts'
import {
  type CreatedType,
  type CreatorInput,
  hasInput,
  writeAddress,
} from '../editing/creator-state.ts'
import { StorageNotice } from '../editing/draft-notices.tsx'
import { showLeftOut } from '../editing/front-matter-message.ts'
import { useDraftStorage } from '../shell/local-provider.tsx'
import { Screen } from '../shell/screen.tsx'
import { useSiteLanguage } from '../shell/site-facts.ts'
import { useLeaveGuard } from '../shell/use-leave-guard.tsx'
import { PicturePanel, type Uploads } from './picture-panel.tsx'
import { analyzedValues, plainValues, writtenValues } from './prepared-values.ts'
import { RawTextField } from './raw-text-field.tsx'
import { TypeChooser } from './type-chooser.tsx'
import { useAnalysis } from './use-analysis.ts'

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
  const guard = useLeaveGuard(
    hasInput(input) || edited,
    'You have unsaved changes. Are you sure you want to leave this page?',
    { kept: useDraftStorage().kind === 'available' },
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
          className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr] lg:gap-y-5 lg:gap-x-8"
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
