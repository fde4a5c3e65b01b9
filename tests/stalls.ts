import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { deflateSync } from 'node:zlib'
import { temporaryFolder } from './temp-repository.ts'

const megabyte = 1024 * 1024

/**
 * The longest time, in milliseconds, that the main thread may compute without a turn for others:
 * three quarters of what this machine needs now to compress so many megabytes of noise at once.
 */
function longestStall(megabytes: number): number {
  const noise = randomBytes(megabytes * megabyte)
  const start = process.cpuUsage()
  deflateSync(noise)
  const { user, system } = process.cpuUsage(start)
  return ((user + system) / 1000) * 0.75
}

export interface Stall {
  /** When it ended, in milliseconds since 1970. */
  at: number
  /** Processor time. */
  milliseconds: number
}

export interface RecordedStalls extends AsyncDisposable {
  /** The environment of a site whose stalls are recorded. */
  env: Record<string, string>
  /** The stalls since a moment (in milliseconds since 1970). */
  since(moment: number): Promise<Array<Stall>>
  /** Those of them that are too long while so many megabytes are handled. */
  tooLongSince(moment: number, megabytes?: number): Promise<Array<Stall>>
}

/** Records how long the main thread of a site computes without a turn for others. */
export async function recordedStalls(): Promise<RecordedStalls> {
  const folder = await temporaryFolder()
  const file = path.join(folder.path, 'stalls')
  const recorder = pathToFileURL(path.join(import.meta.dirname, 'stall-recorder.mjs'))
  async function since(moment: number) {
    const text = await readFile(file, 'utf8').catch(() => '')
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Stall)
      .filter(({ at }) => at >= moment)
  }
  return {
    env: { NODE_OPTIONS: `--import ${recorder}`, STALLS_FILE: file },
    since,
    async tooLongSince(moment, megabytes = 24) {
      const limit = longestStall(megabytes)
      return (await since(moment)).filter(({ milliseconds }) => milliseconds > limit)
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}
