import type { ImageAnalysis, KnownTag } from '#domain/analysis.ts'
import { analyzeText } from '#domain/text-analysis/analyze-text.ts'
import { type Topics, topicsIn } from '#domain/text-analysis/topics-in.ts'
import type { Analyser } from './analyser.ts'
import type { AnalysisWork } from './analysis-work.ts'
import { readPicture } from './picture.ts'
import { lookAt, type PictureLook } from './picture-look.ts'

/** The default: analyses texts in this thread. */
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

const mostTags = 8
const mostElements = 20

/**
 * Describes a picture by its size and colors and by the text around it; its pixels alone say nothing about music.
 * `around` are the topics of that text; `known` are the site's tags.
 */
function describePicture(
  { width, height, look }: { width: number; height: number; look: PictureLook },
  around: Topics,
  known: ReadonlyArray<KnownTag>,
): ImageAnalysis {
  const { devices, tags: topics } = around
  const kind = look.kind === 'photo' ? 'photo' : 'illustration'
  const shape = width > height * 1.15 ? 'landscape' : height > width * 1.15 ? 'portrait' : 'square'
  const colors = look.colors.length > 0 ? `, mostly ${look.colors.slice(0, 2).join(' and ')}` : ''
  const spelling = new Map(known.map(({ tag }) => [tag.toLowerCase(), tag]))
  const tags = [...topics, ...devices, kind, ...look.colors.slice(0, 1)].map((tag) => tag.toLowerCase())
  return {
    description: `${kind === 'photo' ? 'Photo' : 'Illustration'}${colors} (${shape}, ${width} × ${height} pixels).`,
    relevance: devices.length > 0 ? 'high' : topics.length > 0 ? 'medium' : 'low',
    tags: [...new Set(tags.map((tag) => spelling.get(tag) ?? tag))].slice(0, mostTags),
    ableton_elements: devices.slice(0, mostElements),
  }
}
