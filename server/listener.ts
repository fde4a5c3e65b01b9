import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EnvError } from './env.ts'

/** How long a stop waits for open answers. */
const stopLimitMs = 10_000

/** What is still open is looked through this often while the server stops. */
const closeIntervalMs = 20

/** Binds the port before anything else is loaded. Throws an EnvError that names the variable when it can't be bound. */
export async function listen({ port, host }: { port: number; host: string }) {
  let answer: RequestListener = (_req, res) => res.writeHead(503).end()
  const server = createServer((req, res) => answer(req, res))
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(bindError(error, port, host)))
    server.listen(port, host, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  return {
    server,
    address: { port: bound, url: `http://${visitable(host)}:${bound}` },
    /** From now on `listener` answers; what is no HTTP at all gets an answer with the same headers. */
    answerWith(listener: RequestListener, headers: ReadonlyArray<readonly [string, string]>) {
      answer = listener
      answerNonsense(server, headers)
    },
  }
}

/** Takes nothing new and waits for open answers; whatever hangs is cut off after ten seconds. */
export async function closeGracefully(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // A connection that was kept alive turns idle when its answer is out.
  const closing = setInterval(() => server.closeIdleConnections(), closeIntervalMs)
  const cut = setTimeout(() => server.closeAllConnections(), stopLimitMs)
  await closed
  clearInterval(closing)
  clearTimeout(cut)
}

function bindError(error: NodeJS.ErrnoException, port: number, host: string): EnvError {
  if (error.code === 'EADDRINUSE') return new EnvError(`PORT ${port} is in use on ${host} by another program.`)
  if (error.code === 'EACCES') return new EnvError(`PORT ${port} may not be used by this user.`)
  return new EnvError(`HOST ${host} can't be listened on: ${error.message}.`)
}

/** The host part of an address that a browser on this machine can open. */
function visitable(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Requests that Node's parser refuses never reach a listener. */
function answerNonsense(server: Server, headers: ReadonlyArray<readonly [string, string]>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
    const lines = [...headers, ['Content-Length', '0'], ['Connection', 'close']].map((header) => header.join(': '))
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n`)
  })
}
