import { lookup as systemLookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { AnalysisError } from '#domain/analysis.ts'

interface Resolved {
  address: string
  family: number
}

export interface SafeFetchOptions {
  /** Resolves all addresses of a host name; default: the resolver of the system. */
  lookup?: (host: string) => Promise<Array<Resolved>>
  isAllowed?: (address: string) => boolean
  timeoutMs?: number
  maxBytes?: number
}

const maxRedirects = 3
const redirects = new Set([301, 302, 303, 307, 308])
const notPublic = 'Only public http and https addresses can be fetched.'

/**
 * Creates a function that fetches a URL of the public internet on behalf of an untrusted user. It
 * resolves each host once, refuses it when any of its addresses is not public, and connects to a
 * checked address. At most three redirects, each with the same checks. Limits for all of it: five
 * seconds, 8 MB after decoding. Resolves with the bytes; rejects with `AnalysisError`.
 */
export function createSafeFetch(
  options: SafeFetchOptions = {},
): (url: string, signal: AbortSignal) => Promise<Uint8Array> {
  const {
    lookup = (host) => systemLookup(host, { all: true, verbatim: true }),
    isAllowed = isPublicAddress,
    timeoutMs = 5000,
    maxBytes = 8_000_000,
  } = options

  async function resolve(url: URL) {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const family = isIP(host)
    const found = family ? [{ address: host, family }] : await lookup(host)
    // One private address among public ones is an attack.
    if (found.length === 0 || !found.every(({ address }) => isAllowed(address)))
      throw new AnalysisError('address', notPublic)
    return found
  }

  async function follow(start: URL, signal: AbortSignal) {
    let url = start
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      checkForm(url)
      const addresses = await unlessAborted(resolve(url), signal)
      const answer = await request(url, addresses, signal)
      const target = answer.headers.location
      if (redirects.has(answer.statusCode ?? 0) && target !== undefined) {
        answer.destroy()
        if (!URL.canParse(target, url.href)) throw new AnalysisError('address', notPublic)
        url = new URL(target, url)
        continue
      }
      if (answer.statusCode !== 200) {
        answer.destroy()
        throw new AnalysisError('address', `The address answers with status ${answer.statusCode}.`)
      }
      return readAll(answer, maxBytes)
    }
    throw new AnalysisError('address', 'The address redirects too often.')
  }

  return async (text, signal) => {
    if (!URL.canParse(text)) throw new AnalysisError('address', 'Please enter a valid URL')
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      return await follow(new URL(text), AbortSignal.any([signal, limit]))
    } catch (error) {
      if (signal.aborted) throw new AnalysisError('cancelled', 'The analysis was cancelled.', error)
      if (limit.aborted)
        throw new AnalysisError('address', 'The address took too long to answer.', error)
      if (error instanceof AnalysisError) throw error
      throw new AnalysisError('address', 'The address could not be reached.', error)
    }
  }
}

function checkForm(url: URL) {
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.hostname === '')
    throw new AnalysisError('address', notPublic)
}

function request(
  url: URL,
  addresses: ReadonlyArray<Resolved>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const first = addresses[0] as Resolved
  // Connects to the checked address even if the name resolves to another one by now (DNS
  // rebinding).
  const pinned: LookupFunction = (_host, options, callback) =>
    options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family)
  return new Promise((resolve, reject) => {
    const { get } = url.protocol === 'https:' ? https : http
    get(
      url,
      {
        agent: false,
        lookup: pinned,
        signal,
        maxHeaderSize: 16_384,
        headers: {
          accept: 'image/*,text/html,*/*;q=0.8',
          'accept-encoding': 'identity',
          'user-agent': 'Mozilla/5.0 (compatible; image fetch)',
        },
      },
      resolve,
    ).on('error', reject)
  })
}

/**
 * The decoded body. Rejects above `max` bytes: a few compressed kilobytes may decode to gigabytes.
 */
async function readAll(answer: IncomingMessage, max: number): Promise<Uint8Array> {
  const chunks: Array<Buffer> = []
  let size = 0
  try {
    for await (const chunk of decoded(answer)) {
      size += (chunk as Buffer).length
      if (size > max) throw new AnalysisError('too-large', 'The file at this address is too large.')
      chunks.push(chunk as Buffer)
    }
  } finally {
    answer.destroy()
  }
  return Buffer.concat(chunks)
}

function decoded(answer: IncomingMessage): Readable {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return answer
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : null
  if (!decoder) throw new AnalysisError('address', 'The address answers in an unknown encoding.')
  answer.on('error', (error) => decoder.destroy(error))
  return answer.pipe(decoder)
}

function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/**
 * All globally routable IPv6 addresses (RFC 4291); other ranges are reserved or translate to other
 * addresses.
 */
const publicIpv6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address is public: not loopback, private, link-local, multicast, documentation or
 * carrier-grade NAT, and not an IPv6 address that embeds an IPv4 address (mapped, NAT64, 6to4,
 * Teredo). False for text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  // The package also accepts short forms such as '1.2.3', which no resolver returns.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(publicIpv6)
}
