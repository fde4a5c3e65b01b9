import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { relativeMedia } from '#domain/beside.ts'
import type { SoundFacts } from '#domain/sound.ts'
import { createByteCache } from '../../platform/byte-cache.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { createOwnTurns } from '../../platform/turns.ts'
import { within } from '../../platform/within.ts'
import { BodyCache } from './body-cache.ts'
import type { BodyTexts } from './body-texts.ts'
import { countWords } from './count-words.ts'
import { type Dimensions, mediaAddresses } from './images.ts'
import { besideAddresses, knownMedia } from './known-media.ts'
import { BodyRenderError, checkText, maxBodyBytes } from './limits.ts'
import type { MarkdownInput, RenderedMarkdown } from './render.ts'
import type { BodyWorkers } from './site-workers.ts'

export interface BodyRendererOptions {
  /** The threads that render. */
  workers: BodyWorkers
  /** The folder for rendered bodies between starts. */
  cacheDir: string
  /**
   * Size of a picture of this site by its decoded path (`/media/…`), or null when there is no such
   * picture.
   */
  dimensions: (path: string) => Promise<Dimensions | null>
  /**
   * Facts of a sound of this site by its decoded path, or null when there is no such sound. Without
   * it, no sound is known.
   */
  soundFacts?: (path: string) => Promise<SoundFacts | null>
  /**
   * The folder of the file of a blob in the content folder, or null. Without it, pictures beside
   * texts are not found.
   */
  folderOf?: (blob: string) => string | null
  /** What stands in rendered texts where it differs from English; `{}` by default. */
  texts?: () => BodyTexts
  /** Called when the cache on disk cannot be read or written; bodies are rendered anyway. */
  report: (error: unknown) => void
  /** Called with the key of each text that can't be rendered. */
  refused?: (key: string, error: BodyRenderError) => void
  /**
   * Wall-clock time that `showSoon` waits, in milliseconds: less than the time limit for rendering
   * a page.
   */
  patienceMs?: number
  maxBytes?: number
}

export interface BodyInput {
  /**
   * Identifies the text: the blob id, for an article of an issue followed by `-` and its number.
   */
  key: string
  markdown: string
  /** The prefix of anchors, `s-` by default; a second body on the same page needs another. */
  anchorPrefix?: string
  /**
   * The folder of the text's file, in which it names pictures; by default that of the blob in
   * `key`.
   */
  folder?: string | undefined
}

interface ShownBody extends RenderedMarkdown {
  problem?: string
  provisional?: boolean
}

/**
 * Bytes of cached sources of texts that can't be rendered: enough for some of the largest, or
 * thousands of small ones.
 */
const sourceBytes = 8_000_000

/**
 * Creates the renderer of bodies: each text is rendered once, in a worker thread, and cached in
 * memory and on disk under a hash of the text, of
 * the sizes of its pictures, and of the rendering code. The refusal of a text that can't be
 * rendered is stored too.
 */
export function createBodyRenderer({
  workers,
  cacheDir,
  dimensions,
  soundFacts = async () => null,
  folderOf = () => null,
  texts = () => ({}),
  report,
  refused = () => undefined,
  patienceMs = 15_000,
  maxBytes = maxBodyBytes,
}: BodyRendererOptions) {
  const bodies = new BodyCache(workers, path.join(cacheDir, 'bodies'), report)
  const sources = createSources()
  let hashing: Promise<string> | undefined
  /**
   * The bundle names its chunks by their content, so its bytes identify all code and policy of the
   * rendering.
   */
  const codeHash = () => (hashing ??= readFile(workers.code).then((code) => hash([code])))

  /** The HTML of a body. Rejects with a BodyRenderError when it can't be rendered. */
  async function render({ key, markdown, anchorPrefix, ...input }: BodyInput) {
    checkText(markdown, maxBytes)
    const beside = relativeMedia(markdown)
    // Most texts name no picture beside them and need no folder.
    const folder =
      beside.length === 0 ? null : (input.folder ?? folderOf(key.split('-', 1)[0] ?? ''))
    const besides = folder === null ? [] : besideAddresses(beside, folder)
    const addresses = [...mediaAddresses(markdown), ...besides]
    const media = await knownMedia(addresses, dimensions, soundFacts)
    const words = texts()
    const request: MarkdownInput = {
      markdown,
      ...media,
      anchorPrefix,
      texts: words,
      ...(folder !== null && { folder }),
    }
    const facts = Object.keys(words).length === 0 ? media : { ...media, words }
    const name = hash([
      await codeHash(),
      key,
      anchorPrefix ?? '',
      folder ?? '',
      JSON.stringify(facts),
      markdown,
    ])
    return bodies.get(name, request)
  }

  /** The rendered text, or the reason why it can't be rendered. */
  async function tried(input: BodyInput): Promise<RenderedMarkdown | { problem: string }> {
    try {
      return await render(input)
    } catch (error) {
      if (!(error instanceof BodyRenderError)) throw error
      refused(input.key, error)
      return { problem: error.message }
    }
  }

  /**
   * The HTML of a text; one that can't be rendered becomes its escaped source (rulings, section 9),
   * and `problem` is the reason.
   */
  async function show(input: BodyInput): Promise<ShownBody> {
    const result = await tried(input)
    return 'problem' in result ? { ...(await sources(input)), ...result } : result
  }

  /**
   * The same as `show` with a time limit, for pages: when rendering takes longer, the result is the
   * source with `provisional: true`.
   */
  async function showSoon(input: BodyInput): Promise<ShownBody> {
    const shown = await within(patienceMs, show(input))
    if (shown) return shown
    const problem = 'The text is still being rendered'
    return { ...(await sources(input)), problem, provisional: true }
  }

  return {
    render,
    /** Renders a text to know whether it can be rendered; reports its refusal. */
    async check(input: BodyInput) {
      await tried(input)
    },
    show,
    showSoon,
    /** The number of texts that wait for a worker. */
    waiting: workers.waiting,
    /** Ends the workers and waits for what is being written to disk. */
    async close() {
      await workers.close()
      await bodies.written()
    },
  }
}

/**
 * The source of a text as escaped HTML, cached: for 500 KB it takes the time of many requests. All
 * that wait for the same text come here at once, so that each takes a turn of its own before, and
 * another for what it does with the source.
 */
function createSources() {
  const turns = createOwnTurns()
  const sources = createByteCache<string, { markdown: string; shown: RenderedMarkdown }>(
    sourceBytes,
  )
  return async ({ key, markdown }: BodyInput) => {
    await turns.take()
    const cached = sources.get(key)
    if (cached?.markdown === markdown) return cached.shown
    const shown = {
      html: `<pre><code>${escapeHtml(markdown)}</code></pre>`,
      toc: [],
      words: countWords(markdown),
    }
    sources.set(key, { markdown, shown }, 2 * (markdown.length + shown.html.length))
    await turns.take()
    return shown
  }
}

function hash(parts: Array<string | Uint8Array>): string {
  const sum = createHash('sha256')
  // The length before each part makes `['ab', 'c']` and `['a', 'bc']` different.
  for (const part of parts) sum.update(`${part.length}:`).update(part)
  return sum.digest('hex')
}
