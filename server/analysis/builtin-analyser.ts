import type { ImageAnalysis, KnownTag } from '#domain/analysis.ts'
import { analyzeText } from '#domain/text-analysis/analyze-text.ts'
import { topicsIn } from '#domain/text-analysis/topics-in.ts'
import type { Analyser } from './analyser.ts'
import type { AnalysisWork } from './analysis-work.ts'
import { describePicture } from './describe-picture.ts'
import { readPicture } from './picture.ts'
import { lookAt } from './picture-look.ts'

/** Runs in this thread, unless another one is given. */
const here: Pick<AnalysisWork, 'analyze' | 'topicsIn'> = {
  analyze: async (request, tags) => analyzeText(request, tags),
  topicsIn: async (content, tags) => topicsIn(content, tags),
}

/** Creates the engine that needs no service. `tagsOfSite` returns the current tags of the site. */
export function createBuiltinAnalyser(tagsOfSite: () => ReadonlyArray<KnownTag>, texts = here): Analyser {
  async function analyzeImage(image: Uint8Array, text: string): Promise<ImageAnalysis> {
    const known = tagsOfSite()
    const picture = await readPicture(image)
    const { width, height } = picture
    return describePicture({ width, height, look: await lookAt(picture) }, await texts.topicsIn(text, known), known)
  }

  return {
    engine: 'builtin',
    analyzeContent: (request) => texts.analyze(request, tagsOfSite()),
    analyzeImage: ({ image, context }) => analyzeImage(image, context),
    suggestImageTags: async ({ image, content }) => (await analyzeImage(image, content)).tags,
  }
}
