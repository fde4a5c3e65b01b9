import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { isEmail } from '#domain/email.ts'
import { MailError } from '../platform/errors.ts'
import type { MailAddress } from './mail-address.ts'

/** One mail to one person. */
export interface Mail {
  /** An address alone; never read as a list, whatever is in it. */
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  /** With angle brackets. The same one for the same mail lets the receiving side tell a second copy. */
  messageId?: string
}

export interface Mailer {
  /** Resolves when the SMTP server has taken the mail; rejects with MailError. Nothing is tried twice. */
  send(mail: Mail): Promise<void>
  /** Ends open connections. */
  close(): void
}

const answerLimitMs = 10_000
const silenceLimitMs = 20_000
/** One mail from beginning to end: a server that says a little now and then is never silent. */
const mailLimitMs = 60_000

/** Sends mails through the server of `SMTP_URL` (smtp: or smtps:), over at most `connections` kept ones. Connects at the first mail. No mail takes longer than `limitMs`. */
export function createMailer(options: {
  smtpUrl: string
  from: MailAddress
  connections?: number
  limitMs?: number
}): Mailer {
  const { smtpUrl, from, connections = 2, limitMs = mailLimitMs } = options
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    // A connection that broke in the middle may have delivered: who sends decides about another try.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: answerLimitMs,
    greetingTimeout: answerLimitMs,
    socketTimeout: silenceLimitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  // The stream of a mail is read once the server has said that it may come.
  transport.use('stream', (mail, done) => {
    const data: object = mail.data
    const make = mail.message.createReadStream.bind(mail.message)
    mail.message.createReadStream = (...args) => {
      const stream = make(...args)
      if ('going' in data) (data.going as Going).stream = stream
      return stream
    }
    done()
  })

  return {
    async send({ to, subject, text, html, headers, messageId }) {
      if (!isEmail(to)) throw new MailError('This is not one address.', true)
      const going: Going = { stream: null }
      await transport
        .sendMail({
          ...{ going },
          from,
          // As a text it would be parsed, and could name more people.
          to: { name: '', address: to },
          subject,
          text,
          ...(html !== undefined && { html }),
          ...(headers && { headers }),
          ...(messageId !== undefined && { messageId }),
          signal: AbortSignal.timeout(limitMs),
        })
        .catch((error: unknown) => {
          throw withoutThePerson(error, going.stream?.readableDidRead === true, limitMs)
        })
    },
    close: () => transport.close(),
  }
}

/** The mail on its way; no stream while no server was asked to take it. */
interface Going {
  stream: Readable | null
}

/** The servers' own words name the address. */
function withoutThePerson(error: unknown, begun: boolean, limitMs: number): MailError {
  const { responseCode, code, command } = error as { responseCode?: number; code?: string; command?: string }
  if (code === 'EAUTH')
    return new MailError('The SMTP server refuses the login of SMTP_URL.', false, { ofServer: true })
  if (code === 'EABORT')
    return new MailError(`The SMTP server was not done with a mail after ${limitMs / 1000} seconds.`, false, {
      maybeTaken: begun,
      ofServer: true,
    })
  const ofThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (responseCode === undefined)
    return ofThisMail
      ? new MailError('This mail can’t be sent by SMTP.', true)
      : new MailError(`The SMTP server is out of reach (${code ?? 'no code'}).`, false, {
          maybeTaken: begun,
          ofServer: true,
        })
  const permanent = responseCode >= 500 && code !== 'ECONNECTION'
  // The sender is the same for everybody, and 421 says that the server closes.
  const ofServer = !ofThisMail || command === 'MAIL FROM' || responseCode === 421
  return new MailError(`The SMTP server did not take the mail (${responseCode}).`, permanent, { ofServer })
}
