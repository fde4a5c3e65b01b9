import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleWorker } from '../../../scripts/bundle-worker.ts'
import { type BodyRendererOptions, createBodyRenderer } from './body-renderer.ts'
import { createMarkdownRenderer } from './render.ts'
import { createBodyWorkers } from './site-workers.ts'

let folder: string
let workerUrl: URL

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bodies-'))
  workerUrl = pathToFileURL(path.join(folder, 'worker.mjs'))
  await bundleWorker(path.join(folder, 'worker.mjs'))
})
afterAll(() => rm(folder, { recursive: true }))

/**
 * A renderer with its own cache folder, closed when the scope ends. `asked` counts the requested
 * pictures.
 */
async function temporaryRenderer({
  code = workerUrl,
  // A generous limit for busy machines; the slow texts of these tests take far longer.
  timeLimitMs = 5_000,
  ...options
}: Partial<BodyRendererOptions> & { code?: URL; timeLimitMs?: number } = {}) {
  const cacheDir = await mkdtemp(path.join(folder, 'cache-'))
  const asked: Array<string> = []
  const reports: Array<unknown> = []
  const renderer = createBodyRenderer({
    workers: createBodyWorkers(code, timeLimitMs),
    cacheDir,
    dimensions: async (url) => {
      asked.push(url)
      return url === '/media/a.png' ? { width: 800, height: 600 } : null
    },
    report: (error) => reports.push(error),
    ...options,
  })
  return { ...renderer, cacheDir, asked, reports, [Symbol.asyncDispose]: renderer.close }
}

/** A worker in place of the real one: `body` is its code, with `post` to answer. */
async function fakeWorker(body: string): Promise<URL> {
  const file = path.join(await mkdtemp(path.join(folder, 'worker-')), 'worker.mjs')
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads'\nconst post = (message) => parentPort.postMessage(message)\n${body}`,
  )
  return pathToFileURL(file)
}

async function cachedFiles(cacheDir: string) {
  const names = await readdir(cacheDir, { recursive: true })
  const files = names.map((name) => path.join(cacheDir, name))
  const kinds = await Promise.all(files.map((file) => stat(file)))
  return files.filter((_file, index) => kinds[index]?.isFile())
}

test('a worker renders the same as this thread, with the sizes of its pictures', async () => {
  const markdown = '## A\n\n![x](/media/a.png) ![y](/media/none.png)\n\n```ts\nlet a = 1\n```'
  await using renderer = await temporaryRenderer()
  const body = await renderer.render({ key: 'a', markdown })
  expect(body.toc).toEqual([{ id: 's-a', text: 'A', depth: 2 }])
  expect(body.html).toContain('width="800" height="600"')
  expect(renderer.asked).toEqual(['/media/a.png', '/media/none.png'])
  const dimensions = { '/media/a.png': { width: 800, height: 600 } }
  expect(body).toEqual(await createMarkdownRenderer()({ markdown, dimensions }))
})

/** Answers with the text itself, and never for `bomb`. */
const echo = `
  parentPort.on('message', ({ input: [{ markdown }] }) => {
    if (markdown === 'bomb') for (;;);
    post({ kind: 'done', result: { html: markdown, toc: [], words: 1 } })
  })
  post({ kind: 'ready' })`

test('a text that takes too long is refused while another is rendered', async () => {
  await using renderer = await temporaryRenderer({ code: await fakeWorker(echo), timeLimitMs: 200 })
  const bomb = renderer.render({ key: 'bomb', markdown: 'bomb' })
  const refusal = expect(bomb).rejects.toMatchObject({ name: 'BodyRenderError', kind: 'too-slow' })
  const others = Array.from({ length: 5 }, (_, index) =>
    renderer.render({ key: `${index}`, markdown: `${index}` }),
  )
  const bodies = await Promise.all(others)
  expect(bodies.map(({ html }) => html)).toEqual(['0', '1', '2', '3', '4'])
  await refusal
  expect((await renderer.render({ key: 'after', markdown: 'after' })).html).toBe('after')
})

test('a text that was refused is not tried again at once', async () => {
  const worker = await fakeWorker(`
    let count = 0
    parentPort.on('message', () => { count += 1; post({ kind: 'refused', reason: 'failed', message: 'try ' + count }) })
    post({ kind: 'ready' })`)
  await using renderer = await temporaryRenderer({ code: worker })
  await expect(renderer.render({ key: 'a', markdown: 'a' })).rejects.toThrow('try 1')
  await expect(renderer.render({ key: 'a', markdown: 'a' })).rejects.toThrow('try 1')
  await expect(renderer.render({ key: 'b', markdown: 'b' })).rejects.toThrow('try 2')
})

