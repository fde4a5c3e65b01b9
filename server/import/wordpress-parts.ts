import { z } from 'zod'
import { footnotesHtml } from '#domain/import/html-footnotes.ts'

/** The most characters that shared blocks add to a text at once. */
const mostShared = 1_000_000

/**
 * A text with the words of the blocks that it shares with others, in place of their numbers; such a
 * block may contain others.
 */
export function withPatterns(
  text: string,
  patterns: ReadonlyMap<string, string>,
  depth = 0,
): string {
  let room = mostShared
  const named = /<!-- wp:block \{"ref":(\d{1,12})[^{}<>]{0,500}\}? ?\/-->/g
  const made = text.replace(named, (whole, id: string) => {
    const shared = patterns.get(id)
    if (shared === undefined || shared.length > room) return whole
    room -= shared.length
    return shared
  })
  return made === text || depth === 3 ? made : withPatterns(made, patterns, depth + 1)
}

const ownFootnotes = z.array(z.object({ content: z.string() }))

/**
 * A text with its footnotes, which WordPress stores apart from it; those that can't be read leave
 * the text as it is.
 */
export function withFootnotes(text: string, stored: string): string {
  if (!text.includes('wp:footnotes')) return text
  try {
    const notes = ownFootnotes.parse(JSON.parse(stored))
    return `${text.replace(/<!-- wp:footnotes[^<>]{0,200}-->/, '')}\n${footnotesHtml(notes.map(({ content }) => content))}`
  } catch {
    // The comment about the block stays, and is reported.
    return text
  }
}
