import { setTimeout as wait } from 'node:timers/promises'
import { changeAddresses, changeTextAddresses, parsePage } from './page-addresses.ts'
import { fileOf, placeOf, staticAddress } from './static-address.ts'

/** What the server answered for an address. */
export type Found =
  | { kind: 'page' | 'file'; address: string; file: string; type: string }
  /** `to` is a path on this site. */
  | { kind: 'moved'; to: string }
  | { kind: 'missing'; from: string }

export interface Crawled {
  found: ReadonlyMap<string, Found>
  /** The origins of the players that pages may load. */
  frames: ReadonlySet<string>
}

const atOnce = 4
/** How often an address is asked for again while the server is busy. */
const attempts = 20

/**
 * Asks the server at `origin` for the seeds and for everything that their answers name, and passes each answer to `write` as the server sent it. An answer 404 is noted with the page that
 * names it; rejects for one of the server's errors.
 */
export async function crawl(options: {
  origin: string
  siteUrl: string
  seeds: ReadonlyArray<string>
  write: (file: string, bytes: Buffer) => Promise<void>
}): Promise<Crawled> {
  const { origin, siteUrl, seeds, write } = options
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

  async function take({ key, from }: { key: string; from: string }): Promise<void> {
    const answer = await ask(origin, key)
    const type = (answer.headers.get('Content-Type') ?? '').split(';')[0] ?? ''
    const location = answer.headers.get('Location')
    if (location !== null) {
      found.set(key, { kind: 'moved', to: location })
      add(location, key)
      return
    }
    const isPage = type === 'text/html'
    // The page of a download answers 403, because the file is not free yet.
    const isShown = answer.ok || (isPage && answer.status === 403 && key.startsWith('/downloads/'))
    const address = staticAddress(key, type)
    const file = fileOf(address, isPage)
    if (!isShown || file === null) {
      if (answer.status >= 500) throw new Error(`${key} answered ${answer.status}: ${await answer.text()}`)
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
      for (const [, own = ''] of text.matchAll(type === 'text/css' ? styleAddress : quotedAddress)) add(own, key)
    }
  }

  for (const seed of seeds) add(seed, '/')
  const workers = new Set<Promise<void>>()
  while (queue.length > 0 || workers.size > 0) {
    const next = workers.size < atOnce ? queue.shift() : undefined
    if (next) {
      const worker = take(next).finally(() => workers.delete(worker))
      workers.add(worker)
    } else await Promise.race(workers)
  }
  return { found, frames }
}

/** Whether an answer may name other addresses; scripts of the live site are left out of an export. */
export function isText(type: string): boolean {
  return /xml|json|^text\/css$|^text\/plain$/.test(type) && type !== 'image/svg+xml'
}

const styleAddress = /url\(\s*["']?(\/[^"')]+)["']?\s*\)/g
const quotedAddress = /"(\/(?!\/)[^"\\<>\s]+)"/g

async function ask(origin: string, key: string): Promise<Response> {
  // The format that every browser of the last years shows.
  const headers = { Accept: key.includes('?w=') ? 'image/webp,*/*' : '*/*' }
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${origin}${key}`, { redirect: 'manual', headers })
    if ((answer.status !== 503 && answer.status !== 429) || attempt === attempts) return answer
    await answer.body?.cancel()
    await wait(Math.min(Number(answer.headers.get('Retry-After')) || 1, 10) * 1000)
  }
}

function framesOf(headers: Headers): Array<string> {
  const policy = headers.get('Content-Security-Policy') ?? ''
  return /(?:^|;)\s*frame-src ([^;]*)/.exec(policy)?.[1]?.trim().split(/\s+/) ?? []
}