test('a text that waits for the processor is not refused, however busy the machine is', async () => {
  const worker = await fakeWorker(`
    import { readlinkSync } from 'node:fs'
    parentPort.on('message', () => setTimeout(() => post({ kind: 'done', result: { html: 'late', toc: [], words: 1 } }), 500))
    let thread = null
    try { thread = readlinkSync('/proc/thread-self') } catch {}
    post({ kind: 'ready', thread })`)
  await using renderer = await temporaryRenderer({ code: worker, timeLimitMs: 100 })
  expect((await renderer.render({ key: 'a', markdown: 'a' })).html).toBe('late')
})

test('that a text can not be rendered is kept over a restart, so that it takes no worker again', async () => {
  const counting = await fakeWorker(`
    import { appendFileSync } from 'node:fs'
    parentPort.on('message', ({ input: [{ markdown }] }) => { appendFileSync(new URL('./asked', import.meta.url), markdown); for (;;); })
    post({ kind: 'ready' })`)
  await using first = await temporaryRenderer({ code: counting, timeLimitMs: 200 })
  const input = { key: 'a', markdown: 'a' }
  await expect(first.render(input)).rejects.toMatchObject({ kind: 'too-slow' })
  await first.close()
  await using second = await temporaryRenderer({
    code: counting,
    cacheDir: first.cacheDir,
    timeLimitMs: 200,
  })
  await expect(second.render(input)).rejects.toMatchObject({ kind: 'too-slow' })
  expect(await readFile(new URL('./asked', counting), 'utf8')).toBe('a')
})

test('a page that can not wait longer gets the source for the moment, and the text once it is there', async () => {
  const worker = await fakeWorker(`
    parentPort.on('message', () => setTimeout(() => post({ kind: 'done', result: { html: 'late', toc: [], words: 1 } }), 1500))
    post({ kind: 'ready' })`)
  await using renderer = await temporaryRenderer({ code: worker, patienceMs: 100 })
  const input = { key: 'a', markdown: '*a*' }
  expect(await renderer.showSoon(input)).toMatchObject({
    html: '<pre><code>*a*</code></pre>',
    provisional: true,
  })
  expect((await renderer.show(input)).html).toBe('late')
  expect(await renderer.showSoon(input)).toEqual({ html: 'late', toc: [], words: 1 })
})

test('what can not be rendered is shown as its source, with the reason', async () => {
  const told: Array<[string, string]> = []
  await using renderer = await temporaryRenderer({
    code: await fakeWorker(echo),
    maxBytes: 20,
    refused: (key, { kind }) => told.push([key, kind]),
  })
  const shown = await renderer.show({ key: 'a', markdown: '# <script>"&" is what it says' })
  expect(shown).toMatchObject({
    toc: [],
    words: 5,
    problem: 'The text has 29 bytes; at most 20 can be shown',
  })
  expect(shown.html).toBe(
    '<pre><code># &lt;script&gt;&quot;&amp;&quot; is what it says</code></pre>',
  )
  expect(await renderer.show({ key: 'b', markdown: '*b*' })).toEqual({
    html: '*b*',
    toc: [],
    words: 1,
  })
  expect(told).toEqual([['a', 'too-large']])
})

test('texts that are shown as their source, and what is done with them, each take a turn of their own', async () => {
  await using renderer = await temporaryRenderer({ code: await fakeWorker(echo), maxBytes: 20 })
  let turn = 0
  let over = false
  const count = () => {
    turn += 1
    if (!over) setImmediate(count)
  }
  count()
  const turns = await Promise.all(
    ['a', 'b', 'c', 'd', 'd'].map(async (key) => {
      await renderer.show({ key, markdown: key.repeat(30) })
      return turn
    }),
  )
  over = true
  expect(new Set(turns).size).toBe(turns.length)
})

test('a text above the limit is refused without a worker', async () => {
  await using renderer = await temporaryRenderer({
    maxBytes: 100,
    code: new URL('file:///none.mjs'),
  })
  await expect(renderer.render({ key: 'a', markdown: 'ä'.repeat(51) })).rejects.toMatchObject({
    kind: 'too-large',
  })
})

/** Answers each time with something else, so that equal answers come from a cache. */
const randomAnswers = `
  import { randomUUID } from 'node:crypto'
  parentPort.on('message', () => post({ kind: 'done', result: { html: randomUUID(), toc: [], words: 0 } }))
  post({ kind: 'ready' })`

test('a body is found on disk after a restart', async () => {
  const worker = await fakeWorker(randomAnswers)
  await using first = await temporaryRenderer({ code: worker })
  const input = { key: 'a', markdown: '![x](/media/a.png)' }
  const body = await first.render(input)
  await first.close()
  await using second = await temporaryRenderer({ code: worker, cacheDir: first.cacheDir })
  expect(await second.render(input)).toEqual(body)
})

