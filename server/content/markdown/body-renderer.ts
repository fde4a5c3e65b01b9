import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createByteCache } from '../../platform/byte-cache.ts'
import { createDiskCache } from '../../platform/disk-cache.ts'
import { countWords } from './count-words.ts'
import { type Dimensions, type KnownDimensions, mediaAddresses } from './images.ts'
import { BodyRenderError, checkText, maxBodyBytes, renderLimitMs } from './limits.ts'
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
  /** Called with the key of each text that `show` can't render. */
  refused?: (key: string, error: BodyRenderError) => void
  /** Processor time that one text may take. */
  timeLimitMs?: number
  /** How long `showSoon` waits, by the clock: less than the page's renderer does. */
  patienceMs?: number
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
  /** The same, with the text itself, escaped, in place of what can't be shown (rulings, section 9); `problem` then says why. */
  show(input: BodyInput): Promise<ShownBody>
  /** The same for a page, which can't wait without a limit on a busy machine: the source is provisional while the text is still being rendered. */
  showSoon(input: BodyInput): Promise<ShownBody>
  /** Ends the workers and waits for what is being written to disk. */
  close(): Promise<void>
}

export interface ShownBody extends RenderedMarkdown {
  problem?: string
  provisional?: boolean
}

/** The stored result for a text: its HTML, or why it can't be rendered. */
type Outcome = { body: RenderedMarkdown } | { refusal: Pick<BodyRenderError, 'kind' | 'message' | 'line'> }

/** Sources in place of texts that can't be rendered: some of the largest, or thousands of small ones. */
const sourceBytes = 8_000_000
/** A text whose worker broke down is not tried again for this long; it may not have been the text's fault. */
const brokenForMs = 60_000

/**
 * Creates the renderer of bodies: each text is rendered once, in a worker thread, and kept in memory and on disk under a hash of the text, of
 * the sizes of its pictures, and of the rendering code. The refusal of a text that can't be rendered is stored too.
 */
