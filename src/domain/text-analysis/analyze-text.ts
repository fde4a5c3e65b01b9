import {
  type ContentAnalysis,
  type ContentAnalysisRequest,
  type KnownTag,
  type OwnSubject,
  tooShortMessage,
} from '../analysis.ts'
import { type Category, categoryLabel } from '../categories.ts'
import { readingMinutes, wordsOf } from '../reading-time.ts'
import { codeLanguages } from './code-languages.ts'
import { formatContent } from './format-content.ts'
import { isAboutMusic } from './is-about-music.ts'
import { judgeContentType } from './judge-content-type.ts'
import { liveHardware } from './live-devices.ts'
import { liveRelease, liveVersion } from './live-version.ts'
import { nearestCategory } from './nearest-category.ts'
import { scoreCategories } from './score-categories.ts'
import { suggestTags, type TagTopic, wordsOfMusic } from './suggest-tags.ts'
import { summarize } from './summarize.ts'
import { countTerms, namedDevices, type TermCounts } from './term-counts.ts'
import { firstPicture, linkBlocks, type TextBlock, textBlocks } from './text-blocks.ts'
import { englishText } from './text-language.ts'

/** The category of a text without any known term (specification, section 9). */
const defaultCategory: Category = 'workflow'
/**
 * Only the first characters are weighed: they show the topic, and a whole book would block other
 * requests.
 */
const weighedCharacters = 60_000
/** A lower score is too weak to decide. */
const fewestPoints = 2

const noWords: ReadonlySet<string> = new Set()
const hardware = new Set(liveHardware.map(({ name }) => name))

/**
 * Analyses a text without any service: the answer of `POST /api/analyze-content` (specification,
 * section 3). `known` are the site's tags. On a site about another subject (`own`) its categories
 * take the place of the specification's, and nothing is known of devices and versions.
 */
export function analyzeText(
  request: ContentAnalysisRequest,
  known: ReadonlyArray<KnownTag>,
  own: OwnSubject | null = null,
  language = englishText,
): ContentAnalysis {
  const content = formatContent(request.content)
  const all = textBlocks(content)
  const blocks = opening(all)
  const ofMusic = own === null && isAboutMusic(blocks)
  const devicesIn = ofMusic ? namedDevices : () => []
  const counts = countTerms(blocks, devicesIn, language)
  const withLinks = countTerms([...blocks, ...linkBlocks(content)], devicesIn, language)
  const text = blocks.map((block) => block.text).join('\n')
  const { title, excerpt, metaDescription } = summarize(
    blocks,
    withLinks,
    ofMusic ? wordsOfMusic : noWords,
  )
  const contentType = judgeContentType(blocks, request.contentType)
  const about = own
    ? ownTopic(own, counts)
    : specifiedTopic(counts, ofMusic, contentType === 'news' ? liveRelease(text) : null)
  return {
    title: title || tooShortTitle(content),
    excerpt,
    metaDescription,
    content,
    category: about.category,
    contentType,
    tags: suggestTags(withLinks, known, { ...about, languages: codeLanguages(content) }).map(
      (tag) => tag.slice(0, 60),
    ),
    readTime: readingMinutes(all.reduce((words, block) => words + wordsOf(block.text).length, 0)),
    featured: false,
    imageUrl: firstPicture(content),
    abletonVersion: own ? null : liveVersion(text),
    devices: [...counts.devices]
      .filter(([name]) => !hardware.has(name))
      .sort(([, one], [, other]) => other - one)
      .map(([name]) => name),
  }
}

function specifiedTopic(
  counts: TermCounts,
  ofMusic: boolean,
  version: string | null,
): Omit<TagTopic, 'languages'> {
  const [best] = scoreCategories(counts)
  const category = best && best[1] >= fewestPoints ? best[0] : defaultCategory
  return {
    category,
    label: ofMusic ? categoryLabel(category) : '',
    vocabulary: ofMusic ? category : null,
    version,
  }
}

function ownTopic({ categories }: OwnSubject, counts: TermCounts): Omit<TagTopic, 'languages'> {
  const { value, label } = nearestCategory(counts, categories) ?? { value: '', label: '' }
  return { category: value, label, vocabulary: null, version: null }
}

function opening(blocks: ReadonlyArray<TextBlock>): ReadonlyArray<TextBlock> {
  let length = 0
  const end = blocks.findIndex((block) => {
    length += block.text.length
    return length > weighedCharacters
  })
  return end < 0 ? blocks : blocks.slice(0, Math.max(1, end))
}

/** The title of a text without sentences (code, marks or pictures only): its first line. */
function tooShortTitle(content: string): string {
  const line = content.split('\n').find((candidate) => /[\p{L}\p{N}]/u.test(candidate))
  return (
    line
      ?.replace(/[`*_#>[\]()!]+/g, ' ')
      .trim()
      .slice(0, 70) || tooShortMessage
  )
}
