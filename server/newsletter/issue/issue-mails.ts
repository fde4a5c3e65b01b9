import type { SiteSettings } from '#domain/site-settings.ts'
import type { IssueMail, MailedIssue, MailSite } from './issue-mail.ts'

/** An issue with its texts as Markdown. */
export interface IssueText extends Omit<MailedIssue, 'opening' | 'articles'> {
  content: string
  articles: ReadonlyArray<{ title: string; excerpt: string; content: string }>
}

type Render = (input: { key: string; markdown: string; anchorPrefix?: string }) => Promise<{ html: string }>

/** Creates the mails of issues: `renderBody` renders Markdown as for pages, `compose` is `issueMail`, possibly in a worker. Rejects with their errors for a text that exceeds a limit. */
export function createIssueMails(parts: {
  settings: () => SiteSettings
  siteUrl: string
  renderBody: Render
  compose: (issue: MailedIssue, site: MailSite) => Promise<IssueMail>
}) {
  const { settings, siteUrl, renderBody, compose } = parts

  /** Renders one text. Anchors get the same prefix as on the issue's page, because the links lead there. */
  async function body(markdown: string, index: number | null) {
    const anchorPrefix = index === null ? {} : { anchorPrefix: `a${index + 1}-` }
    return { markdown, html: (await renderBody({ key: 'mail', markdown, ...anchorPrefix })).html }
  }

  return {
    async make({ content, articles, ...issue }: IssueText): Promise<IssueMail> {
      const [opening, ...bodies] = await Promise.all([
        body(content, null),
        ...articles.map((article, index) => body(article.content, index)),
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
