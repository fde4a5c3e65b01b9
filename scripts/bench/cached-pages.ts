import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { eventually } from '../../tests/running-site.ts'
import { get, ready, type ServerProcess } from './servers.ts'

/** A page and the site's response once it is cached at the best compression. */
export type CachedPage = Awaited<ReturnType<typeof storedPage>>

/** Node adds these to every response. */
const ofTheConnection = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/**
 * A page of a server: its body in base64, and its headers as sent, without those of the connection.
 */
export async function storedPage(url: string, address: string, headers = {}) {
  const { rawHeaders, body, headers: sent } = await get(url + address, headers)
  const own = rawHeaders.filter(
    (_, at) => !ofTheConnection.has(rawHeaders[at - (at % 2)]!.toLowerCase()),
  )
  return {
    address,
    headers: own,
    body: body.toString('base64'),
    etag: String(sent.etag),
  }
}

/**
 * Lets the site render and store pages on disk until each has its final form, which its ETag shows;
 * then stops the site.
 */
export async function cachedPages(
  start: () => ServerProcess,
  addresses: ReadonlyArray<string>,
): Promise<Array<CachedPage>> {
  await using site = start()
  await ready(site)
  const pages: Array<CachedPage> = []
  for (const address of addresses)
    pages.push(
      await eventually(async () => {
        const page = await storedPage(site.url, address)
        return page.etag.includes('-br11') && page
      }, 120_000),
    )
  await site.stop()
  return pages
}

/**
 * Waits until a started server returns each page's response, byte for byte, so that the comparison
 * is of equal work.
 */
export async function readyWith(
  server: ServerProcess,
  pages: ReadonlyArray<CachedPage>,
): Promise<void> {
  for (const page of pages) {
    const { address } = page
    // At first nobody listens; a bare server counts the requests that it answers.
    const served = await eventually(() => storedPage(server.url, address).catch(() => null))
    if (!isDeepStrictEqual(served, page))
      throw new Error(`${server.url}${address} gives another answer than before`)
  }
}

/** Writes responses in the bare server's format; returns the path. */
export async function answersFile(
  dir: string,
  name: string,
  pages: ReadonlyArray<CachedPage>,
): Promise<string> {
  const file = path.join(dir, `answers-${name}.json`)
  await mkdir(dir, { recursive: true })
  await writeFile(file, JSON.stringify(pages))
  return file
}
