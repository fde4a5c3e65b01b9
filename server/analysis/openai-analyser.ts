import type { ChatCompletionContentPart } from 'openai/resources/chat/completions'
import { AnalysisError, type KnownTag } from '#domain/analysis.ts'
import { analyzeText } from '#domain/text-analysis/analyze-text.ts'
import type { Analyser } from './analyser.ts'
import type { AnalysisWork } from './analysis-work.ts'
import {
  contentQuestion,
  imageQuestion,
  readContentAnswer,
  readImageAnswer,
  readTagsAnswer,
  tagsQuestion,
} from './model-answers.ts'
import { createModelClient, type ModelSettings } from './model-client.ts'
import { contentInstructions, imageInstructions, tagsInstructions } from './model-instructions.ts'
import { readPicture } from './picture.ts'

/** The beginning of a text shows its topic, and models limit the input; in characters. */
const maxTextSent = 40_000
const maxContextSent = 4000
const maxPictureSide = 1280

/**
 * Creates the engine that asks a model on an OpenAI-compatible server. A request contains only the fixed instructions
 * and the user's input: tags are matched with the site's after the answer, and pictures are sent without EXIF data.
 */
export function createOpenAiAnalyser(
  options: ModelSettings & { knownTags: () => ReadonlyArray<KnownTag>; texts?: AnalysisWork | undefined },
): Analyser {
  const { knownTags, texts } = options
  const ask = createModelClient(options)

  return {
    engine: 'openai',
    async analyzeContent(request, signal) {
      const text = `Chosen content type: ${request.contentType}\n\n${request.content.slice(0, maxTextSent)}`
      const question = { name: 'content_analysis', schema: contentQuestion, instructions: contentInstructions }
      const answer = await ask({ ...question, parts: [{ type: 'text', text }] }, signal)
      const own = texts ? await texts.analyze(request, knownTags()) : analyzeText(request, knownTags())
      return readContentAnswer(answer, own, knownTags())
    },
    async analyzeImage({ image, context }, signal) {
      const question = { name: 'image_analysis', schema: imageQuestion, instructions: imageInstructions }
      return readImageAnswer(
        await ask({ ...question, parts: await partsOf(image, context, signal) }, signal),
        knownTags(),
      )
    },
    async suggestImageTags({ image, content }, signal) {
      const question = { name: 'image_tags', schema: tagsQuestion, instructions: tagsInstructions }
      return readTagsAnswer(
        await ask({ ...question, parts: await partsOf(image, content, signal) }, signal),
        knownTags(),
      )
    },
  }
}

async function partsOf(
  image: Uint8Array,
  text: string,
  signal: AbortSignal,
): Promise<Array<ChatCompletionContentPart>> {
  const picture = await readPicture(image)
  const small = picture.pixels().resize(maxPictureSide, maxPictureSide, { fit: 'inside', withoutEnlargement: true })
  const bytes = await small.jpeg({ quality: 85 }).toBuffer()
  if (signal.aborted) throw new AnalysisError('cancelled', 'The analysis was cancelled.')
  const url = `data:image/jpeg;base64,${bytes.toString('base64')}`
  const words = text.trim().slice(0, maxContextSent)
  return [...(words ? [{ type: 'text' as const, text: words }] : []), { type: 'image_url', image_url: { url } }]
}
