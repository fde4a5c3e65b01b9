import { proposeAlt } from '#domain/alt-proposal.ts'
import type { ImageAnalysis, KnownTag, OwnSubject } from '#domain/analysis.ts'
import { textAnalysis } from '#domain/text-analysis/analysis-work.ts'
import type { Topics } from '#domain/text-analysis/topics-in.ts'
import type { Analyser } from './analyser.ts'
import { readPicture } from './picture.ts'

/**
 * Creates the engine that needs no service. `tagsOfSite` returns the current tags of the site,
 * `ownSubject` what it is about if not the specification's, `language` the tag of its language.
 * Texts are analysed in this thread by default.
 */
export function createBuiltinAnalyser(
  tagsOfSite: () => ReadonlyArray<KnownTag>,
  texts = textAnalysis,
  ownSubject: () => OwnSubject | null = () => null,
  language: () => string = () => 'en',
): Analyser {
  async function analyzeImage(image: Uint8Array, text: string, name: string) {
    const known = tagsOfSite()
    // Refuses what is no picture.
    await readPicture(image)
    const devices = ownSubject() === null
    const topics = await texts.topicsIn(`${text}\n\n${wordsOf(name)}`, known, devices, language())
    return aboutPicture(proposeAlt({ name, text }, devices), topics, known)
  }

  return {
    engine: 'builtin',
    analyzeContent: (request) => texts.analyze(request, tagsOfSite(), ownSubject(), language()),
    analyzeImage: ({ image, context, name }) => analyzeImage(image, context, name),
    suggestImageTags: async ({ image, content }) => (await analyzeImage(image, content, '')).tags,
  }
}

const mostTags = 8
const mostElements = 20

/**
 * What the name of a picture and the text around it say of it. Its pixels are not looked at:
 * without a model, they say nothing about the subject.
 */
function aboutPicture(
  description: string,
  { devices, tags: topics }: Topics,
  known: ReadonlyArray<KnownTag>,
): ImageAnalysis {
  const spelling = new Map(known.map(({ tag }) => [tag.toLowerCase(), tag]))
  const tags = [...topics, ...devices].map((tag) => tag.toLowerCase())
  return {
    description,
    relevance: devices.length > 0 ? 'high' : topics.length > 0 ? 'medium' : 'low',
    tags: [...new Set(tags.map((tag) => spelling.get(tag) ?? tag))].slice(0, mostTags),
    ableton_elements: devices.slice(0, mostElements),
  }
}

/** The words of a file's name. */
function wordsOf(name: string) {
  return name.replace(/\.[a-z\d]{2,5}$/i, '').replace(/[-_]+/g, ' ')
}
