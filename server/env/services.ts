import { isEmail } from '#domain/email.ts'
import type { MailAddress } from '../newsletter/create-mailer.ts'
import type { ProviderSettings } from '../people/subscribers/providers/create-provider.ts'
import { EnvError } from './env-error.ts'

/** An SMTP server, and the sender of all mail. */
export interface MailService {
  smtpUrl: string
  from: MailAddress
}

/** Reads an address of a service; null when it is not set. Throws `EnvError`. */
export function readServiceUrl(name: string, text: string | null): string | null {
  if (text === null || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text
  throw new EnvError(`${name} must be an http or https address, and '${text}' is not.`)
}

/** Reads `SMTP_URL` and `MAIL_FROM`; null when neither is set. Throws `EnvError`. */
export function readMail(smtpUrl: string | null, from: string | null): MailService | null {
  if (smtpUrl === null && from === null) return null
  if (smtpUrl === null) throw new EnvError('SMTP_URL must be set when MAIL_FROM is.')
  if (from === null) throw new EnvError('MAIL_FROM must be set when SMTP_URL is.')
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : null
  // The message does not repeat the address, because it may contain a password.
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname)
    throw new EnvError(
      'SMTP_URL must be an address such as smtp://user:password@mail.example.org:587, and it is not.',
    )
  const [, name = '', address = from] = /^(.*?)\s*<([^<>]*)>$/.exec(from) ?? []
  const shown = name.replace(/^"(.*)"$/, '$1')
  if (!isEmail(address) || /[<>"\p{C}]/u.test(shown))
    throw new EnvError(
      `MAIL_FROM must be an address such as Session Notes <notes@example.org>, and '${from.replace(/\s+/g, ' ')}' is not.`,
    )
  return { smtpUrl, from: { name: shown, address } }
}

/** Reads the `NEWSLETTER_…` variables; null when none is set. Throws `EnvError`. */
export function readNewsletter(value: (name: string) => string | null): ProviderSettings | null {
  const kind = value('NEWSLETTER_PROVIDER')
  const url = readServiceUrl('NEWSLETTER_URL', value('NEWSLETTER_URL'))
  const apiKey = value('NEWSLETTER_API_KEY')
  const list = value('NEWSLETTER_LIST')
  if (kind === null) {
    if (url !== null || apiKey !== null || list !== null)
      throw new EnvError(
        'NEWSLETTER_PROVIDER must be set when NEWSLETTER_URL, NEWSLETTER_API_KEY or NEWSLETTER_LIST is.',
      )
    return null
  }
  if (kind !== 'buttondown' && kind !== 'listmonk' && kind !== 'webhook')
    throw new EnvError(
      `NEWSLETTER_PROVIDER must be buttondown, listmonk or webhook, and '${kind}' is not.`,
    )
  if (apiKey === null)
    throw new EnvError('NEWSLETTER_API_KEY must be set when NEWSLETTER_PROVIDER is.')
  if (/[^\x20-\x7e]/.test(apiKey))
    throw new EnvError('NEWSLETTER_API_KEY must be of plain characters, and what is set is not.')
  if (kind === 'buttondown')
    return { kind, url: url ?? 'https://api.buttondown.com', apiKey, tag: list }
  if (url === null)
    throw new EnvError(`NEWSLETTER_URL must be set when NEWSLETTER_PROVIDER is ${kind}.`)
  if (kind === 'webhook') return { kind, url, apiKey }
  if (!apiKey.includes(':'))
    throw new EnvError('NEWSLETTER_API_KEY must be USER:TOKEN for listmonk, and it is not.')
  const lists = list?.split(',').map((part) => part.trim()) ?? []
  if (lists.length === 0 || !lists.every((part) => /^[1-9]\d{0,8}$/.test(part)))
    throw new EnvError(
      `NEWSLETTER_LIST must be the number of a list of listmonk, or several with commas between, and '${list ?? ''}' is not.`,
    )
  return { kind, url, apiKey, lists: lists.map(Number) }
}
