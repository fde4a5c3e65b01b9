import type { ImageAnalysis, KnownTag } from '#domain/analysis.ts'
import { analyzeText } from '#domain/text-analysis/analyze-text.ts'
import { formatContent } from '#domain/text-analysis/format-content.ts'
import { countTerms } from '#domain/text-analysis/term-counts.ts'
import { textBlocks } from '#domain/text-analysis/text-blocks.ts'
import type { Analyser } from './analyser.ts'
import { describePicture } from './describe-picture.ts'
import { readPicture } from './picture.ts'
import { lookAt } from './picture-look.ts'

/** Creates the engine that needs no service. `tagsOfSite` gives the site's tags at this moment. */
export function createBuiltinAnalyser(tagsOfSite: () => ReadonlyArray<KnownTag>): Analyser {
  async function analyzeImage(image: Uint8Array, text: string): Promise<ImageAnalysis> {
    const picture = await readPicture(image)
    const { width, height } = picture
    const around = countTerms(textBlocks(formatContent(text)))
    return describePicture({ width, height, look: await lookAt(picture) }, around, tagsOfSite())
  }

  return {
    engine: 'builtin',
    async analyzeContent(request) {
      return analyzeText(request, tagsOfSite())
    },
    analyzeImage: ({ image, context }) => analyzeImage(image, context),
    suggestImageTags: async ({ image, content }) => (await analyzeImage(image, content)).tags,
  }
}
