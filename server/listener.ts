import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { EnvError } from './env/env-error.ts'
import { privateCaching } from './http/caching.ts'
import { noticePage, type SiteWords } from './http/notice-page.ts'
import type { Header } from './http/security-headers.ts'

/** Time limit in milliseconds for open answers when the server stops. */
const stopLimitMs = 10_000

/** Interval in milliseconds at which idle connections are closed while the server stops. */
const closeIntervalMs = 20

/**
 * Binds a port, or takes the socket that systemd holds for it. Throws an EnvError that names the
 * variable (`PORT`, `HOST`; with `METRICS_` before it) when that fails.
 */
export async function listen(
  { port, host, heldSocket = null }: { port: number; host: string; heldSocket?: number | null },
  variable: '' | 'METRICS_' = '',
) {
  let answer: RequestListener = (_req, res) => res.writeHead(503).end()
  const server = createServer((req, res) => answer(req, res))
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(bindError(error, port, host, variable)))
    // Connections wait in a held socket while no process listens.
    if (heldSocket === null) server.listen(port, host, resolve)
    else server.listen({ fd: heldSocket }, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  return {
    server,
    address: { port: bound, url: `http://${visitable(host)}:${bound}` },
    /**
     * Sets the request listener. Requests that are not valid HTTP get an answer with the same
     * `headers`, in the words of the site.
     */
    answerWith(
      listener: RequestListener,
      headers: ReadonlyArray<readonly [string, string]>,
      words: () => SiteWords | null = () => null,
    ) {
      answer = listener
      answerMalformed(server, headers, words)
    },
  }
}

/**
 * Stops accepting connections and waits for open answers; closes the remaining connections after
 * ten seconds.
 */
export async function closeGracefully(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // A keep-alive connection becomes idle after its answer.
  const closing = setInterval(() => server.closeIdleConnections(), closeIntervalMs)
  const cut = setTimeout(() => server.closeAllConnections(), stopLimitMs)
  await closed
  clearInterval(closing)
  clearTimeout(cut)
}

function bindError(
  error: NodeJS.ErrnoException,
  port: number,
  host: string,
  variable: string,
): EnvError {
  if (error.code === 'EADDRINUSE')
    return new EnvError(`${variable}PORT ${port} is in use on ${host} by another program.`)
  if (error.code === 'EACCES')
    return new EnvError(`${variable}PORT ${port} may not be used by this user.`)
  return new EnvError(`${variable}HOST ${host} can't be listened on: ${error.message}.`)
}

/** The host name to print: an address that a browser on this machine can open. */
function visitable(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Answers requests that Node's HTTP parser refuses and that never reach a listener. */
function answerMalformed(
  server: Server,
  headers: ReadonlyArray<readonly [string, string]>,
  words: () => SiteWords | null,
) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const isLong = error.code === 'HPE_HEADER_OVERFLOW'
    const status = isLong ? '431 Request Header Fields Too Large' : '400 Bad Request'
    const body = isLong
      ? noticePage(words(), 431, { title: 'addressTooLong', text: 'headTooLongText' })
      : noticePage(words(), 400, { title: 'badRequest', text: 'badRequestText' })
    const own = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    }
    const lines = [...headers, ...Object.entries(own)].map((header) => header.join(': '))
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  })
}

const messages = {
  starting: 'The site is starting; its content is not there yet.',
  stopping: 'The site is stopping.',
}

/** Whether this process accepts requests, for load balancers. Does not depend on other services. */
export function createReadiness(headers: ReadonlyArray<Header>) {
  let state: keyof typeof messages | 'ready' = 'starting'
  return {
    ready(): void {
      if (state === 'starting') state = 'ready'
    },
    stopping(): void {
      state = 'stopping'
    },
    /**
     * Answers `/api/ready` while the process accepts no requests; true when it did. A stopping
     * process closes connections after their answer.
     */
    refuse(req: IncomingMessage, res: ServerResponse): boolean {
      if (state === 'stopping') res.shouldKeepAlive = false
      if (state === 'ready' || !/^\/api\/ready(?:\?|$)/.test(req.url ?? '')) return false
      const body = JSON.stringify({ message: messages[state] })
      res
        .writeHead(503, [
          ...headers.flat(),
          'Cache-Control',
          privateCaching,
          'Content-Type',
          'application/json; charset=utf-8',
          'Content-Length',
          String(Buffer.byteLength(body)),
          'Retry-After',
          '1',
        ])
        .end(req.method === 'HEAD' ? undefined : body)
      return true
    },
  }
}
