import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createDiskCache } from '../../disk-cache.ts'
import { type Dimensions, type KnownDimensions, mediaAddresses } from './images.ts'
import { BodyRenderError, checkText, maxBodyBytes } from './limits.ts'
import { createMemoryCache } from './memory-cache.ts'
import type { MarkdownInput, MarkdownRenderer, RenderedMarkdown } from './render.ts'
import { createWorkerPool } from './worker-pool.ts'

export interface BodyRendererOptions {
  /** `thread`: the bundled `worker.ts`. `in-process`: for scripts, without time limit and without a cache on disk. */
  engine: { kind: 'thread'; workerUrl: URL } | { kind: 'in-process' }
  /** Rendered bodies are kept here between starts; null keeps them in memory only. */
  cacheDir: string | null
  /** Size of a picture of this site by its decoded path (`/media/…`), or null when there is no such picture. */
  dimensions: (path: string) => Promise<Dimensions | null>
  /** Hears of a cache on disk that can't be read or written; bodies are rendered all the same. */
  report: (error: unknown) => void
  timeLimitMs?: number
  maxBytes?: number
  memoryBytes?: number
  diskBytes?: number
}

export interface BodyInput {
  /** Names the text: its blob id, and which part of the file it is when there are several. */
  key: string
  markdown: string
  /** A second body on one page begins its anchors with something else than `s-`. */
  anchorPrefix?: string
}

export interface BodyRenderer {
  /** The body as a page shows it. Rejects with a BodyRenderError that says why it can't be shown. */
  render(input: BodyInput): Promise<RenderedMarkdown>
  /** Ends the workers and waits for what is being written to disk. */
  close(): Promise<void>
}

/** A text that was refused is not tried again for this long: it may have cost its full time limit. */
const refusedForMs = 60_000

/**
 * Creates the renderer of bodies: each text is rendered once, in a worker thread, and kept in memory and on disk under a hash of the text, of
 * the sizes of its pictures, and of the rendering code.
 */
export function createBodyRenderer({
  engine,
  cacheDir,
  dimensions,
  report,
  timeLimitMs = 5_000,
  maxBytes = maxBodyBytes,
  memoryBytes = 16_000_000,
  diskBytes = 256_000_000,
}: BodyRendererOptions): BodyRenderer {
  const memory = createMemoryCache<RenderedMarkdown>(memoryBytes)
  const refused = new Map<string, { error: BodyRenderError; until: number }>()
  const running = new Map<string, Promise<RenderedMarkdown>>()
  const disk = cacheDir && engine.kind === 'thread' ? createDiskCache(path.join(cacheDir, 'bodies'), diskBytes) : null
  const writing = new Set<Promise<void>>()
  const { run, codeHash, close: closeEngine } = startEngine(engine, timeLimitMs)

  async function render({ key, markdown, anchorPrefix }: BodyInput): Promise<RenderedMarkdown> {
    checkText(markdown, maxBytes)
    const input: MarkdownInput = { markdown, dimensions: await knownDimensions(markdown), anchorPrefix }
    const name = hash([await codeHash(), key, anchorPrefix ?? '', JSON.stringify(input.dimensions), markdown])
    const kept = memory.get(name)
    if (kept) return kept
    const failed = refused.get(name)
    if (failed && failed.until > performance.now()) throw failed.error
    const shared = running.get(name) ?? makeOrRead(name, input).finally(() => running.delete(name))
    running.set(name, shared)
    return shared
  }

  async function makeOrRead(name: string, input: MarkdownInput): Promise<RenderedMarkdown> {
    const stored = await disk?.read(name).catch((error) => {
      report(error)
      return null
    })
    if (stored) {
      const body: RenderedMarkdown = JSON.parse(stored.toString())
      memory.set(name, body, stored.length)
      return body
    }
    const { result: body, complete } = await run(input).catch((error) => {
      if (error instanceof BodyRenderError) remember(name, error)
      throw error
    })
    const bytes = Buffer.from(JSON.stringify(body))
    memory.set(name, body, bytes.length)
    if (disk && complete) {
      // The answer does not wait for the disk.
      const write = disk.write(name, bytes).catch((error) => report(error))
      writing.add(write)
      void write.then(() => writing.delete(write))
    }
    return body
  }

  async function knownDimensions(markdown: string): Promise<KnownDimensions> {
    const addresses = mediaAddresses(markdown)
    const sizes = await Promise.all(addresses.map(dimensions))
    return Object.fromEntries(addresses.flatMap((address, index) => (sizes[index] ? [[address, sizes[index]]] : [])))
  }

  function remember(name: string, error: BodyRenderError) {
    const now = performance.now()
    for (const [known, { until }] of refused) if (until <= now) refused.delete(known)
    refused.set(name, { error, until: now + refusedForMs })
  }

  async function close() {
    await closeEngine()
    await Promise.all(writing)
  }

  return { render, close }
}

function startEngine(engine: BodyRendererOptions['engine'], timeLimitMs: number) {
  if (engine.kind === 'thread') {
    const { run, close } = createWorkerPool({ workerUrl: engine.workerUrl, timeLimitMs })
    let codeHash: Promise<string> | undefined
    // The bundle names its chunks by their content, so its bytes stand for all code and policy that render.
    return { run, close, codeHash: () => (codeHash ??= readFile(engine.workerUrl).then((code) => hash([code]))) }
  }
  let renderer: Promise<MarkdownRenderer> | undefined
  return {
    run: async (input: MarkdownInput) => {
      renderer ??= import('./render.ts').then(({ createMarkdownRenderer }) => createMarkdownRenderer())
      return { result: await (await renderer)(input), complete: true }
    },
    close: async () => {},
    codeHash: async () => '',
  }
}

function hash(parts: Array<string | Uint8Array>): string {
  const sum = createHash('sha256')
  // A length before each part, so that no two lists of parts run together.
  for (const part of parts) sum.update(`${part.length}:`).update(part)
  return sum.digest('hex')
}
