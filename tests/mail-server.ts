import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: Array<string>
  /** The whole message as received. */
  raw: string
  /** The decoded, unfolded header of a name; null when missing. */
  header(name: string): string | null
  /** The decoded text part. */
  text: string
}

export interface MailServer extends AsyncDisposable {
  /** For `SMTP_URL`. */
  url: string
  mails: Array<ReceivedMail>
  /**
   * The answer to the next recipients: null accepts them, a code rejects them (4xx temporarily, 5xx
   * permanently). `only` limits it to these addresses.
   */
  refuse(code: number | null, only?: ReadonlyArray<string>): void
  /** Delays the answer to a mail that it has already stored, in milliseconds. */
  delay(milliseconds: number): void
  /**
   * Holds back the answers to all mails that it stores from now on, until the returned function is
   * called.
   */
  hold(): () => void
  /**
   * Closes the connection instead of answering: after it knows the recipient, or after it has
   * stored the mail.
   */
  hangUp(when: 'after recipient' | 'after data' | null): void
}

/** A real SMTP server on this machine that stores its mails. `port` 0 picks a free one. */
export async function mailServer(port = 0): Promise<MailServer> {
  const mails: Array<ReceivedMail> = []
  let refusal: { code: number; only: ReadonlyArray<string> | null } | null = null
  let thinking = 0
  let held = Promise.resolve()
  let hangingUp: 'after recipient' | 'after data' | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    onRcptTo({ address }, _session, callback) {
      if (hangingUp === 'after recipient') return breakAll()
      if (refusal === null || refusal.only?.includes(address) === false) return callback()
      callback(Object.assign(new Error('not now'), { responseCode: refusal.code }))
    },
    onData(stream, session, callback) {
      const chunks: Array<Buffer> = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push(
          received(
            mailFrom ? mailFrom.address : '',
            rcptTo.map(({ address }) => address),
            chunks,
          ),
        )
        if (hangingUp) breakAll()
        else void held.then(() => setTimeout(callback, thinking))
      })
    },
  })
  let closed: Promise<void> | null = null
  const sockets = new Set<Socket>()
  function breakAll() {
    for (const socket of sockets) socket.destroy()
  }
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refuse(code, only) {
      refusal = code === null ? null : { code, only: only ?? null }
    },
    delay(milliseconds) {
      thinking = milliseconds
    },
    hold() {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    hangUp(when) {
      hangingUp = when
    },
    async [Symbol.asyncDispose]() {
      closed ??= new Promise<void>((resolve) => {
        server.close(() => resolve())
        breakAll()
      })
      await closed
    },
  }
}

function received(from: string, to: Array<string>, chunks: Array<Buffer>): ReceivedMail {
  const raw = Buffer.concat(chunks).toString('latin1')
  const header = (name: string) => headerOf(raw, name)
  const boundary = /boundary="([^"]+)"/.exec(header('Content-Type') ?? '')?.[1]
  const parts = boundary === undefined ? [raw] : raw.split(`--${boundary}`)
  const plain = parts.find((part) => /content-type: text\/plain/i.test(part)) ?? raw
  return { from, to, raw, header, text: decodedBody(plain) }
}

function headerOf(raw: string, name: string): string | null {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  const line = head
    .split('\r\n')
    .find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return line === undefined ? null : line.slice(name.length + 1).trim()
}

function decodedBody(part: string): string {
  const body = part.slice(part.indexOf('\r\n\r\n') + 4)
  const coding = /content-transfer-encoding: *(\S+)/i.exec(part)?.[1]?.toLowerCase()
  if (coding === 'base64') return Buffer.from(body, 'base64').toString()
  if (coding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString()
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
