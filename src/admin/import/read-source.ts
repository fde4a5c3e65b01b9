import { type MailDraft, mailDraft } from './mail-draft.ts'
import { isMailbox, mailsOf } from './mailbox.ts'
import { MailRefused, mailMaxBytes, readMail } from './read-mail.ts'

/** Input of an import: a file or pasted text. */
export type ImportSource = { kind: 'file'; file: File } | { kind: 'pasted'; text: string }

/** Result for one mail. */
export type ReadResult = { kind: 'draft'; draft: MailDraft } | { kind: 'refused'; message: string }

const tooLarge = (size: number) =>
  `This mail has ${Math.ceil(size / 1024 / 1024)} MB; at most 25 MB are read.`

/**
 * Yields a result for every mail of a source. Never rejects: an unreadable mail gives a `refused`
 * result with the reason.
 */
export async function* readSource(source: ImportSource): AsyncGenerator<ReadResult> {
  if (source.kind === 'pasted') {
    yield await attempt(async () => pastedDraft(source.text))
    return
  }
  const { file } = source
  const start = new Uint8Array(await file.slice(0, 4096).arrayBuffer())
  if (file.size === 0) {
    yield { kind: 'refused', message: 'This file is empty.' }
  } else if (isMailbox(start)) {
    for await (const mail of mailsOf(file))
      yield mail.kind === 'too-large'
        ? { kind: 'refused', message: tooLarge(mail.size) }
        : await attempt(async () => mailDraft(await readMail(mail.bytes)))
  } else if (file.size > mailMaxBytes) {
    yield { kind: 'refused', message: tooLarge(file.size) }
  } else if (/\.html?$/i.test(file.name)) {
    yield await attempt(async () =>
      pastedDraft(await file.text(), file.name.replace(/\.html?$/i, '')),
    )
  } else {
    yield await attempt(async () =>
      mailDraft(await readMail(new Uint8Array(await file.arrayBuffer()))),
    )
  }
}

/** Converts pasted text: a mail with headers, HTML, or plain text. */
async function pastedDraft(text: string, name = ''): Promise<MailDraft> {
  if (text.trim() === '') throw new MailRefused('There is nothing to read.')
  if (text.length > mailMaxBytes) throw new MailRefused(tooLarge(text.length))
  const trimmed = text.trimStart()
  const isHtml =
    /^<(?:!doctype|!--|html|head|body|table|div|p|center|h[1-6]|span|meta|style)\b/i.test(trimmed)
  if (!isHtml && beginsWithHead(trimmed))
    return mailDraft(await readMail(new TextEncoder().encode(trimmed)))
  const subject = isHtml ? (/<title[^<>]*>([^<]{1,300})</i.exec(text)?.[1]?.trim() ?? '') : ''
  return mailDraft({
    messageId: null,
    subject: subject || name,
    from: '',
    date: null,
    html: isHtml ? text : null,
    text: isHtml ? null : text,
    images: [],
  })
}

/**
 * Whether a text starts with mail headers: at least two fields, possibly folded, then an empty
 * line. Reads line by line, in linear time.
 */
function beginsWithHead(text: string): boolean {
  let fields = 0
  for (let from = 0; ; ) {
    const end = text.indexOf('\n', from)
    if (end < 0) return false
    const line = text.slice(from, text[end - 1] === '\r' ? end - 1 : end)
    if (line === '') return fields >= 2
    if (/^[A-Za-z][A-Za-z-]*:/.test(line)) fields += 1
    else if (fields === 0 || !/^[ \t]/.test(line)) return false
    from = end + 1
  }
}

async function attempt(read: () => Promise<MailDraft>): Promise<ReadResult> {
  try {
    return { kind: 'draft', draft: await read() }
  } catch (error) {
    if (error instanceof MailRefused) return { kind: 'refused', message: error.message }
    console.error(error)
    return { kind: 'refused', message: 'This mail can not be read.' }
  }
}
