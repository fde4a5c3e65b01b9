import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from './temp-repository.ts'

/**
 * The longest time, in milliseconds, that the main thread may compute without a turn for others.
 */
const longest = 250

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
  /** Those of them that are too long. */
  tooLongSince(moment: number): Promise<Array<Stall>>
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
    tooLongSince: async (moment) =>
      (await since(moment)).filter(({ milliseconds }) => milliseconds > longest),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}
