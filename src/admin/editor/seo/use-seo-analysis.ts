import { useEffect, useRef, useState } from 'react'
import { isAnalysable, type SeoAnalysis } from '#domain/seo/analyze-seo.ts'
import type { SeoItem } from '#domain/seo/finding.ts'
import { useSiteLanguage } from '../../shell/site-facts.ts'
import type { SeoAnswer, SeoRequest } from './seo-worker.ts'

export type SeoState =
  | { kind: 'empty' }
  | { kind: 'short' }
  | { kind: 'waiting' }
  /** `stale` while a newer text is not analysed yet. */
  | { kind: 'done'; analysis: SeoAnalysis; stale: boolean }
  | { kind: 'failed' }

/** Specification, section 9. */
const pause = 1000

/**
 * Analyses the edited item in a worker, one second after the last change; the first time at once.
 */
export function useSeoAnalysis(item: SeoItem): SeoState {
  const language = useSiteLanguage()
  const [shown, setShown] = useState<SeoAnswer | null>(null)
  const [failed, setFailed] = useState(false)
  const worker = useRef<Worker | null>(null)
  /** What was sent last; empty before. */
  const newest = useRef('')
  const analysable = isAnalysable(item.content)
  const key = JSON.stringify(item)

  useEffect(() => {
    if (!analysable) {
      newest.current = ''
      setShown(null)
      return
    }
    const send = () => {
      worker.current ??= startWorker(
        (answer) => {
          if (answer.item !== newest.current) return
          setFailed(false)
          setShown(answer)
        },
        () => {
          // The next change tries again: after a lost network, the analysis must work again.
          worker.current = null
          setFailed(true)
        },
      )
      newest.current = key
      worker.current.postMessage({ item: key, language } satisfies SeoRequest)
    }
    const timer = setTimeout(send, newest.current === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [key, analysable, language])

  useEffect(
    () => () => {
      worker.current?.terminate()
      worker.current = null
    },
    [],
  )

  if (!analysable) return { kind: item.content.trim() === '' ? 'empty' : 'short' }
  if (failed) return { kind: 'failed' }
  return shown
    ? { kind: 'done', analysis: shown.analysis, stale: shown.item !== key }
    : { kind: 'waiting' }
}

function startWorker(onAnswer: (answer: SeoAnswer) => void, onError: () => void): Worker {
  const worker = new Worker(new URL('./seo-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<SeoAnswer>) => onAnswer(data))
  worker.addEventListener('error', onError)
  return worker
}
