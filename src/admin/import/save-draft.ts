import { adminCall } from '../../api/admin-call.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import { refusalOf } from '../../api/request.ts'
import { createOnce } from '../item/create-once.ts'
import type { QueuedCreation } from '../offline/queue/outgoing.ts'
import type { MailDraft } from './mail-draft.ts'

/** The draft with another title and the like, as it is to be saved. */
export type DraftToSave = MailDraft & { issueNumber: number }

/**
 * Stores the pictures of a mail and makes a newsletter of it, a draft with the date of the mail. A picture that the site does not take is left out and
 * counted. `key` makes a second attempt at a picture the same; `tries` is what was sent of the newsletter before, `onTry` is told what is sent of it now: a
 * second one comes of none of that. Throws `RequestError`.
 */
export async function saveDraft(
  draft: DraftToSave,
  { key, tries }: { key: string; tries: ReadonlyArray<QueuedCreation> },
  { onProgress, onTry }: { onProgress: (done: number, of: number) => void; onTry: (sent: QueuedCreation) => void },
): Promise<{ item: AdminItem<'newsletters'>; lost: number }> {
  let { markdown } = draft
  let lost = 0
  const images = draft.images.filter(({ placeholder }) => stands(markdown, placeholder))
  for (const [index, image] of images.entries()) {
    onProgress(index, images.length)
    const file = new File([image.bytes], named(image.name, image.type), { type: image.type })
    try {
      const { url } = await adminCall('POST /api/media', { form: { file }, key: `${key}-${index}` })
      markdown = replaced(markdown, image.placeholder, url)
    } catch (error) {
      // No picture that the site takes: the text matters more.
      if (![413, 415, 422].includes(refusalOf(error)?.status ?? 0)) throw error
      markdown = without(markdown, image.placeholder)
      lost += 1
    }
  }
  onProgress(images.length, images.length)
  const { title, description, issueNumber, date, messageId } = draft
  const fields = {
    title,
    description,
    issueNumber,
    messageId,
    content: markdown,
    contentFormat: 'markdown',
    draft: true,
    ...(date && { publishedAt: date }),
  }
  const sent = { key: newIdempotencyKey(), fields }
  onTry(sent)
  const item = await createOnce({ type: 'newsletters', fields, instead: tries }, { key: sent.key })
  return { item, lost }
}

const pattern = (placeholder: string) => new RegExp(`${placeholder}(?!\\d)`, 'g')
const stands = (markdown: string, placeholder: string) => pattern(placeholder).test(markdown)
const replaced = (markdown: string, placeholder: string, url: string) =>
  markdown.replace(pattern(placeholder), () => url)

/** The text without a picture. */
function without(markdown: string, placeholder: string): string {
  return markdown
    .replace(new RegExp(`!\\[[^[\\]]*\\]\\(${placeholder}(?!\\d)[^()]*\\)`, 'g'), '')
    .replace(/\n{3,}/g, '\n\n')
}

/** Servers and people know pictures by their ending. */
function named(name: string, type: string): string {
  return /\.[a-z]{3,4}$/i.test(name) ? name : `${name}.${type.replace(/^image\//, '').replace('jpeg', 'jpg')}`
}
