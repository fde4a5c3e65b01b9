import { randomUUID } from 'node:crypto'
import { longDate } from '#domain/dates.ts'
import { directionOf } from '#domain/site/direction.ts'
import { siteTextsOf, type TextSettings } from '#domain/site/profile-of.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { colorStyle, darkRules, type MailColor } from './mail-colors.ts'
import { mailHtml, pictureAddress, textWidth } from './mail-html.ts'
import { mailText } from './mail-text.ts'
import type { MailTextOf } from './mail-texts.ts'

/** A text as Markdown and as rendered HTML. */
export interface MailBody {
  markdown: string
  /** Sanitised. */
  html: string
}

export interface MailedIssue {
  /** Null for an issue that was never saved. */
  id: number | null
  title: string
  /** Null for the mail that welcomes a reader, which is no issue and has no page. */
  issueNumber: number | null
  description: string
  /** ISO instant. */
  publishedAt: string | null
  imageUrl: string | null
  imageAlt: string
  opening: MailBody
  articles: ReadonlyArray<MailBody & { title: string; excerpt: string }>
}

/**
 * A mail for all recipients: HTML and text in pieces. The recipient's unsubscribe URL is inserted
 * between the pieces.
 */
export interface IssueMail {
  subject: string
  html: Array<string>
  text: Array<string>
}

export interface MailSite {
  settings: Pick<SiteSettings, 'name' | 'disclaimer' | 'language' | 'timeZone' | 'postalAddress'> &
    TextSettings
  siteUrl: string
}

const sans = "font-family:'Bricolage Grotesque','Helvetica Neue',Arial,sans-serif"
const serif = "font-family:Literata,Georgia,'Times New Roman',serif"

/** Creates HTML and text of an issue's mail from its Markdown and HTML. */
export function issueMail(issue: MailedIssue, site: MailSite): IssueMail {
  const unsubscribeUrl = `https://${randomUUID()}.invalid/`
  const subject = issue.title || siteTextsOf(site.settings)('mailUntitled')
  const parts = {
    issue: { ...issue, title: subject },
    site,
    unsubscribeUrl,
    pageUrl: pageAddress(issue.id, site.siteUrl),
  }
  return {
    subject,
    html: htmlOf(parts).split(unsubscribeUrl),
    text: textOf(parts).split(unsubscribeUrl),
  }
}

/** Inserts a recipient's unsubscribe URL. */
export function personalMail(
  mail: IssueMail,
  unsubscribeUrl: string,
): { subject: string; html: string; text: string } {
  return {
    subject: mail.subject,
    html: mail.html.join(escapeHtml(unsubscribeUrl)),
    text: mail.text.join(unsubscribeUrl),
  }
}

interface Parts {
  issue: MailedIssue
  site: MailSite
  unsubscribeUrl: string
  /** URL of the issue on the site. */
  pageUrl: string
}

const pageAddress = (id: number | null, siteUrl: string) =>
  id === null ? `${siteUrl}/newsletters` : `${siteUrl}/newsletter/${id}`

function htmlOf({ issue, site: { settings, siteUrl }, unsubscribeUrl, pageUrl }: Parts): string {
  const { name, language, timeZone, disclaimer, postalAddress = '' } = settings
  const text = siteTextsOf(settings)
  const { issueNumber } = issue
  const date =
    issue.publishedAt === null
      ? ''
      : ` · ${longDate(new Date(issue.publishedAt), timeZone, language)}`
  const sender = senderLines(name, postalAddress).map(escapeHtml).join('<br>')
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(issue.title)}</title>
<style>
:root{color-scheme:light dark}
@media (max-width:600px){.sheet{padding:24px 20px!important}}
@media (prefers-color-scheme:dark){${darkRules}}
</style>
</head>
<body class="paper" style="margin:0;padding:0;${colorStyle('paper')}">
${preheader(issue.description)}<table role="presentation" class="paper" width="100%" border="0" cellpadding="0" cellspacing="0" style="width:100%;${colorStyle('paper')}"><tr><td align="center" style="padding:16px 0 32px">
<!--[if mso]><table role="presentation" width="600" border="0" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px">
<tr><td style="padding:12px 24px;${sans};font-size:15px"><a href="${escapeHtml(siteUrl)}/" ${styleAttributes('font-weight:bold;text-decoration:none', 'ink')}>${escapeHtml(name)}</a></td></tr>
<tr><td class="sheet ink" style="padding:32px 24px;${serif};font-size:17px;line-height:1.6;${colorStyle('sheet', 'ink')}">
${
  issueNumber === null
    ? ''
    : `<p ${styleAttributes(`margin:0 0 8px;${sans};font-size:14px`, 'muted')}><a href="${escapeHtml(pageUrl)}" ${styleAttributes('font-weight:bold;text-decoration:none', 'link')}>${escapeHtml(text('issue', { number: issueNumber }))}</a>${escapeHtml(date)}</p>
`
}<h1 ${styleAttributes(`margin:0 0 16px;${sans};font-size:30px;line-height:1.15;font-weight:bold`, 'ink')}>${escapeHtml(issue.title)}</h1>
${issue.description && `<p ${styleAttributes('margin:0 0 20px;font-size:19px;line-height:1.5', 'soft')}>${escapeHtml(issue.description)}</p>\n`}${cover(issue, pageUrl)}${mailHtml(issue.opening.html, pageUrl, text)}
${issue.articles.map((article, index) => articleHtml(article, index, pageUrl, text)).join('\n')}
</td></tr>
<tr><td ${styleAttributes(`padding:20px 24px 0;${sans};font-size:13px;line-height:1.6`, 'muted')}>
${
  issueNumber === null
    ? ''
    : `<p style="margin:0 0 12px"><a href="${escapeHtml(pageUrl)}" ${styleAttributes('text-decoration:underline', 'link')}>${escapeHtml(text('mailOnWeb'))}</a></p>
`
}<p style="margin:0 0 12px">${escapeHtml(text('mailWhy', { name }))} ${choicesHtml(unsubscribeUrl, text)}</p>
<p style="margin:0 0 12px">${sender}</p>
<p style="margin:0">${escapeHtml(disclaimer)}</p>
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

