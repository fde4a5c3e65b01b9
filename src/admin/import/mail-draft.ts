import { groupedNumber } from '#domain/count-words.ts'
import { htmlToMarkdown } from '#domain/html-to-markdown.ts'
import { cleanMailHtml } from '#domain/mail/clean-mail-html.ts'
import { withoutTextFooters } from '#domain/mail/mail-footers.ts'
import { type ViewableMail, viewableMail } from '#domain/mail/viewable-mail.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { formatContent } from '#domain/text-analysis/format-content.ts'
import { plainLine } from '#domain/text-analysis/plain-line.ts'
import { type MailImage, MailRefused, type ReadMail } from './read-mail.ts'

/** A picture of a mail. `placeholder` is its address in the Markdown until it is uploaded. */
export interface DraftImage extends MailImage {
  placeholder: string
}

/** A mail converted to a newsletter. */
export interface MailDraft {
  /** Identifies the mail: its `Message-ID`, or a hash of its content. */
  messageId: string
  title: string
  description: string
  issueNumber: number | null
  from: string
  date: string | null
  /** Contains the placeholders of pictures. */
  markdown: string
  images: Array<DraftImage>
  dropped: { trackers: number; footers: number }
  /** The mail as it was, for comparison. */
  original: ({ kind: 'html' } & ViewableMail) | { kind: 'text'; text: string }
}

/**
 * Limits in characters: of the visible text, and of its HTML, whose markup is many times longer
 * than the text.
 */
const longestText = 500_000
const longestHtml = 2_000_000

/** Placeholder address of a picture that is not uploaded yet. */
const placeholderOf = (index: number) => `/newsletter-import/picture-${index + 1}`

/** Converts a mail to a newsletter. Throws MailRefused when it contains no text. */
export function mailDraft(mail: ReadMail): MailDraft {
  const images: Array<DraftImage> = []
  const placed = new Map<string, string>()
  const known = new Map(mail.images.map((image) => [image.source.toLowerCase(), image]))

  function place(source: string): string | null {
    const before = placed.get(source)
    if (before !== undefined) return before
    const image = source.startsWith('data:')
      ? fromData(source)
      : known.get((percentDecoded(source) ?? source).toLowerCase())
    if (!image) return null
    const placeholder = placeholderOf(images.length)
    images.push({ ...image, source, placeholder })
    placed.set(source, placeholder)
    return placeholder
  }

  const { markdown, dropped } =
    mail.html === null ? fromText(mail.text ?? '') : fromHtml(mail.html, place)
  checkLength(markdown, longestText)
  if (markdown.trim() === '') throw new MailRefused('There is no text in this mail.')
  const title = titleOf(mail.subject) || firstWords(markdown, 80) || 'Imported newsletter'
  const text = [...`${mail.subject}\n${mail.date ?? ''}\n${markdown}`]
  return {
    messageId: mail.messageId ?? `hash:${digestOf(text.map((sign) => sign.codePointAt(0) ?? 0))}`,
    title,
    description: firstWords(markdown, 160),
    issueNumber: issueNumberIn(mail.subject),
    from: mail.from,
    date: mail.date,
    markdown: `${markdown.trim()}\n`,
    images,
    dropped,
    original:
      mail.html === null
        ? { kind: 'text', text: mail.text ?? '' }
        : { kind: 'html', ...viewableMail(mail.html) },
  }
}

/**
 * Checks the length before parsing, because a very long text would block the browser for minutes.
 */
function checkLength(text: string, most: number) {
  if (text.length > most)
    throw new MailRefused(
      `The text of this mail is too long for a newsletter: ${groupedNumber(text.length)} signs, where ${groupedNumber(most)} are taken.`,
    )
}

function fromHtml(html: string, place: (source: string) => string | null) {
  // Embedded pictures do not count.
  checkLength(html.replace(/\bdata:image\/[^"'\s)>]*/gi, ''), longestHtml)
  const clean = cleanMailHtml(html, place)
  const markdown = clean && htmlToMarkdown(clean.html)
  if (clean === null || markdown === null)
    throw new MailRefused('The text of this mail is nested too deeply to be read.')
  return { markdown: markdown.replace(/\n{3,}/g, '\n\n'), dropped: clean.dropped }
}

function fromText(text: string) {
  checkLength(text, longestText)
  const { text: kept, dropped } = withoutTextFooters(text)
  return { markdown: formatContent(kept), dropped: { trackers: 0, footers: dropped } }
}

/** Removes prefixes of a subject: 'Fwd: [List] Issue 12' → 'Issue 12'. */
function titleOf(subject: string): string {
  return subject
    .replace(/^(?:\s*(?:re|fwd?|wg|aw|tr)\s*:\s*|\s*\[[^\]]{1,40}\]\s*)+/i, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
}

function issueNumberIn(subject: string): number | null {
  const line = subject.replace(/\s+/g, ' ')
  const found = /(?:#|\b(?:issue|no\.?|nr\.?|vol\.?|ausgabe|edition) ?#? ?)(\d{1,5})\b/i.exec(
    line,
  )?.[1]
  return found && Number(found) > 0 ? Number(found) : null
}

/** The beginning of the first paragraph, cut at a word. */
function firstWords(markdown: string, length: number): string {
  const paragraph = markdown
    .split(/\n{2,}/)
    .find((one) => /\p{L}{2}/u.test(plainLine(one)) && !/^#{1,6} /.test(one))
  const text = plainLine(paragraph ?? '')
  if (text.length <= length) return text
  return `${text.slice(0, length - 1).replace(/(?<!\s)\s+\S*$/, '')}…`
}

/** Decodes a picture in a data URL. */
function fromData(source: string): MailImage | null {
  const [, type, data] = /^data:(image\/[a-z+.-]+);base64,([a-z0-9+/=\s]+)$/i.exec(source) ?? []
  if (type === undefined || data === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s+/g, '')), (sign) => sign.charCodeAt(0))
    return { source, name: 'picture', type, bytes }
  } catch {
    // Invalid base64.
    return null
  }
}

/**
 * A 64-bit hash (cyrb53 twice) of the signs of a text, to recognise it; not for security.
 * `crypto.subtle` is missing on pages without https.
 */
function digestOf(codes: ReadonlyArray<number>): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (const code of codes) {
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0')
}
