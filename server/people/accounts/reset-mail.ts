import { escapeHtml } from '../../platform/escape-html.ts'

/** The mail with the link for a new password, as text and HTML. It contains no input of the form. */
export function resetMail(siteName: string, username: string, link: string) {
  const name = siteName.replace(/\s+/g, ' ')
  const why = `Somebody, we hope you, asked for a new password of the account "${username}" at ${name}.`
  const how = 'Open this page and choose one. The link works once, for one hour:'
  const ignore = 'If it was not you, do nothing: your password stays as it is.'
  return {
    subject: `A new password for ${name}`,
    text: `${why}\n\n${how}\n\n${link}\n\n${ignore}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;color:#1d1b18;background:#fff;margin:0;padding:24px"><div style="max-width:34em"><p>${escapeHtml(why)}</p><p>${escapeHtml(how)}</p><p><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;background:#1d1b18;color:#fff;text-decoration:none;font-weight:bold">Choose a new password</a></p><p>${escapeHtml(ignore)}</p></div></body></html>\n`,
  }
}
