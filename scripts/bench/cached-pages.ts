import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eventually } from '../../tests/running-site.ts'
import { type Answer, get } from './first-answer.ts'
import { listening, type ServerProcess } from './processes.ts'

/** A page and the site's response once it is cached at the best compression. */
export interface CachedPage {
  address: string
  answer: Answer
}

/**
 * Lets the site render and store pages on disk until each has its final form; then stops the site. Throws when a page
 * is not served.
 */
export async function cachedPages(
  start: () => ServerProcess,
  addresses: ReadonlyArray<string>,
): Promise<Array<CachedPage>> {
  await using site = start()
  await listening(site.port)
  const pages: Array<CachedPage> = []
  for (const address of addresses) pages.push({ address, answer: await finalAnswer(site.url + address) })
  await site.stop()
  return pages
}

/** The response at the best compression, which its ETag shows. */
function finalAnswer(url: string): Promise<Answer> {
  return eventually(async () => {
    const answer = await get(url)
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
    return answer.etag.includes('-br11') && answer
  }, 120_000)
}

/**
 * Waits until a started server returns each page's response, byte for byte, so that the comparison is of equal work.
 */
export async function ready(server: ServerProcess, pages: ReadonlyArray<CachedPage>): Promise<void> {
  await listening(server.port)
  for (const { address, answer } of pages) {
    const given = await get(server.url + address)
    if (!given.body.equals(answer.body) || given.headers.join('\n') !== answer.headers.join('\n'))
      throw new Error(`${server.url}${address} gives another answer than before`)
  }
}

/** Writes responses in the bare server's format; returns the path. */
export async function answersFile(dir: string, name: string, pages: ReadonlyArray<CachedPage>): Promise<string> {
  const file = path.join(dir, `answers-${name}.json`)
  const stored = pages.map(({ address, answer: { headers, body } }) => ({
    address,
    headers,
    body: body.toString('base64'),
  }))
  await mkdir(dir, { recursive: true })
  await writeFile(file, JSON.stringify(stored))
  return file
}
