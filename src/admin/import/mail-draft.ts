import { htmlToMarkdown } from '#domain/html-to-markdown.ts'
import { cleanMailHtml } from '#domain/mail/clean-mail-html.ts'
import { withoutTextFooters } from '#domain/mail/mail-footers.ts'
import { type ViewableMail, viewableMail } from '#domain/mail/viewable-mail.ts'
import { formatContent } from '#domain/text-analysis/format-content.ts'
import { type MailImage, MailRefused, type ReadMail } from './read-mail.ts'

/** A picture of a mail that the draft shows, and where it stands in its text until it is in the media library. */
export interface DraftImage extends MailImage {
  placeholder: string
}

/** A mail as a newsletter. */
export interface MailDraft {
  /** Recognises the mail: its `Message-ID`, or a hash of what it says. */
  messageId: string
  title: string
  description: string
  issueNumber: number | null
  from: string
  date: string | null
  /** Pictures stand under their placeholders. */
  markdown: string
  images: Array<DraftImage>
  dropped: { trackers: number; footers: number }
  /** For the view beside. */
  original: ({ kind: 'html' } & ViewableMail) | { kind: 'text'; text: string }
}

/** A newsletter shows at most so many letters; what is laid out for mail programs has many times as many signs as it says. */
const longestText = 500_000
const longestHtml = 2_000_000

/** Where a picture of a mail stands as long as it has no place on the site. */
const placeholderOf = (index: number) => `/newsletter-import/picture-${index + 1}`

/** Makes a newsletter of a mail. Throws MailRefused when nothing to read is in it. */
export function mailDraft(mail: ReadMail): MailDraft {
  const images: Array<DraftImage> = []
  const placed = new Map<string, string>()
  const known = new Map(mail.images.map((image) => [image.source.toLowerCase(), image]))

  function place(source: string): string | null {
    const before = placed.get(source)
    if (before !== undefined) return before
    const image = source.startsWith('data:') ? fromData(source) : known.get(decoded(source).toLowerCase())
    if (!image) return null
    const placeholder = placeholderOf(images.length)
    images.push({ ...image, source, placeholder })
    placed.set(source, placeholder)
    return placeholder
  }

  const { markdown, dropped } = mail.html === null ? fromText(mail.text ?? '') : fromHtml(mail.html, place)
  checkLength(markdown, longestText)
  if (markdown.trim() === '') throw new MailRefused('There is no text in this mail.')
  const title = titleOf(mail.subject) || firstWords(markdown, 80) || 'Imported newsletter'
  return {
    messageId: mail.messageId ?? `hash:${hash(`${mail.subject}\n${mail.date ?? ''}\n${markdown}`)}`,
    title,
    description: firstWords(markdown, 160),
    issueNumber: issueNumberIn(mail.subject),
    from: mail.from,
    date: mail.date,
    markdown: `${markdown.trim()}\n`,
    images,
    dropped,
    original:
      mail.html === null ? { kind: 'text', text: mail.text ?? '' } : { kind: 'html', ...viewableMail(mail.html) },
  }
}

/** Before it is looked at any closer: what is far too long would hold the browser up for minutes. */
function checkLength(text: string, most: number): void {
  if (text.length > most)
    throw new MailRefused(
      `The text of this mail is too long for a newsletter: ${text.length.toLocaleString('en-US')} signs, where ${most.toLocaleString('en-US')} are taken.`,
    )
}

function fromHtml(html: string, place: (source: string) => string | null) {
  // Pictures may stand in it letter by letter.
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

/** 'Fwd: [List] Issue 12' → 'Issue 12'. */
function titleOf(subject: string): string {
  return subject
    .replace(/^(?:\s*(?:re|fwd?|wg|aw|tr)\s*:\s*|\s*\[[^\]]{1,40}\]\s*)+/i, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
}

function issueNumberIn(subject: string): number | null {
  const line = subject.replace(/\s+/g, ' ')
  const found = /(?:#|\b(?:issue|no\.?|nr\.?|vol\.?|ausgabe|edition) ?#? ?)(\d{1,5})\b/i.exec(line)?.[1]
  return found && Number(found) > 0 ? Number(found) : null
}

/** The beginning of the text as it is read, ended at a word. */
function firstWords(markdown: string, length: number): string {
  const paragraph = markdown.split(/\n{2,}/).find((one) => /\p{L}{2}/u.test(readable(one)) && !/^#{1,6} /.test(one))
  const text = readable(paragraph ?? '')
  if (text.length <= length) return text
  return `${text.slice(0, length - 1).replace(/(?<!\s)\s+\S*$/, '')}…`
}

function readable(markdown: string): string {
  return markdown
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<[^<>]+>/g, '')
    .replace(/\\([\\`*_{}[\]()#+.!|>~-])/g, '$1')
    .replace(/(?:\*\*|__|[*_`])/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function decoded(source: string): string {
  try {
    return decodeURIComponent(source)
  } catch {
    // A lone percent sign stands for itself.
    return source
  }
}

/** A picture that is written into the HTML itself. */
function fromData(source: string): MailImage | null {
  const [, type, data] = /^data:(image\/[a-z+.-]+);base64,([a-z0-9+/=\s]+)$/i.exec(source) ?? []
  if (type === undefined || data === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s+/g, '')), (sign) => sign.charCodeAt(0))
    return { source, name: 'picture', type, bytes }
  } catch {
    // No base64: nothing that could be shown.
    return null
  }
}

/** Two hashes of 32 bits (cyrb53); enough to know a text again, and there on pages that came by plain http. */
function hash(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0')
}
