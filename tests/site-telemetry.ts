import { expect } from 'vitest'
import { ask } from './http-client.ts'
import type { RunningSite } from './running-site.ts'

/** The lines that the servers of a site logged for an event, in the order of time. */
export const logged = (site: Pick<RunningSite, 'output'>, event: string) =>
  site
    .output()
    .split('\n')
    // The last line may not be whole yet.
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line.event === event || line.msg === event)
    // Each server of a site has its own output.
    .sort((one, other) => (String(one.time) < String(other.time) ? -1 : 1))

/** The address of the metrics of each server. */
export function metricsUrls(site: Pick<RunningSite, 'output'>): Array<string> {
  const ports = [...site.output().matchAll(/^metrics at http:\/\/localhost:(\d+)\/metrics$/gm)].map(
    ([, port]) => port,
  )
  if (ports.length === 0)
    throw new Error(`the site printed no address of metrics: ${site.output()}`)
  return ports.map((port) => `http://127.0.0.1:${port}`)
}

/**
 * The value of each series by its name, with `session_notes_` left out; of several servers their
 * sum.
 */
export async function scrape(site: Pick<RunningSite, 'output'>): Promise<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const url of metricsUrls(site)) {
    const { status, headers, text } = await ask(url, '/metrics')
    expect([status, headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    for (const line of text.split('\n')) {
      const [, name, value] = /^(?!#)(?:session_notes_)?(.+) (\S+)$/.exec(line) ?? []
      if (name !== undefined) sums[name] = (sums[name] ?? 0) + Number(value)
    }
  }
  return sums
}
