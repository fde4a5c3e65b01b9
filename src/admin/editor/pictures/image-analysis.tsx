import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { ImageAnalysis } from '#domain/analysis.ts'
import { subjectData } from '#domain/site/subject-data.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/show-toast.ts'
import { useProfile } from '../../../ui/site-profile.tsx'
import { useAbortable } from '../../shell/use-abortable.ts'
import { type AnalyzedPicture, analysisContext, analysisOf } from './analysis-source.ts'

const relevances: Readonly<Record<ImageAnalysis['relevance'], readonly [Tone, string]>> = {
  high: ['ok', 'High relevance'],
  medium: ['info', 'Medium relevance'],
  low: ['warn', 'Low relevance'],
}

type State = { kind: 'idle' } | { kind: 'analyzing' } | { kind: 'result'; result: ImageAnalysis }

/**
 * The card with the analysis of a picture (specification, sections 2 and 4). Render it with a key
 * for each picture.
 */
export function ImageAnalysisCard({
  picture,
  text,
  alt,
  onUseAlt,
}: {
  picture: AnalyzedPicture
  /** The text around the picture. */
  text?: string
  alt: string
  onUseAlt: (alt: string) => void
}) {
  const [state, setState] = useState<State>({ kind: 'idle' })
  const subject = subjectData[useProfile().subject]
  const { run } = useAbortable()

  async function analyze() {
    setState({ kind: 'analyzing' })
    await run(request, (result) => setState({ kind: 'result', result }), showFailed)
  }

  function request(signal: AbortSignal) {
    return analysisOf(picture, analysisContext(text, subject.pictureContext), signal)
  }

  function showFailed(error: unknown) {
    console.error(error)
    setState({ kind: 'idle' })
    void showToast({
      title: 'Image Analysis Failed',
      description: 'Could not analyze image. Please try again.',
      variant: 'destructive',
    })
  }

  return (
    <section
      className="analysis"
      aria-label="Image analysis"
      aria-busy={state.kind === 'analyzing'}
    >
      <div className="analysis-head">
        <h3>Image Analysis</h3>
        {state.kind === 'result' && <Relevance relevance={state.result.relevance} />}
      </div>
      <div aria-live="polite" className="grid gap-2.5">
        {state.kind === 'result' ? (
          <Findings result={state.result} alt={alt} onUseAlt={onUseAlt} />
        ) : (
          <p className="text-tiny text-muted">
            Says what the picture shows, and how well it fits {subject.site}.
          </p>
        )}
      </div>
      {state.kind !== 'result' && (
        <Button
          size="sm"
          className="justify-self-start"
          icon={<Sparkles />}
          pending={state.kind === 'analyzing'}
          pendingText="Analyzing..."
          onClick={() => void analyze()}
        >
          Analyze Image
        </Button>
      )}
    </section>
  )
}

function Relevance({ relevance }: Pick<ImageAnalysis, 'relevance'>) {
  const [tone, words] = relevances[relevance]
  return <Badge tone={tone}>{words}</Badge>
}

function Findings({
  result,
  alt,
  onUseAlt,
}: {
  result: ImageAnalysis
  alt: string
  onUseAlt: (alt: string) => void
}) {
  const { description, tags, ableton_elements: elements } = result
  return (
    <>
      {description === '' ? (
        <p className="text-small">
          Neither the file’s name nor the text says what it shows. Write it in your own words.
        </p>
      ) : (
        <p className="text-small">{description}</p>
      )}
      {description === '' ? null : alt === description ? (
        <p className="text-tiny text-muted">This is the alt text now.</p>
      ) : (
        <Button size="sm" className="justify-self-start" onClick={() => onUseAlt(description)}>
          Use as Alt Text
        </Button>
      )}
      <Words label="Tags" words={tags} />
      <Words label="Ableton elements" words={elements} />
    </>
  )
}

function Words({ label, words }: { label: string; words: ReadonlyArray<string> }) {
  if (words.length === 0) return null
  return (
    <div className="grid gap-1">
      <p className="text-tiny font-semibold text-muted">{label}</p>
      <ul className="flex flex-wrap gap-1.5" aria-label={label}>
        {words.map((word) => (
          <li key={word} className="tag">
            {word}
          </li>
        ))}
      </ul>
    </div>
  )
}
