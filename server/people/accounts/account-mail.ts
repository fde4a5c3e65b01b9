import { escapeHtml } from '../../platform/escape-html.ts'

interface AccountMail {
  subject: string
  text: string
  html: string
}

/**
 * A mail about an account, as text and HTML. A link stands as a button behind the second paragraph.
 */
function accountMail(
  subject: string,
  paragraphs: ReadonlyArray<string>,
  link: { url: string; label: string } | null,
): AccountMail {
  const [why = '', how = '', ...rest] = paragraphs
  const text = [why, how, ...(link ? [link.url] : []), ...rest]
  const button = link
    ? `<p><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 18px;background:#1d1b18;color:#fff;text-decoration:none;font-weight:bold">${escapeHtml(link.label)}</a></p>`
    : ''
  const html = (lines: ReadonlyArray<string>) =>
    lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;color:#1d1b18;background:#fff;margin:0;padding:24px"><div style="max-width:34em">${html([why, how])}${button}${html(rest)}</div></body></html>\n`,
  }
}

/** The name of a site as part of a line. */
const oneLine = (name: string) => name.replace(/\s+/g, ' ')

/** The mail with the link for a new password. It contains no input of the form. */
export function resetMail(siteName: string, username: string, link: string): AccountMail {
  const name = oneLine(siteName)
  return accountMail(
    `A new password for ${name}`,
    [
      `Somebody, we hope you, asked for a new password of the account "${username}" at ${name}.`,
      'Open this page and choose one. The link works once, for one hour:',
      'If it was not you, do nothing: your password stays as it is.',
    ],
    { url: link, label: 'Choose a new password' },
  )
}

/** The mail that tells of a change of an account. `what` is a sentence. */
export function noticeMail(
  siteName: string,
  username: string,
  what: string,
  siteUrl: string,
): AccountMail {
  const name = oneLine(siteName)
  return accountMail(
    `Your account at ${name} was changed`,
    [
      `${what} This is about the account "${username}" at ${name}.`,
      'If it was you, there is nothing to do.',
      `If it was not you, choose a new password at ${siteUrl}/auth/reset, and ask another administrator to look at the list of users.`,
    ],
    null,
  )
}
