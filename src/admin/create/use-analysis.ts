import { useState } from 'react'
import { analysisMinimumLength, type ContentAnalysis, tooShortMessage } from '#domain/analysis.ts'
import { withFrontMatter } from '#domain/front-matter.ts'
import { adminCall } from '../../api/admin-call.ts'
import { messageOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { CreatedType } from '../editing/creator-state.ts'
import { showLeftOut } from '../editing/front-matter-message.ts'
import { useAbortable } from '../shell/use-abortable.ts'

export type AnalysisState =
  | { kind: 'idle' }
  | { kind: 'analyzing' }
  /** `reason` is a sentence for the person. */
  | { kind: 'failed'; reason: string }

const analyzedType = { articles: 'article', news: 'news' } as const

/** Requests the analysis of a text; can be cancelled. A failure changes only the state. */
export function useAnalysis(onAnswer: (analysis: ContentAnalysis) => void) {
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
