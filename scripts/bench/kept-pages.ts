import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Answer, get } from './first-answer.ts'
import { listening, type ServerProcess } from './processes.ts'

/** A page and the answer that the site gives once it is kept and compressed as well as can be. */
export interface CachedPage {
  address: string
  answer: Answer
}

const patience = 120_000

/** Lets the site make and keep pages on disk until each has its final form; then the site is stopped. Throws when a page is not served. */
export async function keptPages(
  start: () => ServerProcess,
  addresses: ReadonlyArray<string>,
): Promise<Array<CachedPage>> {
  await using site = start()
  await listening(site.port)
  const pages: Array<CachedPage> = []
  for (const address of addresses) pages.push({ address, answer: await finalAnswer(`${site.url}${address}`) })
  await site.stop()
  return pages
}

/** The answer once the page was compressed at the best quality, which its ETag tells. */
async function finalAnswer(url: string): Promise<Answer> {
  const end = performance.now() + patience
  while (performance.now() < end) {
    const answer = await get(url)
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
    if (answer.etag.includes('-br11')) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${url} did not reach its final form`)
}

/** Waits until a started server gives each page's answer, byte for byte: a comparison of different work would say nothing. */
export async function ready(server: ServerProcess, pages: ReadonlyArray<CachedPage>): Promise<void> {
  await listening(server.port)
  for (const { address, answer } of pages) {
    const given = await get(`${server.url}${address}`)
    if (!given.body.equals(answer.body) || given.headers.join('\n') !== answer.headers.join('\n'))
      throw new Error(`${server.url}${address} gives another answer than before`)
  }
}

/** Writes answers as the bare server reads them, and returns where. */
export async function answersFile(dir: string, name: string, pages: ReadonlyArray<CachedPage>): Promise<string> {
  const file = path.join(dir, `answers-${name}.json`)
  const kept = pages.map(({ address, answer: { headers, body } }) => ({
    address,
    headers,
    body: body.toString('base64'),
  }))
  await mkdir(dir, { recursive: true })
  await writeFile(file, JSON.stringify(kept))
  return file
}
