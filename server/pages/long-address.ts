import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Header } from '../http/security-headers.ts'

/**
 * The longest address that is handled, in characters. The longest of the site's own contain a mail token or a list
 * cursor and are shorter.
 */
const longestAddress = 2048

/**
 * Answers an address that is too long with 414 (RFC 9110, 15.5.15), before any other handler. False when it is short
 * enough.
 */
export function refuseLongAddress(req: IncomingMessage, res: ServerResponse, headers: ReadonlyArray<Header>): boolean {
  const { url = '' } = req
  if (url.length <= longestAddress) return false
  const message = `An address has at most ${longestAddress} characters.`
  const isCall = url.startsWith('/api/')
  const body = isCall ? JSON.stringify({ message }) : `${message}\n`
  res.writeHead(414, [
    ...headers.flat(),
    'Content-Type',
    isCall ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    'no-store',
  ])
  res.end(body)
  return true
}
