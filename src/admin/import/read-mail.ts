import PostalMime, { type Attachment } from 'postal-mime'
import { withTrueCharsets } from './mend-charsets.ts'

/** A mail is at most this large; a mailbox of many may be larger, since one is read after the other. */
export const mailMaxBytes = 25 * 1024 * 1024
/** Programs nest their parts four or five deep. */
const maxNesting = 30
/** Of all parts together. */
const maxHeaderBytes = 512 * 1024
/** A mail of 25 MB whose files are written in letters has 400,000; short ones without end take minutes and gigabytes. */
const maxLines = 500_000

/** Why a mail can't be imported, for a person to read. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

export interface MailImage {
  /** As the text of the mail names it: `cid:…`. */
  source: string
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** What an import needs of a mail. */
export interface ReadMail {
  messageId: string | null
  subject: string
  from: string
  /** An ISO instant. */
  date: string | null
  html: string | null
  text: string | null
  images: Array<MailImage>
}

/** Reads a mail in any coding. Rejects with MailRefused for what is too large, nested too deeply, or no mail. */
export async function readMail(bytes: Uint8Array<ArrayBuffer>): Promise<ReadMail> {
  if (bytes.length > mailMaxBytes)
    throw new MailRefused(`This mail has ${Math.ceil(bytes.length / 1024 / 1024)} MB; at most 25 MB are read.`)
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new MailRefused('This is a file of Outlook’s own kind. Save the mail as .eml there, and import that.')
  if (linesIn(bytes) > maxLines)
    throw new MailRefused(`This mail has more than ${maxLines.toLocaleString('en-US')} lines and is not read.`)
  const limits = { maxNestingDepth: maxNesting, maxHeadersSize: maxHeaderBytes }
  const mail = await PostalMime.parse(withTrueCharsets(bytes), limits).catch((cause: unknown) => {
    throw new MailRefused(reasonOf(cause), { cause })
  })
  if (mail.attachments.some(({ rfc822DepthExceeded }) => rfc822DepthExceeded))
    throw new MailRefused('This mail holds mails within mails, more than ten deep, and is not read.')
  if (mail.headers.length === 0 || (!mail.from && !mail.subject && !mail.date && !mail.messageId))
    throw new MailRefused('This is no mail: it has no sender, subject or date.')
  const date = mail.date && !Number.isNaN(Date.parse(mail.date)) ? new Date(mail.date).toISOString() : null
  const sender = mail.from && 'address' in mail.from ? mail.from : undefined
  return {
    messageId: mail.messageId?.trim() || null,
    subject: repaired(mail.subject?.trim() ?? ''),
    from: [sender?.name, sender?.address && `<${sender.address}>`].filter(Boolean).join(' '),
    date,
    html: mail.html?.trim() ? repaired(mail.html) : null,
    text: mail.text?.trim() ? repaired(mail.text) : null,
    images: mail.attachments.flatMap(imageOf),
  }
}

function linesIn(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) lines += 1
  return lines
}

const lineFeed = 10

/** Why the parser gave up, for a person to read. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : ''
  if (/nesting/i.test(message)) return `This mail is nested more than ${maxNesting} parts deep and is not read.`
  if (/header size/i.test(message))
    return `This mail has more than ${maxHeaderBytes / 1024} KB of headers, as thousands of parts have, and is not read.`
  return 'This mail can not be read.'
}

function imageOf({ contentId, content, mimeType, filename }: Attachment): Array<MailImage> {
  if (!contentId || !/^image\//.test(mimeType) || typeof content === 'string') return []
  const id = contentId.replace(/^<|>$/g, '')
  return [
    {
      source: `cid:${id}`,
      name: filename || id.split('@')[0] || 'picture',
      type: mimeType,
      bytes: new Uint8Array(content),
    },
  ]
}

const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Mails that say they are Latin-1 mostly are Windows-1252, whose quotes and dashes would be signs that nobody sees. */
function repaired(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (sign) => windows1252[sign.charCodeAt(0) - 0x80] ?? sign)
}
