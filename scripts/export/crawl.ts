import { setTimeout as wait } from 'node:timers/promises'
import { changeAddresses, changeTextAddresses, parsePage } from './page-addresses.ts'
import { fileOf, placeOf, staticAddress } from './static-address.ts'

/** What the server answered for an address. */
export type Found =
  | { kind: 'page' | 'file'; address: string; file: string; type: string }
  /** `to` is an address on this site. */
  | { kind: 'moved'; to: string }
  /** A script of the live site, which exported pages do not have. */
  | { kind: 'script' }
  | { kind: 'missing'; from: string }

export interface Crawled {
  found: ReadonlyMap<string, Found>
  /** The origins of the players that pages may load. */
  frames: ReadonlySet<string>
}

/** The page that hosts show for an unknown address. */
export const notFoundAddress = '/404'

const atOnce = 4
/** How often an address is asked for again while the server is busy. */
const attempts = 20
/**
 * How often a page is asked for again while some of its texts are still being rendered; then it is
 * taken as it is.
 */
const provisionalAttempts = 8
const provisionalMs = 500

/**
 * Asks the server at `origin` for the seeds and for everything that their answers name, and passes
 * each answer to `write` as the server sent it. An answer 404 is noted with the page that names it;
 * rejects for one of the server's errors.
 */
export async function crawl(options: {
  origin: string
  siteUrl: string
  seeds: ReadonlyArray<string>
  write: (file: string, bytes: Buffer) => Promise<void>
  progress: (done: number, known: number) => void
}): Promise<Crawled> {
  const { origin, siteUrl, seeds, write, progress } = options
  const found = new Map<string, Found>()
  const frames = new Set<string>()
  const queue: Array<{ key: string; from: string }> = []
  const known = new Set<string>()

  function add(raw: string, from: string): string {
    const place = placeOf(raw, from, siteUrl)
    if (place.kind === 'own' && !known.has(place.key)) {
      known.add(place.key)
      queue.push({ key: place.key, from })
    }
    return raw
  }

  async function crawlPage({ key, from }: { key: string; from: string }): Promise<void> {
    const answer = await ask(origin, key)
    const type = (answer.headers.get('Content-Type') ?? '').split(';')[0] ?? ''
    const location = answer.headers.get('Location')
    if (location !== null) {
      found.set(key, { kind: 'moved', to: location })
      add(location, key)
      return
    }
    if (type === 'text/javascript' && key.startsWith('/assets/')) {
      await answer.body?.cancel()
      found.set(key, { kind: 'script' })
      return
    }
    const isPage = type === 'text/html'
    const address = staticAddress(key, type)
    const file = fileOf(address, isPage)
    if (!isShown(answer.status, key, isPage) || file === null) {
      if (answer.status >= 500)
        throw new Error(`${key} answered ${answer.status}: ${await answer.text()}`)
      await answer.body?.cancel()
      found.set(key, { kind: 'missing', from })
      return
    }
    const bytes = Buffer.from(await answer.arrayBuffer())
    found.set(key, { kind: isPage ? 'page' : 'file', address, file, type })
    await write(file, bytes)
    if (isPage) {
      for (const one of framesOf(answer.headers)) frames.add(one)
      changeAddresses(parsePage(bytes.toString()), siteUrl, (raw) => add(raw, key))
    } else if (isText(type)) {
      const text = bytes.toString()
      changeTextAddresses(text, siteUrl, (raw) => add(raw, key))
      for (const [, own = ''] of text.matchAll(type === 'text/css' ? styleAddress : quotedAddress))
        add(own, key)
    }
  }

  for (const seed of seeds) add(seed, '/')
  const working = new Set<Promise<void>>()
  const failures: Array<unknown> = []
  while (failures.length === 0 && (queue.length > 0 || working.size > 0)) {
    progress(found.size, known.size)
    const next = working.size < atOnce ? queue.shift() : undefined
    if (next) {
      const work: Promise<void> = crawlPage(next)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => working.delete(work))
      working.add(work)
    } else await Promise.race(working)
  }
  await Promise.all(working)
  if (failures.length > 0) throw failures[0]
  return { found, frames }
}

/** The page of a download answers 403, because the file is not free yet. */
function isShown(status: number, key: string, isPage: boolean): boolean {
  if (status >= 200 && status < 300) return true
  return isPage && (key === notFoundAddress || (status === 403 && key.startsWith('/downloads/')))
}

/** Whether an answer may name other addresses. */
export function isText(type: string): boolean {
  return /xml|json|^text\/css$|^text\/plain$/.test(type) && type !== 'image/svg+xml'
}

// Built style sheets have no spaces here.
const styleAddress = /url\(["']?(\/[^"'()\s]+)/g
const quotedAddress = /"(\/(?!\/)[^"\\<>\s]+)"/g

async function ask(origin: string, key: string): Promise<Response> {
  // The format that every browser of the last years shows.
  const headers = { Accept: key.includes('?w=') ? 'image/webp,*/*' : '*/*' }
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${origin}${key}`, { redirect: 'manual', headers })
    const isBusy = answer.status === 503 || answer.status === 429
    // The server lets nobody store a page with texts that could not be rendered in time.
    const isProvisional =
      answer.status === 200 && /private/.test(answer.headers.get('Cache-Control') ?? '')
    if (attempt >= (isBusy ? attempts : isProvisional ? provisionalAttempts : 1)) return answer
    await answer.body?.cancel()
    await wait(
      isBusy ? Math.min(Number(answer.headers.get('Retry-After')) || 1, 10) * 1000 : provisionalMs,
    )
  }
}

function framesOf(headers: Headers): Array<string> {
  const policy = headers.get('Content-Security-Policy') ?? ''
  return /(?:^|;)\s*frame-src ([^;]*)/.exec(policy)?.[1]?.trim().split(/\s+/) ?? []
}