export function createBodyRenderer({
  engine,
  cacheDir,
  dimensions,
  report,
  refused = () => undefined,
  timeLimitMs = renderLimitMs,
  patienceMs = 15_000,
  maxBytes = maxBodyBytes,
  memoryBytes = 16_000_000,
  diskBytes = 256_000_000,
}: BodyRendererOptions): BodyRenderer {
  const memory = createByteCache<string, Outcome>(memoryBytes)
  const sources = createByteCache<string, { markdown: string; shown: RenderedMarkdown }>(sourceBytes)
  const broken = new Map<string, { error: BodyRenderError; until: number }>()
  const running = new Map<string, Promise<Outcome>>()
  const disk = cacheDir && engine.kind === 'thread' ? createDiskCache(path.join(cacheDir, 'bodies'), diskBytes) : null
  const writing = new Set<Promise<void>>()
  const { run, codeHash, close: closeEngine } = startEngine(engine, timeLimitMs)

  async function render({ key, markdown, anchorPrefix }: BodyInput): Promise<RenderedMarkdown> {
    checkText(markdown, maxBytes)
    const input: MarkdownInput = { markdown, dimensions: await knownDimensions(markdown), anchorPrefix }
    const name = hash([await codeHash(), key, anchorPrefix ?? '', JSON.stringify(input.dimensions), markdown])
    const outcome = memory.get(name) ?? (await (running.get(name) ?? started(name, input)))
    if ('body' in outcome) return outcome.body
    const { kind, message, line } = outcome.refusal
    throw new BodyRenderError(kind, message, line)
  }

  function started(name: string, input: MarkdownInput): Promise<Outcome> {
    const failed = broken.get(name)
    if (failed && failed.until > performance.now()) throw failed.error
    const shared = makeOrRead(name, input).finally(() => running.delete(name))
    running.set(name, shared)
    return shared
  }

  async function makeOrRead(name: string, input: MarkdownInput): Promise<Outcome> {
    const stored = await disk?.read(name).catch((error) => {
      report(error)
      return null
    })
    if (stored) {
      const outcome: Outcome = JSON.parse(stored.toString())
      memory.set(name, outcome, stored.length)
      return outcome
    }
    const { outcome, complete } = await make(name, input)
    const bytes = Buffer.from(JSON.stringify(outcome))
    memory.set(name, outcome, bytes.length)
    if (disk && complete) {
      // The answer does not wait for the disk.
      const write = disk.write(name, bytes).catch((error) => report(error))
      writing.add(write)
      void write.then(() => writing.delete(write))
    }
    return outcome
  }

  async function make(name: string, input: MarkdownInput): Promise<{ outcome: Outcome; complete: boolean }> {
    try {
      const { result, complete } = await run(input)
      return { outcome: { body: result }, complete }
    } catch (error) {
      if (!(error instanceof BodyRenderError)) throw error
      if (error.kind === 'failed') {
        remember(name, error)
        throw error
      }
      const { kind, message, line } = error
      return { outcome: { refusal: { kind, message, line } }, complete: true }
    }
  }

  async function show(input: BodyInput): Promise<ShownBody> {
    try {
      return await render(input)
    } catch (error) {
      if (!(error instanceof BodyRenderError)) throw error
      refused(input.key, error)
      return { ...keptSource(input), problem: error.message }
    }
  }

  /** Pages, feeds and lists ask for the same source again and again; escaping 500 KB takes the time of many requests. */
  function keptSource({ key, markdown }: BodyInput): RenderedMarkdown {
    const kept = sources.get(key)
    if (kept?.markdown === markdown) return kept.shown
    const shown = sourceOf(markdown)
    sources.set(key, { markdown, shown }, 2 * (markdown.length + shown.html.length))
    return shown
  }

  async function showSoon(input: BodyInput): Promise<ShownBody> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<ShownBody>((resolve) => {
      const problem = 'The text is still being rendered'
      timer = setTimeout(() => resolve({ ...keptSource(input), problem, provisional: true }), patienceMs)
    })
    return Promise.race([show(input), late]).finally(() => clearTimeout(timer))
  }

  async function knownDimensions(markdown: string): Promise<KnownDimensions> {
    const addresses = mediaAddresses(markdown)
    const sizes = await Promise.all(addresses.map(dimensions))
    return Object.fromEntries(addresses.flatMap((address, index) => (sizes[index] ? [[address, sizes[index]]] : [])))
  }

  function remember(name: string, error: BodyRenderError) {
    const now = performance.now()
    for (const [known, { until }] of broken) if (until <= now) broken.delete(known)
    broken.set(name, { error, until: now + brokenForMs })
  }

  async function close() {
    await closeEngine()
    await Promise.all(writing)
  }

  return { render, show, showSoon, close }
}

/** The text as it is written. */
function sourceOf(markdown: string): RenderedMarkdown {
  const escaped = markdown
    .replaceAll('&', '&#38;')
    .replaceAll('<', '&#60;')
    .replaceAll('>', '&#62;')
    .replaceAll('"', '&#34;')
  return { html: `<pre><code>${escaped}</code></pre>`, toc: [], words: countWords(markdown) }
}

function startEngine(engine: BodyRendererOptions['engine'], timeLimitMs: number) {
  if (engine.kind === 'thread') {
    const pool = createWorkerPool({ workerUrl: engine.workerUrl, timeLimitMs })
    let codeHash: Promise<string> | undefined
    return {
      async run(input: MarkdownInput) {
        const { result, complete } = await pool.run({ task: 'render', input })
        return { result: result as RenderedMarkdown, complete }
      },
      close: pool.close,
      // The bundle names its chunks by their content, so its bytes stand for all code and policy that render.
      codeHash: () => (codeHash ??= readFile(engine.workerUrl).then((code) => hash([code]))),
    }
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
