import { personalMail } from './issue/issue-mail.ts'
import type { createIssueMails } from './issue/issue-mails.ts'

/** The text of `content/mails/welcome.md`. */
export interface WelcomeText {
  subject: string
  markdown: string
}

/**
 * Creates the mail that welcomes a reader, in the looks of an issue. `{site}` in its text is the
 * name of the site, and `{download}` the URL of the file that the reader asked for: a paragraph
 * with it is left out for those who asked for none.
 */
export async function welcomeMail(
  { subject, markdown }: WelcomeText,
  options: {
    mails: ReturnType<typeof createIssueMails>
    siteName: string
    downloadUrl: string | null
    unsubscribeUrl: string
  },
): Promise<{ subject: string; text: string; html: string }> {
  const { mails, siteName, downloadUrl, unsubscribeUrl } = options
  const filled = (text: string) =>
    text.replaceAll('{site}', () => siteName).replaceAll('{download}', () => downloadUrl ?? '')
  const paragraphs = markdown
    .split(/\n[ \t]*\n/)
    .filter((paragraph) => downloadUrl !== null || !paragraph.includes('{download}'))
  const mail = await mails.make({
    id: null,
    title: filled(subject),
    issueNumber: null,
    description: '',
    publishedAt: null,
    imageUrl: null,
    imageAlt: '',
    content: filled(paragraphs.join('\n\n')),
    articles: [],
  })
  return personalMail(mail, unsubscribeUrl)
}
