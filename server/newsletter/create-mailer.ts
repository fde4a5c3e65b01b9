import type { Readable } from 'node:stream'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { isEmail } from '#domain/email.ts'
import { MailError } from '../platform/errors.ts'
import type { MailCounts, Telemetry } from '../platform/telemetry.ts'

/** A mail address with a display name. */
export interface MailAddress {
  name: string
  address: string
}

/** A mail to one recipient. */
export interface Mail {
  /** One address; never parsed as a list. */
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  /**
   * With angle brackets. A repeated mail carries the same id, so that the receiver can recognise
   * the copy.
   */
  messageId?: string
}

export interface Mailer {
  /** Resolves when the SMTP server has accepted the mail; rejects with MailError. Never retries. */
  send(mail: Mail): Promise<void>
  /** Closes open connections. */
  close(): void
}

const answerLimitMs = 10_000
const silenceLimitMs = 20_000
/**
 * Time limit of one mail. The socket timeout alone does not end a connection on which single bytes
 * keep arriving.
 */
const mailLimitMs = 60_000

/**
 * As many as a queue sends at once: a mail that is noted as begun must not wait for a connection,
 * since after a crash it counts as one that may have arrived.
 */
const connections = 4

/**
 * Creates a mailer for `SMTP_URL` (smtp: or smtps:). Connects at the first mail. Each mail fails
 * after `limitMs`.
 */
export function createMailer(options: {
  smtpUrl: string
  from: MailAddress
  limitMs?: number
}): Mailer {
  const { smtpUrl, from, limitMs = mailLimitMs } = options
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    // No automatic retry: the server may have accepted a mail whose connection broke. The caller
    // decides.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: answerLimitMs,
    greetingTimeout: answerLimitMs,
    socketTimeout: silenceLimitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  // nodemailer reads the stream of a mail only after the server has accepted its recipient.
  transport.use('stream', (mail, done) => {
    const data: object = mail.data
    const make = mail.message.createReadStream.bind(mail.message)
    mail.message.createReadStream = (...args) => {
      const stream = make(...args)
      if ('transfer' in data) (data.transfer as Transfer).stream = stream
      return stream
    }
    done()
  })

  return {
    async send({ to, subject, text, html, headers, messageId }) {
      if (!isEmail(to)) throw new MailError('This is not one address.', true)
      const transfer: Transfer = { stream: null }
      const mail: SendMailOptions & { transfer: Transfer } = {
        transfer,
        from,
        // As a string it would be parsed, and could contain several addresses.
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== undefined && { html }),
        ...(headers && { headers }),
        ...(messageId !== undefined && { messageId }),
        signal: AbortSignal.timeout(limitMs),
      }
      await transport.sendMail(mail).catch((error: unknown) => {
        throw withoutPersonalData(error, transfer.stream?.readableDidRead === true, limitMs)
      })
    },
    close: () => transport.close(),
  }
}

/** A mail that is being sent; the stream is null until the server is asked to accept the mail. */
interface Transfer {
  stream: Readable | null
}

/** Converts an SMTP error to a MailError without the server's text, which contains the address. */
function withoutPersonalData(error: unknown, isStarted: boolean, limitMs: number): MailError {
  const { responseCode, code, command } = error as {
    responseCode?: number
    code?: string
    command?: string
  }
  if (code === 'EAUTH')
    return new MailError('The SMTP server refuses the login of SMTP_URL.', false, {
      ofServer: true,
    })
  if (code === 'EABORT')
    return new MailError(
      `The SMTP server did not finish a mail within ${limitMs / 1000} seconds.`,
      false,
      {
        maybeAccepted: isStarted,
        ofServer: true,
      },
    )
  const ofThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (responseCode === undefined)
    return ofThisMail
      ? new MailError('This mail can’t be sent by SMTP.', true)
      : new MailError(`The SMTP server is out of reach (${code ?? 'no code'}).`, false, {
          maybeAccepted: isStarted,
          ofServer: true,
        })
  const permanent = responseCode >= 500 && code !== 'ECONNECTION'
  // An error of MAIL FROM affects every mail; 421 means that the server closes the connection.
  const ofServer = !ofThisMail || command === 'MAIL FROM' || responseCode === 421
  return new MailError(`The SMTP server rejected the mail (${responseCode}).`, permanent, {
    ofServer,
  })
}

/** How many mails had each result; null stands for an accepted mail. */
export function mailCounts(outcomes: ReadonlyArray<MailError | null>): MailCounts {
  const counts: MailCounts = { sent: 0, refused: 0, unsure: 0, deferred: 0 }
  for (const error of outcomes) counts[error === null ? 'sent' : resultOf(error)] += 1
  return counts
}

function resultOf({ maybeAccepted, permanent, ofServer }: MailError): keyof MailCounts {
  if (maybeAccepted) return 'unsure'
  return permanent && !ofServer ? 'refused' : 'deferred'
}

/** A mailer that reports every mail. */
export function reportedMailer(
  mailer: Mailer,
  kind: 'confirmation' | 'test' | 'reset' | 'notice',
  telemetry: Telemetry,
): Mailer {
  const report = (error: MailError | null) =>
    telemetry({ event: 'mails', kind, issue: null, ...mailCounts([error]) })
  return {
    async send(mail) {
      await mailer.send(mail).catch((error: unknown) => {
        if (error instanceof MailError) report(error)
        throw error
      })
      report(null)
    },
    close: mailer.close,
  }
}

/**
 * Headers for one-click unsubscribing (RFC 8058). `url` is the recipient's own and accepts a POST
 * without a session. DKIM should sign both headers.
 */
export function listUnsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
