import { ask } from '../../tests/http-client.ts'
import { articleFile, eventually, siteProcess } from '../../tests/running-site.ts'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import { recordedStalls } from '../../tests/stalls.ts'
import { hostileText } from './hostile-texts.ts'
import { createJobs } from './jobs.ts'

/** Pages and calls of visitors; the article's frontmatter is valid. */
const visited = [
  '/',
  '/article/good',
  '/category/all',
  '/rss.xml',
  '/sitemap.xml',
  '/api/articles',
  '/api/search?q=good',
]

/**
 * Gives the site hostile bodies from all sides: as files that a writer commits, and as texts that
 * administrators save (Markdown, HTML, edits of one revision), preview, compare, move and analyse,
 * while visitors read pages. No request may be answered with 5xx, and the main thread may not be
 * blocked for longer than 250 ms. `size` is the size of most bodies; every tenth has `largest`.
 */
export async function hostileBodies({
  files,
  saves,
  size,
  largest,
}: {
  files: number
  saves: number
  size: number
  largest: number
}) {
  const text = (number: number) => hostileText(1 + number, number % 10 === 5 ? largest : size)
  const written = Object.fromEntries(
    Array.from({ length: files }, (_, at) => [
      `articles/hostile-${at}.md`,
      articleFile({ id: String(at + 10), title: `Hostile ${at}` }, text(at)),
    ]),
  )
  await using stalls = await recordedStalls()
  await using site = await siteProcess({
    files: {
      'articles/good.md': articleFile({ id: '1', title: 'Good' }),
      // React writes a page as one long line, in which these blanks stay.
      'articles/blank.md': articleFile({ id: '2', title: 'Blank' }, `\`a${' '.repeat(150_000)}b\``),
      ...written,
    },
    env: { ...admin, ...stalls.env },
  })
  const ada = await signIn(site)
  const faults: Array<string> = []
  let requests = 0
  let acknowledged = 0
  /** The requests that took so long that one of them may be the cause of a stall. */
  const slow: Array<{ what: string; from: number; to: number }> = []

  async function checked<Answer extends { status: number }>(what: string, sent: Promise<Answer>) {
    const from = Date.now()
    const answer = await sent
    const to = Date.now()
    requests += 1
    if (answer.status >= 500) faults.push(`${what} was answered with ${answer.status}`)
    if (to - from >= 100) slow.push({ what, from, to })
    return answer
  }
  const visit = (address: string) => checked(`GET ${address}`, ask(site.url, address))
  const call = (method: string, address: string, body?: object) =>
    checked(
      `${method} ${address} (${JSON.stringify(body)?.slice(0, 80)})`,
      ada.call(method, address, body),
    )

  /** One administrator's work on a new article with hostile bodies. */
  async function save(number: number) {
    const [first, second, third] = [text(number), text(number + 7919), text(number + 15_838)]
    const item = {
      title: `Saved ${number}`,
      excerpt: 'E',
      category: 'mixing',
      tags: [],
    }
    const formats = [{}, { contentFormat: 'html' }, { contentFormat: 'markdown' }]
    const made = await call('POST', '/api/articles', {
      ...item,
      content: first,
      ...formats[number % 3],
    })
    if (made.status !== 201) return
    acknowledged += 1
    const { id, slug, revision } = made.body as { id: number; slug: string; revision: string }
    await call('POST', '/api/preview', {
      type: 'articles',
      id,
      content: second,
    })
    for (const content of [second, third]) {
      const { status } = await call('PATCH', `/api/articles/${id}`, {
        content,
        revision,
        ...formats[(number + 1) % 3],
      })
      if (status === 200) acknowledged += 1
    }
    await visit(`/article/${slug}`)
    await visit(`/api/articles/${id}`)
    const history = await call('GET', `/api/articles/${id}/history`)
    const [newest] = history.body as unknown as Array<{ commit: string }>
    await call('GET', `/api/articles/${id}/history/${newest!.commit}`)
    if (number % 8 === 0)
      await call('POST', `/api/articles/${id}/move`, {
        slug: `moved-${number}`,
        rewriteLinks: true,
      })
    if (number % 8 === 4) await call('POST', '/api/analyze-content', { content: third })
  }

  // Loads everything that is loaded at first use, which is not measured.
  await Promise.all(visited.map(visit))
  await save(files + 1)
  const begun = Date.now()
  await visit('/article/blank')
  await createJobs(files).run(2, (at) =>
    Promise.all([visit(`/article/hostile-${at}`), visit(visited[at % visited.length]!)]),
  )
  // A save makes the lists and feeds anew.
  await createJobs(saves).run(4, (at) => Promise.all([save(files + 2 + at), ...visited.map(visit)]))
  for (const { at, milliseconds } of await stalls.tooLongSince(begun)) {
    const waiting = slow
      .filter(({ from, to }) => from <= at && to >= at - milliseconds)
      .map(({ what }) => what)
    faults.push(
      `the main thread computed for ${milliseconds} ms without a turn for others; not answered: ${waiting.join(', ')}`,
    )
  }
  // It still answers.
  await eventually(async () => (await ask(site.url, '/api/health')).status === 200)
  const longest = Math.max(
    0,
    ...(await stalls.since(begun)).map(({ milliseconds }) => milliseconds),
  )
  return { requests, acknowledged, longest, faults }
}
