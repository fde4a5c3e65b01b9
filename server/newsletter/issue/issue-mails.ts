import type { FormValues } from '#domain/item/field.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import type { IssueMail, MailedIssue, MailSite } from './issue-mail.ts'

/** An issue with its texts as Markdown. */
export interface IssueText extends Omit<MailedIssue, 'opening' | 'articles'> {
  content: string
  /** The folder of its file, in which its texts name pictures. */
  folder?: string | undefined
  articles: FormValues['pieces']
}

type Render = (input: {
  key: string
  markdown: string
  anchorPrefix?: string
  folder?: string | undefined
}) => Promise<{ html: string }>

/**
 * Creates the mails of issues: `renderBody` renders Markdown as for pages, `compose` is
 * `issueMail`, possibly in a worker. Rejects with their errors for a text that exceeds a limit.
 */
export function createIssueMails(parts: {
  settings: () => SiteSettings
  siteUrl: string
  renderBody: Render
  compose: (issue: MailedIssue, site: MailSite) => Promise<IssueMail>
}) {
  const { settings, siteUrl, renderBody, compose } = parts

  /**
   * Renders one text. Anchors get the same prefix as on the issue's page, because the links lead
   * there.
   */
  async function body(markdown: string, index: number | null, folder?: string) {
    const anchorPrefix = index === null ? {} : { anchorPrefix: `a${index + 1}-` }
    return {
      markdown,
      html: (await renderBody({ key: 'mail', markdown, folder, ...anchorPrefix })).html,
    }
  }

  return {
    async make({ content, articles, folder, ...issue }: IssueText): Promise<IssueMail> {
      const [opening, ...bodies] = await Promise.all([
        body(content, null, folder),
        ...articles.map((article, index) => body(article.content, index, folder)),
      ])
      const pieces = articles.map(({ title, excerpt }, index) => ({
        title,
        excerpt,
        markdown: bodies[index]?.markdown ?? '',
        html: bodies[index]?.html ?? '',
      }))
      return compose({ ...issue, opening, articles: pieces }, { settings: settings(), siteUrl })
    },
  }
}
