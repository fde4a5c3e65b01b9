import type { ImportedEntry } from '#domain/import/entry.ts'
import { wordDifference } from '#domain/import/words.ts'
import { messageOf } from '../platform/errors.ts'
import { createLimiter } from '../platform/limiter.ts'
import { addressesIn } from './address-list.ts'
import { normal } from './plan-entries.ts'
import { bodyWords, elementWords, entryWords } from './source-words.ts'

/** The share of words that may differ: numbers of footnotes, words of captions. */
const tolerated = 0.02
/** Requests at the same time. */
const atOnce = 6
const mostRedirects = 5

interface ProofParts {
  /** A file or an address: one address per line, a sitemap or a feed. */
  list: string
  /** The origin of the new site. */
  site: string
  /** The entries of the export; null to compare with the old site alone. */
  entries: AsyncIterable<ImportedEntry> | null
  print: (line: string) => void
}

/**
 * Asks the new site for every old address: it must answer 200, or redirect with 301 to a page that
 * does. The words of the page's body are compared with those of the export's entry, or of the old
 * page where it still answers, and its pictures are asked for. Prints what fails; returns 1 for any
 * failure.
 */
export async function prove({ list, site, entries, print }: ProofParts): Promise<number> {
  const addresses = await addressesIn(list)
  const byAddress = new Map<string, ImportedEntry>()
  if (entries)
    for await (const entry of entries)
      for (const address of entry.addresses) byAddress.set(normal(address), entry)
  const pictures = new Map<string, Promise<number>>()
  const counts = { right: 0, wrong: 0, words: 0, pictures: 0, compared: 0 }
  const asked = createLimiter({ running: atOnce })
  await Promise.all(addresses.map((address) => asked(() => check(address))))
  print(
    `${counts.right} of ${addresses.length} addresses answer with the right page; ${counts.wrong} do not; ${counts.compared} texts compared, ${counts.words} differ by more than 2 %; ${counts.pictures} pictures missing`,
  )
  return counts.wrong + counts.words + counts.pictures > 0 ? 1 : 0

  async function check(address: string) {
    const path = pathOf(address)
    const answer = await follow(site, path)
    if (answer.fault !== null) {
      counts.wrong += 1
      print(`${answer.fault}\t${address}`)
      return
    }
    const entry = byAddress.get(normal(path)) ?? null
    const body = bodyWords(answer.text)
    if (entry && !isPageOf(entry, answer.text)) {
      counts.wrong += 1
      print(`wrong page\t${address}\t${answer.path}\tnot '${entry.title}'`)
      return
    }
    counts.right += 1
    const before = entry ? entryWords(entry) : await oldWords(address, site)
    if (before !== null && body) {
      counts.compared += 1
      const { share, lost, added } = wordDifference(before, body.words)
      if (share > tolerated) {
        counts.words += 1
        print(
          `words\t${address}\t${answer.path}\t${(100 * share).toFixed(1)} % differ; lost: ${sample(lost)}; added: ${sample(added)}`,
        )
      }
    }
    for (const picture of new Set(body?.pictures ?? [])) {
      const url = new URL(picture, site)
      if (url.origin !== new URL(site).origin) {
        counts.pictures += 1
        print(`picture\t${address}\t${picture}\tis still at another site`)
        continue
      }
      const answer = pictures.get(url.href) ?? statusOf(url.href)
      pictures.set(url.href, answer)
      const status = await answer
      if (status === 200) continue
      counts.pictures += 1
      print(`picture\t${address}\t${picture}\t${status}`)
    }
  }
}

const sample = (words: ReadonlyArray<string>) =>
  words.length === 0 ? 'none' : words.slice(0, 8).join(' ')

function pathOf(address: string): string {
  if (!URL.canParse(address)) return address.startsWith('/') ? address : `/${address}`
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** Asks for a path and follows its redirects, which must be 301 and stay on the site. */
async function follow(
  site: string,
  start: string,
): Promise<{ fault: string | null; path: string; text: string }> {
  let path = start
  for (let hops = 0; hops <= mostRedirects; hops += 1) {
    const answer = await fetch(new URL(path, site), {
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    }).catch((error: unknown) => messageOf(error))
    if (typeof answer === 'string') return { fault: answer, path, text: '' }
    if (answer.status === 200) return { fault: null, path, text: await answer.text() }
    const target = answer.headers.get('location')
    await answer.body?.cancel()
    if (answer.status !== 301 || target === null)
      return { fault: String(answer.status), path, text: '' }
    const url = new URL(target, new URL(path, site))
    if (url.origin !== new URL(site).origin)
      return { fault: `leads to ${url.href}`, path, text: '' }
    path = url.pathname + url.search
  }
  return { fault: 'redirects too often', path, text: '' }
}

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status ?? 0
}

/** Whether a page has the entry's title as its heading. */
function isPageOf({ title }: ImportedEntry, page: string) {
  return wordDifference(title, elementWords(page, ['h1']) ?? '').share === 0
}

/** The words of the old page where it still answers at another origin; null otherwise. */
async function oldWords(address: string, site: string): Promise<string | null> {
  if (!URL.canParse(address) || new URL(address).origin === new URL(site).origin) return null
  const answer = await fetch(address, { signal: AbortSignal.timeout(15_000) }).catch(() => null)
  if (answer?.status !== 200) return null
  return elementWords(await answer.text(), ['article', 'main'])
}
