import { AnalysisError, type ImageAnalysis, type KnownTag } from '#domain/analysis.ts'
import { analyzeText } from '#domain/text-analysis/analyze-text.ts'
import { tagsIn } from '#domain/text-analysis/tags-in.ts'
import type { Analyser } from './analyser.ts'
import type { AnalysisWork } from './create-analyser.ts'
import { describePicture } from './describe-picture.ts'
import { readPicture } from './picture.ts'
import { lookAt } from './picture-look.ts'
import type { TextReader } from './read-text.ts'

const mostSuggestedTags = 8

export interface BuiltinAnalyserOptions {
  /** The site's tags at this moment. */
  knownTags: () => ReadonlyArray<KnownTag>
  reader: TextReader
  /** Hears of text that could not be read; the picture is described without it. */
  report: (error: unknown) => void
  texts?: AnalysisWork | undefined
}

/** Creates the engine that needs no service: it looks at the text's own words and at the picture's own pixels. */
export function createBuiltinAnalyser({
  knownTags: tagsOfSite,
  reader,
  report,
  texts,
}: BuiltinAnalyserOptions): Analyser {
  async function analyzeImage({ image }: { image: Uint8Array }, signal: AbortSignal): Promise<ImageAnalysis> {
    const picture = await readPicture(image)
    const look = await lookAt(picture)
    const lines = await reader.read(picture, look, signal).catch((error: unknown) => {
      if (signal.aborted) throw new AnalysisError('cancelled', 'The analysis was cancelled.', error)
      report(error)
      return []
    })
    return describePicture({ width: picture.width, height: picture.height, look, lines }, tagsOfSite())
  }

  return {
    engine: 'builtin',
    async analyzeContent(request) {
      return texts ? texts.analyze(request, tagsOfSite()) : analyzeText(request, tagsOfSite())
    },
    analyzeImage,
    async suggestImageTags({ image, content }, signal) {
      const seen = await analyzeImage({ image }, signal)
      const said = texts ? await texts.tagsIn(content, tagsOfSite()) : tagsIn(content, tagsOfSite())
      const elements = new Set(seen.ableton_elements.map((name) => name.toLowerCase()))
      const certain = seen.tags.filter((tag) => elements.has(tag.toLowerCase()))
      // What the picture itself shows comes first, then what the text around it is about, then how the picture looks.
      return [...new Set([...certain, ...said.slice(0, 4), ...seen.tags])].slice(0, mostSuggestedTags)
    },
    close: () => reader.close(),
  }
}
