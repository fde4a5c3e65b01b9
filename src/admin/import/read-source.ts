import { type MailDraft, mailDraft } from './mail-draft.ts'
import { isMailbox, mailsOf, withoutMarks } from './mailbox.ts'
import { bytesIn, MailRefused, readMail } from './read-mail.ts'

/** Input of an import: a file or pasted text. */
export type ImportSource = { kind: 'file'; file: File } | { kind: 'pasted'; text: string }

/** Result for one mail. */
export type ReadResult = { kind: 'draft'; draft: MailDraft } | { kind: 'refused'; message: string }

/**
 * Yields a result for every mail of a source. Never rejects: an unreadable mail gives a `refused`
 * result with the reason.
 */
export async function* readSource(source: ImportSource): AsyncGenerator<ReadResult> {
  if (source.kind === 'pasted') {
    yield await attempt(() => pastedDraft(new Blob([source.text])))
    return
  }
  const { file } = source
  const start = new Uint8Array(await file.slice(0, 4096).arrayBuffer())
  if (file.size === 0) yield { kind: 'refused', message: 'This file is empty.' }
  else if (isMailbox(start))
    for await (const mail of mailsOf(file))
      yield await attempt(async () => readDraft(withoutMarks(await bytesIn(mail))))
  else if (/\.html?$/i.test(file.name))
    yield await attempt(() => pastedDraft(file, file.name.replace(/\.html?$/i, '')))
  else yield await attempt(async () => readDraft(await bytesIn(file)))
}

const readDraft = async (bytes: Uint8Array<ArrayBuffer>) => mailDraft(await readMail(bytes))

/** Converts pasted text: a mail with headers, HTML, or plain text. */
async function pastedDraft(given: Blob, name = ''): Promise<MailDraft> {
  const text = new TextDecoder().decode(await bytesIn(given))
  if (text.trim() === '') throw new MailRefused('There is nothing to read.')
  const trimmed = text.trimStart()
  const isHtml =
    /^<(?:!doctype|!--|html|head|body|table|div|p|center|h[1-6]|span|meta|style)\b/i.test(trimmed)
  if (!isHtml && beginsWithHead(trimmed)) return readDraft(new TextEncoder().encode(trimmed))
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
