import type { Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { eventsApi } from './content/api/events-api.ts'
import { editedPages } from './content/content-change.ts'
import { createContentIds } from './content/content-ids.ts'
import { createTextWorkers } from './content/markdown/text-work.ts'
import type { CommitFiles } from './content/saving/committing.ts'
import type { Env } from './env.ts'
import { createUncommitted } from './git/files/working-tree.ts'
import { createHistoryReader } from './git/history/history-of.ts'
import { openRepository } from './git/read/open-repository.ts'
import { repositoryState } from './git/read/repository-state.ts'
import { createWriteLane } from './git/write/write-lane.ts'
import { createIdempotency } from './http/idempotency.ts'
import { createRememberedWrites } from './http/remembered-writes.ts'
import type { Header } from './http/security-headers.ts'
import { createMediaRouter } from './media/media-router.ts'
import type { IssueMail } from './newsletter/issue/issue-mail.ts'
import { builtAssets } from './pages/built-assets.ts'
import { devAssets } from './pages/dev-assets.ts'
import { keepFeedWarm } from './pages/keep-feed-warm.ts'
import type { PageCache } from './pages/page-cache.ts'
import { renderSitePage } from './pages/render-page.ts'
import { createSharePictures } from './pages/share-picture.tsx'
import { createDataProblems } from './platform/data-problems.ts'
import { createDiskCache } from './platform/disk-cache.ts'
import { holdFolder } from './platform/held-folder.ts'
import { createLog } from './platform/log.ts'
import { storedSessionSecret } from './platform/stored-secrets.ts'
import { joinAccounts } from './site-accounts.ts'
import { joinAnalysis } from './site-analysis.ts'
import { joinContent } from './site-content.ts'
import { joinDashboard } from './site-dashboard.ts'
import { joinDownloadCounts, joinDownloads } from './site-downloads.ts'
import { joinEvents } from './site-events.ts'
import { joinSiteFiles } from './site-files.ts'
import { joinMedia } from './site-media.ts'
import { joinSending } from './site-sending.ts'
import { joinSubscribers } from './site-subscribers.ts'
import { joinSync } from './site-sync.ts'
import { joinWriting } from './site-writing.ts'

const shareCacheBytes = 128 * 1024 * 1024

/** Opens everything behind the page cache and joins it: repository → content → routes. Resolves when the content is there. */
export async function openSite(options: {
  env: Env
  siteUrl: string
  headers: ReadonlyArray<Header>
  pageCache: PageCache | null
  server: Server
  /** Address of a file beside the bundle's entry. */
  beside(name: string): URL
}) {
  const { env, siteUrl, headers, pageCache, server, beside } = options
  const log = createLog()
  const now = () => new Date()
  const cacheDir = path.join(env.dataDir, 'cache')
  const repository = await openRepository({ contentDir: env.contentDir, branch: env.gitBranch ?? undefined })
  const lane = createWriteLane(repository, { now, log, shown: () => (env.development ? null : content.revision()) })
  await lane.recover().catch((error: unknown) => log.error({ err: error }, 'an interrupted save could not be settled'))
  const texts = createTextWorkers(beside('./worker.js'))
  const problems = createDataProblems(log)
  const folder = holdFolder(env.dataDir)
  async function dataProblems(): Promise<Array<string>> {
    await folder.check().then(
      () => problems.note('folder', null),
      (error: unknown) =>
        problems.note('folder', { error, message: 'nothing can be stored in the folder of the data' }),
    )
    return problems.list()
  }
  const { counts, opened } = joinDownloadCounts(env.dataDir, problems, log)
  const { files, media, bodies, content, bodyProblems, uses, search } = await joinContent({
    env,
    repository,
    siteUrl,
    cacheDir,
    downloadCount: counts.shown,
    beside,
    now,
    log,
  })
  const uncommitted = createUncommitted(repository)
  const share = createSharePictures({
    fonts: {
      medium: fileURLToPath(beside('./fonts/bricolage-grotesque-500.ttf')),
      bold: fileURLToPath(beside('./fonts/bricolage-grotesque-700.ttf')),
      extended: fileURLToPath(beside('./fonts/bricolage-grotesque-700-extended.ttf')),
    },
    cache: createDiskCache(path.join(cacheDir, 'share'), shareCacheBytes),
    failed: (error) => log.warn({ err: error }, 'the cache of share pictures is out of order'),
  })
  await content.ready()
  await opened
  content.onChange((change) => {
    search.apply(change).catch((error: unknown) => log.error({ err: error }, 'the search could not take a change in'))
  })
  content.onChange(bodyProblems.changed)
  const state = {
    site: content.reader,
    // Pages show how often a download was taken.
    generation: () => content.generation() + counts.version(),
    revision: content.revision,
    problems: () => [...content.problems(), ...bodyProblems.problems()],
    repository: () => (content.isBehind() ? 'unreadable' : repositoryState(repository)),
    warnings: content.warnings,
    unpublishedAt: content.unpublishedAt,
    onEdited: (listener: (paths: Array<string>) => void) => content.onChange((change) => listener(editedPages(change))),
  }
  pageCache?.attach(state)
  void uncommitted().then(
    (files) => {
      if (files.length > 0 && !env.development)
        log.warn(
          { files: files.slice(0, 20).map((file) => `${file.change}: ${file.path}`) },
          `${files.length} content files are not committed; the site shows what git holds`,
        )
    },
    (error: unknown) => log.warn({ err: error }, 'the work tree could not be compared with git'),
  )
  const idempotency = createIdempotency({
    writes: createRememberedWrites(path.join(env.dataDir, 'idempotency'), now),
    made: lane.made,
    failed: (error) => log.error({ err: error }, 'a write could not be remembered'),
  })
  const { once } = idempotency
  const commit: CommitFiles = ({ outcome, ...request }) =>
    lane.commit({ ...request, willCommit: (id) => idempotency.willCommit(id, outcome) })
  const secrets =
    env.sessionSecrets.length > 0
      ? env.sessionSecrets
      : [await storedSessionSecret(env.dataDir, (message) => log.error(message))]
  const downloads = joinDownloads({
    store: content,
    read: files.read,
    counts,
    secrets,
    dataDir: env.dataDir,
    siteUrl,
    render: (url) => renderSitePage(url, content.reader, siteUrl, now()),
    now,
    log,
  })
  const ids = createContentIds(env.dataDir, log)
  if (env.trustProxy === true)
    log.warn(
      'TRUST_PROXY=on believes any address that a visitor claims to have, so that limits can be passed by: set it to the number of proxies before the site, such as 1, or to their addresses',
    )
  const accounts = await joinAccounts({ env, siteUrl, once, secrets, problems, now, log })
  const gate = { requireSession: accounts.requireSession, who: accounts.who, once, siteUrl }
  const analysis = joinAnalysis({
    openai: env.openai,
    site: content.reader,
    siteUrl,
    readFile(name) {
      const blob = content.blobAt(name)
      return blob === null ? null : files.read(blob)
    },
    texts,
    gate,
  })
  const sync = joinSync({ env, repository, lane, store: content, ids, texts, siteUrl, now, log })
  const events = eventsApi(
    joinEvents({ store: content, history: createHistoryReader(repository), log }),
    accounts.lives,
    gate,
  )
  const subscribers = joinSubscribers({
    ...{ env, siteUrl, gate, problems, now, log },
    siteName: () => content.reader.settings().name,
  })
  subscribers.start()
  const sending = joinSending({
    ...{ env, siteUrl, gate, now, log },
    store: content,
    read: files.read,
    renderBody: bodies.render,
    composeMail: async (issue, site) => (await texts.run({ task: 'mail', input: { issue, site } })) as IssueMail,
    recipients: subscribers.recipients,
  })
  sending.start()
  const app = createApp({
    events: events.routes,
    sync,
    hookSecret: env.remote && env.hookSecret,
    content: state,
    search: search.atOnce,
    subscribers,
    sending: sending.calls,
    downloadLinkFor: downloads.linkFor,
    downloadGate: downloads.gate,
    media: createMediaRouter(media),
    assets: env.development ? await devAssets(server) : builtAssets(fileURLToPath(beside('../client'))),
    renderPage: renderSitePage,
    renderSharePicture: share.render,
    uncommitted,
    dataProblems,
    activity: joinDashboard({
      ...{ store: content, repository, lane, uncommitted, dataProblems, log },
      subscribers: subscribers.summary,
    }),
    analysis,
    accounts,
    gate,
    mediaCalls: joinMedia({
      store: content,
      files,
      repository,
      commit,
      library: media,
      uses,
      gate,
      now,
    }),
    siteFiles: joinSiteFiles({
      store: content,
      read: files.read,
      repository,
      lane,
      commit,
      ids,
      counts,
      renderBody: bodies.show,
      texts,
      gate,
    }),
    writing: joinWriting({
      store: content,
      read: files.read,
      repository,
      commit,
      gate,
      renderBody: bodies.show,
      texts,
      ids,
      siteUrl,
      now,
    }),
    pageCache,
    headers,
    siteUrl,
    trustProxy: env.trustProxy,
    now,
    log,
  })
  sync.start()
  bodyProblems.start()
  const feed = keepFeedWarm(content)
  return {
    app,
    /** Ends what would go on for ever, so that a stopping server can close. */
    endStreams() {
      events.endStreams()
      sending.stop().catch((error: unknown) => log.error({ err: error }, 'a sending could not be stopped'))
    },
    /** Stops following the repository and ends the worker threads. */
    async close() {
      await feed.stop()
      await sync.close()
      await sending.close()
      await subscribers.close()
      await accounts.close()
      await counts.close()
      await ids.close()
      await lane.close()
      await content.close()
      await search.close()
      await bodies.close()
      await texts.close()
      await bodyProblems.close()
      repository.close()
      folder.release()
    },
  }
}
