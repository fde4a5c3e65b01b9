import { ask } from '../../tests/http-client.ts'
import { articleFile, eventually, siteProcess } from '../../tests/running-site.ts'
import { type Administrator, admin, signIn } from '../../tests/signed-in-site.ts'
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

/** How many hostile bodies there are, and their sizes: every tenth has the largest one. */
interface Amounts {
  files: number
  saves: number
  size: number
  largest: number
}

/** A site, its administrator, the hostile bodies, and the requests that were answered. */
interface Attack {
  url: string
  ada: Administrator
  text(number: number): string
  answered: Array<{ what: string; status: number; from: number; to: number }>
}

/**
 * Gives the site hostile bodies from all sides: as files that a writer commits, and as texts that
 * administrators save (Markdown, HTML, edits of one revision), preview, compare, move and analyse,
 * while visitors read pages. No request may be answered with 5xx, and the main thread may not be
 * blocked for longer than 250 ms.
 */
export async function hostileBodies({ files, saves, size, largest }: Amounts) {
  const text = (number: number) => hostileText(1 + number, number % 10 === 5 ? largest : size)
  const hostile = Array.from({ length: files }, (_, at) => [
    `articles/hostile-${at}.md`,
    articleFile({ id: String(at + 10), title: `Hostile ${at}` }, text(at)),
  ])
  await using stalls = await recordedStalls()
  await using site = await siteProcess({
    files: {
      'articles/good.md': articleFile({ id: '1', title: 'Good' }),
      // React writes a page as one long line, in which these blanks stay.
      'articles/blank.md': articleFile({ id: '2', title: 'Blank' }, `\`a${' '.repeat(150_000)}b\``),
      ...Object.fromEntries(hostile),
    },
    env: { ...admin, ...stalls.env },
  })
  const ada = await signIn(site)
  const attack: Attack = { url: site.url, ada, text, answered: [] }
  const visitAll = () => visited.map((address) => visit(attack, address))

  // Loads everything that is loaded at first use, which is not measured.
  await Promise.all(visitAll())
  await save(attack, files + 1)
  const begun = Date.now()
  await visit(attack, '/article/blank')
  await createJobs(files).run(2, (at) =>
    Promise.all([
      visit(attack, `/article/hostile-${at}`),
      visit(attack, visited[at % visited.length]!),
    ]),
  )
  // A save makes the lists and feeds anew.
  await createJobs(saves).run(4, (at) => Promise.all([save(attack, files + 2 + at), ...visitAll()]))
  const { answered } = attack
  const faults = answered
    .filter(({ status }) => status >= 500)
    .map(({ what, status }) => `${what} was answered with ${status}`)
  for (const { at, milliseconds } of await stalls.tooLongSince(begun)) {
    // One of the slow ones may be the cause.
    const waiting = answered
      .filter(({ from, to }) => to - from >= 100 && from <= at && to >= at - milliseconds)
      .map(({ what }) => what)
    faults.push(
      `the main thread computed for ${milliseconds} ms without a turn for others; not answered: ${waiting.join(', ')}`,
    )
  }
  // It still answers.
  await eventually(async () => (await ask(site.url, '/api/health')).status === 200)
  const stalled = (await stalls.since(begun)).map(({ milliseconds }) => milliseconds)
  return {
    requests: answered.length,
    acknowledged: answered.filter(isSave).length,
    longest: Math.max(0, ...stalled),
    faults,
  }
}

/** Notes how a request is answered. */
async function noted<Answer extends { status: number }>(
  { answered }: Attack,
  what: string,
  sent: Promise<Answer>,
): Promise<Answer> {
  const from = Date.now()
  const answer = await sent
  answered.push({ what, status: answer.status, from, to: Date.now() })
  return answer
}

function visit(attack: Attack, address: string) {
  return noted(attack, `GET ${address}`, ask(attack.url, address))
}

function call(attack: Attack, method: string, address: string, body?: object) {
  const what = `${method} ${address} (${JSON.stringify(body)?.slice(0, 80)})`
  return noted(attack, what, attack.ada.call(method, address, body))
}

/** Whether an answer acknowledges a new text. */
function isSave({ what, status }: Attack['answered'][number]): boolean {
  return status === 201 || (status === 200 && what.startsWith('PATCH'))
}

/** One administrator's work on a new article with hostile bodies. */
async function save(attack: Attack, number: number): Promise<void> {
  const [first, second, third] = [0, 7919, 15_838].map((more) => attack.text(number + more))
  const formats = [{}, { contentFormat: 'html' }, { contentFormat: 'markdown' }]
  const made = await call(attack, 'POST', '/api/articles', {
    title: `Saved ${number}`,
    excerpt: 'E',
    category: 'mixing',
    tags: [],
    content: first,
    ...formats[number % 3],
  })
  if (made.status !== 201) return
  const { id, slug, revision } = made.body
  const address = `/api/articles/${id}`
  await call(attack, 'POST', '/api/preview', { type: 'articles', id, content: second })
  for (const content of [second, third])
    await call(attack, 'PATCH', address, { content, revision, ...formats[(number + 1) % 3] })
  await visit(attack, `/article/${slug}`)
  await visit(attack, address)
  const history = await call(attack, 'GET', `${address}/history`)
  const [newest] = history.body as unknown as Array<{ commit: string }>
  await call(attack, 'GET', `${address}/history/${newest!.commit}`)
  if (number % 8 === 0)
    await call(attack, 'POST', `${address}/move`, { slug: `moved-${number}`, rewriteLinks: true })
  if (number % 8 === 4) await call(attack, 'POST', '/api/analyze-content', { content: third })
}