function articleHtml(
  article: MailedIssue['articles'][number],
  index: number,
  pageUrl: string,
  text: MailTextOf,
): string {
  const number = String(index + 1).padStart(2, '0')
  return `<div ${styleAttributes('margin:36px 0 0;padding:28px 0 0;border-top:1px solid', 'line')}>
<p ${styleAttributes(`margin:0 0 4px;${sans};font-size:22px;line-height:1;font-weight:bold`, 'link')}>${number}</p>
<h2 ${styleAttributes(`margin:0 0 12px;${sans};font-size:24px;line-height:1.2`, 'ink')}>${escapeHtml(article.title)}</h2>
${article.excerpt && `<p ${styleAttributes('margin:0 0 16px;font-size:18px;line-height:1.5', 'soft')}>${escapeHtml(article.excerpt)}</p>\n`}${mailHtml(article.html, pageUrl, text)}
</div>`
}

/** The links to the choice of topics and to leaving, in one sentence. */
function choicesHtml(unsubscribeUrl: string, text: MailTextOf): string {
  const link = (address: string, words: string) =>
    `<a href="${address}" ${styleAttributes('text-decoration:underline', 'link')}>${escapeHtml(words)}</a>`
  return escapeHtml(text('mailChoices'))
    .replace('{topics}', () => link(`${unsubscribeUrl}&amp;choose=1`, text('mailTopics')))
    .replace('{leave}', () => link(unsubscribeUrl, text('mailLeave')))
}

/** Hidden text that mail programs show beside the subject in a list. */
function preheader(description: string): string {
  if (!description) return ''
  return `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(description)}</div>\n`
}

function cover({ imageUrl, imageAlt }: MailedIssue, pageUrl: string): string {
  if (!imageUrl) return ''
  const source = escapeHtml(pictureAddress(imageUrl, pageUrl))
  return `<p style="margin:0 0 24px"><img src="${source}" alt="${escapeHtml(imageAlt)}" width="${textWidth}" style="display:block;width:100%;max-width:${textWidth}px;height:auto;border:0"></p>\n`
}

function textOf({ issue, site: { settings }, unsubscribeUrl, pageUrl }: Parts): string {
  const { name, disclaimer, language, timeZone, postalAddress = '' } = settings
  const { issueNumber: number } = issue
  const text = siteTextsOf(settings)
  const date =
    issue.publishedAt === null
      ? ''
      : `, ${longDate(new Date(issue.publishedAt), timeZone, language)}`
  const articles = issue.articles.map(({ title, excerpt, markdown }, index) =>
    block(
      `${index + 1}. ${title}\n${'='.repeat(Math.min(title.length + 3, 72))}`,
      excerpt,
      mailText(markdown, pageUrl, text),
    ),
  )
  const body = block(
    number === null ? name : `${text('mailIssue', { name, number })}${date}`,
    issue.title.toUpperCase(),
    issue.description,
    mailText(issue.opening.markdown, pageUrl, text),
    ...articles,
  )
  const foot = block(
    number === null ? '' : `${text('mailOnWeb')}:\n${pageUrl}`,
    `${text('mailWhy', { name })} ${text('mailLeaveLink')}:\n${unsubscribeUrl}`,
    `${text('mailTopics')}:\n${unsubscribeUrl}&choose=1`,
    senderLines(name, postalAddress).join('\n'),
    disclaimer,
  )
  // `-- ` marks the signature, which mail programs show muted or hide (RFC 3676, 4.3).
  return `${body}\n\n-- \n${foot}\n`
}

const block = (...parts: ReadonlyArray<string>) =>
  parts.filter((part) => part.trim() !== '').join('\n\n')

/** Site name and postal address as lines; without the name when the address begins with it. */
function senderLines(name: string, postalAddress: string): Array<string> {
  const lines = postalAddress
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return lines[0]?.includes(name) ? lines : [name, ...lines]
}

function styleAttributes(style: string, ...colors: ReadonlyArray<MailColor>) {
  return `class="${colors.join(' ')}" style="${style};${colorStyle(...colors)}"`
}