test.each([
  ['of another key', {}, { key: 'b', markdown: '![x](/media/a.png)' }],
  ['of another text', {}, { key: 'a', markdown: '![x](/media/a.png) y' }],
  ['with other anchors', {}, { key: 'a', markdown: '![x](/media/a.png)', anchorPrefix: 't-' }],
  [
    'with a picture of another size',
    { dimensions: async () => null },
    { key: 'a', markdown: '![x](/media/a.png)' },
  ],
])('a body %s is another body', async (_name, options, other) => {
  const worker = await fakeWorker(randomAnswers)
  await using first = await temporaryRenderer({ code: worker })
  const body = await first.render({ key: 'a', markdown: '![x](/media/a.png)' })
  await first.close()
  await using second = await temporaryRenderer({
    code: worker,
    cacheDir: first.cacheDir,
    ...options,
  })
  expect(await second.render(other)).not.toEqual(body)
})

test('other rendering code renders anew', async () => {
  await using first = await temporaryRenderer({ code: await fakeWorker(randomAnswers) })
  const body = await first.render({ key: 'a', markdown: 'a' })
  await first.close()
  const worker = await fakeWorker(`${randomAnswers}\n// changed`)
  await using second = await temporaryRenderer({ code: worker, cacheDir: first.cacheDir })
  expect(await second.render({ key: 'a', markdown: 'a' })).not.toEqual(body)
})

test('a damaged file on disk is rendered anew', async () => {
  const worker = await fakeWorker(randomAnswers)
  await using first = await temporaryRenderer({ code: worker })
  const body = await first.render({ key: 'a', markdown: 'a' })
  await first.close()
  const [file] = await cachedFiles(first.cacheDir)
  const bytes = await readFile(file!)
  await writeFile(file!, bytes.subarray(0, bytes.length - 1))
  await using second = await temporaryRenderer({ code: worker, cacheDir: first.cacheDir })
  expect(await second.render({ key: 'a', markdown: 'a' })).not.toEqual(body)
  expect(second.reports).toEqual([])
})

test('a folder that can not be written is reported and bodies are rendered all the same', async () => {
  const cacheDir = path.join(folder, 'a-file')
  await writeFile(cacheDir, '')
  await using renderer = await temporaryRenderer({ code: await fakeWorker(echo), cacheDir })
  expect((await renderer.render({ key: 'a', markdown: 'a' })).html).toBe('a')
  await renderer.close()
  expect(renderer.reports.length).toBeGreaterThan(0)
})

test('callers that ask for one text at once share its rendering', async () => {
  await using renderer = await temporaryRenderer({ code: await fakeWorker(randomAnswers) })
  const bodies = await Promise.all(
    Array.from({ length: 8 }, () => renderer.render({ key: 'a', markdown: 'a' })),
  )
  expect(new Set(bodies.map(({ html }) => html)).size).toBe(1)
  expect(await renderer.render({ key: 'a', markdown: 'a' })).toEqual(bodies[0])
})

test('code that takes too long to color is shown plain, and not kept on disk', async () => {
  const worker = await fakeWorker(`
    parentPort.on('message', () => {
      post({ kind: 'partial', result: { html: 'plain', toc: [], words: 1 } })
      for (;;);
    })
    post({ kind: 'ready' })`)
  await using renderer = await temporaryRenderer({ code: worker, timeLimitMs: 200 })
  expect((await renderer.render({ key: 'a', markdown: 'a' })).html).toBe('plain')
  await renderer.close()
  expect(await cachedFiles(renderer.cacheDir)).toEqual([])
})

test('a worker that ends in the middle takes only its own text with it', async () => {
  const worker = await fakeWorker(`
    parentPort.on('message', ({ input: [{ markdown }] }) => {
      if (markdown === 'end') process.exit(1)
      post({ kind: 'done', result: { html: markdown, toc: [], words: 1 } })
    })
    post({ kind: 'ready' })`)
  await using renderer = await temporaryRenderer({ code: worker })
  const ending = expect(renderer.render({ key: 'end', markdown: 'end' })).rejects.toThrow(
    'ended with code 1',
  )
  expect((await renderer.render({ key: 'a', markdown: 'a' })).html).toBe('a')
  await ending
})

test('a worker that cannot start is reported, and started again for the next text', async () => {
  await using renderer = await temporaryRenderer({
    code: await fakeWorker(`throw new Error('no code')`),
  })
  await expect(renderer.render({ key: 'a', markdown: 'a' })).rejects.toThrow('failed: no code')
  await expect(renderer.render({ key: 'a', markdown: 'a' })).rejects.toThrow('failed: no code')
})
