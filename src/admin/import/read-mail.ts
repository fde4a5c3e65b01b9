import PostalMime, { type Attachment } from 'postal-mime'
import { groupedNumber } from '#domain/count-words.ts'
import { withTrueCharsets } from './true-charsets.ts'

/** Size limit of one mail. A mailbox may be larger, because its mails are read one by one. */
const mailMaxBytes = 25 * 1024 * 1024
/** Limit of nested parts; real mails have four or five levels. */
const maxNesting = 30
/** Limit for the headers of all parts together. */
const maxHeaderBytes = 512 * 1024
/**
 * Limit of lines: a real mail of 25 MB has about 400,000; many more short lines would take minutes
 * and gigabytes to parse.
 */
const maxLines = 500_000

/** A mail can't be imported; the message is for the person. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

export interface MailImage {
  /** Address in the text of the mail: `cid:…`. */
  source: string
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** The parsed parts of a mail. */
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

/** The bytes of a mail. Rejects with MailRefused when they are too many. */
export async function bytesIn(mail: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (mail.size > mailMaxBytes)
    throw new MailRefused(
      `This mail has ${Math.ceil(mail.size / 1024 / 1024)} MB; at most 25 MB are read.`,
    )
  return new Uint8Array(await mail.arrayBuffer())
}

/** Parses a mail. Rejects with MailRefused when it is nested too deeply, or not a mail. */
export async function readMail(bytes: Uint8Array<ArrayBuffer>): Promise<ReadMail> {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new MailRefused(
      'This is a file of Outlook’s own kind. Save the mail as .eml there, and import that.',
    )
  if (linesIn(bytes) > maxLines)
    throw new MailRefused(
      `This mail has more than ${groupedNumber(maxLines)} lines and is not read.`,
    )
  const limits = { maxNestingDepth: maxNesting, maxHeadersSize: maxHeaderBytes }
  const mail = await PostalMime.parse(withTrueCharsets(bytes), limits).catch((cause: unknown) => {
    throw new MailRefused(reasonOf(cause), { cause })
  })
  if (mail.attachments.some(({ rfc822DepthExceeded }) => rfc822DepthExceeded))
    throw new MailRefused(
      'This mail holds mails within mails, more than ten deep, and is not read.',
    )
  if (mail.headers.length === 0 || (!mail.from && !mail.subject && !mail.date && !mail.messageId))
    throw new MailRefused('This is no mail: it has no sender, subject or date.')
  const date =
    mail.date && !Number.isNaN(Date.parse(mail.date)) ? new Date(mail.date).toISOString() : null
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

/** Message for an error of the parser. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : ''
  if (/nesting/i.test(message))
    return `This mail is nested more than ${maxNesting} parts deep and is not read.`
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

/**
 * Converts C1 control characters to Windows-1252, because mails labelled Latin-1 usually contain
 * its quotes and dashes.
 */
function repaired(text: string) {
  return text.replace(/[\u0080-\u009f]/g, (sign) => windows1252[sign.charCodeAt(0) - 0x80] ?? sign)
}
