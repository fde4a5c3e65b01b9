import type { ContentPatch } from '#domain/content-input.ts'
import { refusalOf } from '../../api/refusal.ts'
import { uploadMedia } from '../../api/upload-media.ts'
import type { ItemCreation } from '../documents/queue/outgoing.ts'
import type { MailDraft } from './mail-draft.ts'

/** A draft with the final title and number. */
export type DraftToSave = MailDraft & { issueNumber: number }

/**
 * Uploads the pictures of a mail, and returns its newsletter: a draft with the date of the mail.
 * Pictures that the site does not accept are left out and counted. `key` makes repeated uploads
 * idempotent. Throws `RequestError`.
 */
export async function prepareDraft(
  draft: DraftToSave,
  key: string,
  onProgress: (done: number, of: number) => void,
): Promise<{ work: ItemCreation; lost: number }> {
  let { markdown } = draft
  let lost = 0
  const images = draft.images.filter(({ placeholder }) => stands(markdown, placeholder))
  for (const [index, image] of images.entries()) {
    onProgress(index, images.length)
    const file = new File([image.bytes], named(image.name, image.type), { type: image.type })
    try {
      const { url } = await uploadMedia({ form: { file }, key: `${key}-${index}` })
      markdown = replaced(markdown, image.placeholder, url)
    } catch (error) {
      // The site does not accept this picture; the text is more important.
      if (![413, 415, 422].includes(refusalOf(error)?.status ?? 0)) throw error
      markdown = without(markdown, image.placeholder)
      lost += 1
    }
  }
  onProgress(images.length, images.length)
  const { title, description, issueNumber, messageId, date } = draft
  const fields = {
    title,
    description,
    issueNumber,
    messageId,
    content: markdown,
    contentFormat: 'markdown' as const,
    draft: true,
    ...(date && { publishedAt: date }),
  } satisfies ContentPatch
  return { work: { kind: 'create', type: 'newsletters', fields }, lost }
}

const pattern = (placeholder: string) => new RegExp(`${placeholder}(?!\\d)`, 'g')
const stands = (markdown: string, placeholder: string) => pattern(placeholder).test(markdown)
const replaced = (markdown: string, placeholder: string, url: string) =>
  markdown.replace(pattern(placeholder), () => url)

/** Removes a picture from the text. */
function without(markdown: string, placeholder: string): string {
  return markdown
    .replace(new RegExp(`!\\[[^[\\]]*\\]\\(${placeholder}(?!\\d)[^()]*\\)`, 'g'), '')
    .replace(/\n{3,}/g, '\n\n')
}

/** Adds the extension of the type to a file name without one. */
function named(name: string, type: string): string {
  return /\.[a-z]{3,4}$/i.test(name)
    ? name
    : `${name}.${type.replace(/^image\//, '').replace('jpeg', 'jpg')}`
}
