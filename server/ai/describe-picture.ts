import type { ImageAnalysis, KnownTag } from '#domain/analysis.ts'
import { knownTags } from '#domain/text-analysis/suggest-tags.ts'
import { countTerms } from '#domain/text-analysis/term-counts.ts'
import { findOnScreen } from './live-screen.ts'
import type { PictureLook } from './picture-look.ts'

export interface PictureFindings {
  width: number
  height: number
  look: PictureLook
  /** The text in it, line by line. */
  lines: ReadonlyArray<string>
}

const mostTags = 8
const quotedText = 120

/** Words from what was found in a picture; `known` are the site's tags. */
export function describePicture(findings: PictureFindings, known: ReadonlyArray<KnownTag>): ImageAnalysis {
  const { look, lines } = findings
  const screen = findOnScreen(lines)
  const wordCount = lines.join(' ').split(/\s+/).filter(Boolean).length
  const isLive = screen.elements.length >= 2 || (screen.elements.length === 1 && screen.musicWords >= 3)
  const kind = pictureKind(look, wordCount, isLive)
  const spelling = new Map(known.map(({ tag }) => [tag.toLowerCase(), tag]))
  const tags = [
    ...screen.devices.map((name) => name.toLowerCase()),
    ...knownTags(countTerms([{ kind: 'heading', depth: 1, text: lines.join('. ') }]), known),
    ...screen.elements.filter((name) => !screen.devices.includes(name)).map((name) => name.toLowerCase()),
    ...(isLive ? ['ableton live'] : []),
    kind,
    ...look.colors.slice(0, 1),
  ]
  return {
    description: sentence(findings, kind, screen.elements, isLive),
    relevance:
      isLive || screen.devices.length > 0
        ? 'high'
        : screen.musicWords >= 2 || screen.elements.length > 0
          ? 'medium'
          : 'low',
    tags: [...new Set(tags.map((tag) => spelling.get(tag.toLowerCase()) ?? tag))].slice(0, mostTags),
    ableton_elements: screen.elements.slice(0, 20),
  }
}

function pictureKind(
  look: PictureLook,
  words: number,
  isLive: boolean,
): 'screenshot' | 'diagram' | 'illustration' | 'photo' {
  if (look.kind === 'photo') return isLive && words >= 12 ? 'screenshot' : 'photo'
  if (isLive || words >= 40) return 'screenshot'
  return words >= 4 ? 'diagram' : 'illustration'
}

/** One or two sentences that can stand as alternative text. */
function sentence(
  { width, height, look, lines }: PictureFindings,
  kind: string,
  elements: ReadonlyArray<string>,
  isLive: boolean,
): string {
  const what =
    isLive && kind === 'screenshot' ? 'Screenshot of Ableton Live' : `${kind[0]?.toUpperCase()}${kind.slice(1)}`
  const showing = elements.length > 0 ? ` showing ${listed(elements.slice(0, 4))}` : ''
  const shape = width > height * 1.15 ? 'landscape' : height > width * 1.15 ? 'portrait' : 'square'
  const colors = look.colors.length > 0 ? `, mostly ${listed(look.colors.slice(0, 2))}` : ''
  const facts = `${what}${showing}${colors} (${shape}, ${width} × ${height} pixels).`
  const text = textIn(lines)
  // A word or two may be a pattern that looked like letters.
  return text.split(' ').length >= 3 && !isLive ? `${facts} Text in the picture: “${text}”.` : facts
}

function textIn(lines: ReadonlyArray<string>): string {
  const kept = lines.filter((line) => (line.match(/\p{L}/gu) ?? []).length >= 3)
  let text = ''
  for (const line of kept) {
    const longer = text ? `${text}, ${line}` : line
    if (longer.length > quotedText) break
    text = longer
  }
  return text.replace(/[“”"]/g, '')
}

function listed(names: ReadonlyArray<string>): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
