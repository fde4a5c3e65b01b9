import { createByteCache } from '../../platform/byte-cache.ts'
import { createDiskCache, type DiskCache } from '../../platform/disk-cache.ts'
import { BodyRenderError } from './limits.ts'
import type { MarkdownInput, RenderedMarkdown } from './render.ts'
import type { BodyWorkers } from './site-workers.ts'

/** The stored result for a text: its HTML, or why it can't be rendered. */
type Outcome =
  | { body: RenderedMarkdown }
  | { refusal: Pick<BodyRenderError, 'kind' | 'message' | 'line'> }

/**
 * A text whose worker failed is rendered again after this time: the cause may have been something
 * else.
 */
const brokenForMs = 60_000
const memoryBytes = 16_000_000
const diskBytes = 256_000_000

/**
 * Rendered bodies by name, in memory and on disk, and the refusals of texts that can't be rendered.
 * Each text is rendered once, by a worker.
 */
export class BodyCache {
  readonly #workers: BodyWorkers
  readonly #memory = createByteCache<string, Outcome>(memoryBytes)
  readonly #disk: DiskCache
  readonly #report: (error: unknown) => void
  readonly #broken = new Map<string, { error: BodyRenderError; until: number }>()
  readonly #running = new Map<string, Promise<Outcome>>()
  readonly #writing = new Set<Promise<void>>()

  /** `report` gets errors of the disk. */
  constructor(workers: BodyWorkers, folder: string, report: (error: unknown) => void) {
    this.#workers = workers
    this.#disk = createDiskCache(folder, diskBytes)
    this.#report = report
  }

  /** The body of this name. Rejects with a BodyRenderError when it can't be rendered. */
  async get(name: string, input: MarkdownInput): Promise<RenderedMarkdown> {
    const outcome =
      this.#memory.get(name) ?? (await (this.#running.get(name) ?? this.#start(name, input)))
    if ('body' in outcome) return outcome.body
    const { kind, message, line } = outcome.refusal
    throw new BodyRenderError(kind, message, line)
  }

  /** Resolves when everything is on the disk. */
  async written() {
    await Promise.all(this.#writing)
  }

  #start(name: string, input: MarkdownInput): Promise<Outcome> {
    const failed = this.#broken.get(name)
    if (failed && failed.until > performance.now()) throw failed.error
    const shared = this.#readOrMake(name, input).finally(() => this.#running.delete(name))
    this.#running.set(name, shared)
    return shared
  }

  async #readOrMake(name: string, input: MarkdownInput): Promise<Outcome> {
    const stored = await this.#disk.read(name).catch((error) => {
      this.#report(error)
      return null
    })
    if (stored) {
      const outcome: Outcome = JSON.parse(stored.toString())
      this.#memory.set(name, outcome, stored.length)
      return outcome
    }
    const { outcome, complete } = await this.#make(name, input)
    const bytes = Buffer.from(JSON.stringify(outcome))
    this.#memory.set(name, outcome, bytes.length)
    if (complete) {
      // The answer does not wait for the disk.
      const write = this.#disk.write(name, bytes).catch(this.#report)
      this.#writing.add(write)
      void write.then(() => this.#writing.delete(write))
    }
    return outcome
  }

  async #make(
    name: string,
    input: MarkdownInput,
  ): Promise<{ outcome: Outcome; complete: boolean }> {
    try {
      const { result, complete } = await this.#workers.run({ task: 'render', input: [input] })
      return { outcome: { body: result as RenderedMarkdown }, complete }
    } catch (error) {
      if (!(error instanceof BodyRenderError)) throw error
      if (error.kind === 'failed') {
        this.#remember(name, error)
        throw error
      }
      const { kind, message, line } = error
      return { outcome: { refusal: { kind, message, line } }, complete: true }
    }
  }

  #remember(name: string, error: BodyRenderError) {
    const now = performance.now()
    for (const [known, { until }] of this.#broken) if (until <= now) this.#broken.delete(known)
    this.#broken.set(name, { error, until: now + brokenForMs })
  }
}
