import type { Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import wordList from 'word-list'
import { vocabularyOf } from '#domain/site/vocabulary.ts'
import { createAnalysis } from './analysis/create-analysis.ts'
import { createContent } from './content/create-content.ts'
import { affectsOthers } from './content/saving/affects-others.ts'
import { isSameItem } from './content/saving/item-history.ts'
import { createDashboard } from './dashboard/create-dashboard.ts'
import { createFoundation, type FoundationOptions } from './foundation.ts'
import { createGit } from './git/create-git.ts'
import { createCdnPurge } from './http/cdn-purge.ts'
import { createIdempotency } from './http/idempotency.ts'
import { createOwnWrites } from './http/own-writes.ts'
import type { Header } from './http/security-headers.ts'
import { siteStatus } from './http/status-api.ts'
import { createImports } from './import/create-site-import.ts'
import { createMedia } from './media/create-media.ts'
import { createMailer, listUnsubscribeHeaders, reportedMailer } from './newsletter/create-mailer.ts'
import { createNewsletter } from './newsletter/create-newsletter.ts'
import { createPages } from './pages/create-pages.ts'
import type { PageCache } from './pages/page-cache.ts'
import { createPeople } from './people/create-people.ts'
import { mountRoutes } from './routes.ts'
import { runFeatures } from './run-features.ts'
import { createContentSearch, searchApi } from './search/content-search.ts'

/** Creates every feature and connects them. Resolves when the content is loaded. */
export async function createApp(
  options: FoundationOptions & {
    headers: ReadonlyArray<Header>
    /** Null in development. */
    pageCache: PageCache | null
    server: Server
  },
) {
  const { env, headers, pageCache, metrics, server, beside } = options
  const { shared, replicas, stores, secrets, problems, texts, sounds } = await createFoundation(options)
  const { log, cacheDir } = shared
  const git = await createGit({
    ...shared,
    env,
    isSame: isSameItem,
    affectsOthers,
    pathsOf: (blob) => content.pathsOf(blob),
    shown: () => content.store.revision(),
    refresh: () => content.store.refresh(),
  })
  const { files, history, lane } = git
  const ownWrites = createOwnWrites({ ...shared, secrets, branch: git.shared, follow: () => content.store.refresh() })
  const people = await createPeople({
    ...shared,
    stores,
    secrets,
    problems,
    env,
    idempotency: createIdempotency({ ...shared, ...ownWrites, records: stores.rememberedWrites, made: lane.made }),
    mail: env.mail && reportedMailer(createMailer(env.mail), 'confirmation', shared.telemetry),
    accountMailer: env.mail && reportedMailer(createMailer(env.mail), 'reset', shared.telemetry),
    listHeaders: listUnsubscribeHeaders,
    itemState(type, id) {
      const stored = content.store.one(type, id)
      return stored && { title: stored.item.title, status: stored.status }
    },
    siteName: () => content.store.reader.settings().name,
    vocabulary: () => vocabularyOf(content.store.reader.settings()),
    downloadLinkFor: (id) => content.downloads.linkFor(id),
    renderPage: (url, subscriptionLink) => pages.render(url, { subscriptionLink }),
  })
  const { accounts, subscribers } = people
  const { gate } = accounts
  const content = createContent({
    ...shared,
    stores,
    secrets,
    problems,
    texts,
    gate,
    workerUrl: beside('./worker.js'),
    repository: { ...history, files, made: lane.made, save: lane.save },
    pictureSize: (address) => media.dimensions(address),
    soundFacts: (address) => media.soundFacts(address),
    search: (query, literal) => search.query(query, literal),
    renderPage: (url) => pages.render(url),
  })
  const { store, state } = content
  const media = createMedia({
    ...shared,
    gate,
    files,
    runSoundTask: sounds.run,
    folder: {
      ...store,
      uses: content.pictureUses,
      commit: content.commit,
      isShown: content.isShown,
      async isShared(token, file) {
        const link = await accounts.sharedDraft(token)
        return link !== null && content.itemShows(link.type, link.item, file)
      },
      itemFolder: content.itemFolder,
    },
    deleted: async () => (await history.deletedFiles('media')).files,
  })
  const search = createContentSearch({
    ...shared,
    content: { ...store, textsOf: content.textsOf },
    workerUrl: beside('./search-worker.js'),
    builtDir: fileURLToPath(beside('../search')),
    storedDir: path.join(cacheDir, 'search'),
    wordList,
  })
  await content.ready()
  store.onChange(search.changed)
  pageCache?.attach(state)
  const cdn = env.cdnPurge && createCdnPurge({ ...env.cdnPurge, log })
  if (cdn) store.onChange(cdn.changed)
  const pages = await createPages({
    ...shared,
    stores,
    accounts,
    beside,
    cache: pageCache,
    content: { ...state, onChange: store.onChange },
    devServer: env.development ? server : null,
  })
  const sync = git.sync({ merging: content.merging, pulled: store.refresh })
  const newsletter = createNewsletter({
    ...shared,
    stores,
    gate,
    texts,
    mail: env.mail,
    issues: content.issues,
    recipients: subscribers.recipients,
  })
  const imports = createImports({
    ...shared,
    ...{ gate, contentDir: env.contentDir, gitBranch: env.gitBranch, isShared: env.gitWrite === 'through' },
    site: { ...content, revision: store.revision, paths: () => [...store.files()].map(({ path }) => path) },
    program: beside('./import-process.js'),
  })
  const app = mountRoutes({
    accounts,
    subscribers,
    content,
    media,
    imports,
    pages,
    newsletter,
    analysis: createAnalysis({
      ...shared,
      openai: env.openai,
      site: state.site,
      readFile: content.readFile,
      texts,
      gate,
    }),
    dashboard: createDashboard({
      ...shared,
      content: {
        ...store,
        ...{ downloads: store.reader.downloads, timeZone: () => store.reader.settings().timeZone },
        ...{ problems: state.problems, warnings: state.warnings },
      },
      ...{ git, subscribers, newsletter, problems, gate },
    }),
    search: searchApi(search.atOnce, gate),
    status: siteStatus({ state, git, problems }),
    siteName: () => state.site.settings().name,
    sync,
    env,
    gate,
    headers,
    log,
  })
  metrics?.watch({ lane, texts, content, media, newsletter, subscribers, pageCache, sync })
  const features = { pages, sync, newsletter, people, imports, lane, content, search, texts, sounds, git }
  return { app, ownWrites, ...runFeatures(features, { cdn, problems, replicas }) }
}
