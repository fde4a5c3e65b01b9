import type { Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAnalysis } from './analysis/create-analysis.ts'
import { createContent } from './content/create-content.ts'
import { createTextWorkers } from './content/markdown/text-work.ts'
import { isSameItem } from './content/saving/item-history.ts'
import { createDashboard } from './dashboard/create-dashboard.ts'
import type { Env } from './env.ts'
import { createGit } from './git/create-git.ts'
import { createIdempotency } from './http/idempotency.ts'
import { createRememberedWrites } from './http/remembered-writes.ts'
import type { Header } from './http/security-headers.ts'
import { createMedia } from './media/create-media.ts'
import { createMailer } from './newsletter/create-mailer.ts'
import { createNewsletter } from './newsletter/create-newsletter.ts'
import type { IssueMail } from './newsletter/issue/issue-mail.ts'
import { listUnsubscribeHeaders } from './newsletter/list-unsubscribe.ts'
import { createPages } from './pages/create-pages.ts'
import type { PageCache } from './pages/page-cache.ts'
import { createPeople } from './people/create-people.ts'
import { createDataProblems } from './platform/data-problems.ts'
import { createLog } from './platform/log.ts'
import { sessionSecrets } from './platform/stored-secrets.ts'
import { mountRoutes } from './routes.ts'
import { createContentSearch } from './search/content-search.ts'
import { searchApi } from './search/search-api.ts'

/** Looking through all files for what is wrong with them waits until the first visitors after a start are served; in milliseconds. */
const lookThroughAfterMs = 2_000

/** Makes every feature and hands each what it needs of another. Resolves when the content is there. */
export async function createApp(options: {
  env: Env
  siteUrl: string
  headers: ReadonlyArray<Header>
  /** Null in development. */
  pageCache: PageCache | null
  server: Server
  /** Address of a file beside the bundle's entry. */
  beside(name: string): URL
}) {
  const { env, siteUrl, headers, pageCache, server, beside } = options
  const { dataDir, development } = env
  const cacheDir = path.join(dataDir, 'cache')
  const log = createLog()
  const now = () => new Date()
  const given = { dataDir, cacheDir, siteUrl, now, log }
  const problems = createDataProblems(dataDir, log)
  const texts = createTextWorkers(beside('./worker.js'))
  const git = await createGit({
    ...{ contentDir: env.contentDir, branch: env.gitBranch, development, isSame: isSameItem, now, log },
    pathsOf: (blob) => content.pathsOf(blob),
    shown: () => content.store.revision(),
  })
  const { files, lane } = git
  const idempotency = createIdempotency({
    writes: createRememberedWrites(path.join(dataDir, 'idempotency'), now),
    made: lane.made,
    failed: (error) => log.error({ err: error }, 'a write could not be remembered'),
  })
  const secrets = await sessionSecrets(env, (message) => log.error(message))
  const people = await createPeople({
    ...{ ...given, secrets, problems, admin: env.admin, service: env.newsletter, idempotency },
    mail: env.mail && createMailer(env.mail),
    listHeaders: listUnsubscribeHeaders,
    siteName: () => content.store.reader.settings().name,
    downloadLinkFor: (id) => content.downloads.linkFor(id),
    renderPage: (url, subscriptionLink) => pages.render(url, { subscriptionLink }),
  })
  const { gate } = people.accounts
  const content = createContent({
    ...{ ...given, texts, secrets, problems, gate, workerUrl: beside('./worker.js') },
    repository: { ...git.history, files, made: lane.made, save: lane.save },
    pictureSize: (address) => media.dimensions(address),
    search: (query) => search.query(query),
    renderPage: (url) => pages.render(url),
  })
  const { store, state } = content
  const media = createMedia({
    ...{ ...given, gate, read: files.read, sizeOf: files.size },
    folder: { ...store, uses: content.pictureUses, commit: content.commit },
    deleted: async () => (await git.history.deletedFiles('media')).files,
  })
  const search = createContentSearch({
    content: { ...store, textsOf: content.textsOf },
    workerUrl: beside('./search-worker.js'),
    builtDir: fileURLToPath(beside('../search')),
    storedDir: path.join(cacheDir, 'search'),
    ...{ now, log },
  })
  await content.ready()
  store.onChange(search.changed)
  pageCache?.attach(state)
  const pages = await createPages({
    ...{ ...given, beside, cache: pageCache, who: gate.who, admits: people.accounts.admits },
    content: { ...state, onChange: store.onChange },
    devServer: development ? server : null,
  })
  const sync = git.sync({
    ...{ remote: env.remote, branch: env.gitBranch, merging: content.merging, pulled: store.refresh },
    author: { name: 'Session Notes', email: `session-notes@${new URL(siteUrl).hostname}` },
  })
  const newsletter = createNewsletter({
    ...{ ...given, gate, mail: env.mail, issues: content.issues, recipients: people.subscribers.recipients },
    composeMail: async (issue, site) => (await texts.run({ task: 'mail', input: { issue, site } })) as IssueMail,
  })
  const { openai, trustProxy } = env
  const analysis = createAnalysis({ openai, site: state.site, siteUrl, readFile: content.readFile, texts, gate })
  const dashboard = createDashboard({
    ...{ content: store, uncommitted: git.uncommitted, hindrance: git.hindrance, dataProblems: problems.list, log },
    ...{ gate, previousLogin: people.accounts.previousLogin },
    recentChanges: git.history.recent,
    subscribers: people.subscribers.summary,
  })
  const app = mountRoutes({
    ...{ gate, headers, trustProxy, log, sync, hookSecret: env.remote && env.hookSecret },
    ...{
      pages: pages.routes,
      media: media.routes,
      search: searchApi(search.atOnce, gate),
      newsletter: newsletter.routes,
    },
    content: { ...content.routes, downloadGate: content.downloads.gate },
    accounts: people.accounts.routes,
    subscribers: people.subscribers.routes,
    ...{ analysis: analysis.routes, dashboard: dashboard.routes },
    status: {
      ...{ ...state, uncommitted: git.uncommitted, dataProblems: problems.list },
      repository: () => (state.isBehind() ? 'unreadable' : git.state()),
    },
  })
  for (const feature of [people, newsletter, sync, pages]) feature.start()
  const lookingThrough = setTimeout(() => {
    content.start()
    void git.warnOfUncommitted()
  }, lookThroughAfterMs).unref()
  return {
    app,
    /** Ends what would go on for ever, so that a stopping server can close. */
    endStreams() {
      content.endStreams()
      void newsletter.stop()
    },
    /** Stops following the repository and ends the worker threads. */
    async close() {
      clearTimeout(lookingThrough)
      for (const part of [pages, sync, newsletter, people, lane, content, search, texts, git]) await part.close()
      problems.release()
    },
  }
}
