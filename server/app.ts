import type { Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import wordList from 'word-list'
import { siteTextsOf } from '#domain/site/profile-of.ts'
import { vocabularyOf } from '#domain/site/vocabulary.ts'
import { createAnalysis } from './analysis/create-analysis.ts'
import { createContent } from './content/create-content.ts'
import { claimsOf } from './content/save/claims.ts'
import { isSameItem } from './content/save/item-history.ts'
import { createDashboard } from './dashboard/create-dashboard.ts'
import { createFoundation, type FoundationOptions } from './foundation.ts'
import { createGit } from './git/create-git.ts'
import type { RepositoryPlace } from './git/read/find-repository.ts'
import { createCdnPurge } from './http/cdn-purge.ts'
import { createIdempotency } from './http/idempotency.ts'
import { createOwnWrites } from './http/own-writes.ts'
import type { Header } from './http/security-headers.ts'
import { siteStatus } from './http/status-api.ts'
import { createImports } from './import/import-api.ts'
import { createMedia } from './media/create-media.ts'
import { createMailer, listUnsubscribeHeaders, reportedMailer } from './newsletter/create-mailer.ts'
import { createNewsletter } from './newsletter/create-newsletter.ts'
import { createPages } from './pages/create-pages.ts'
import type { PageCache } from './pages/page-cache.ts'
import { createPeople } from './people/create-people.ts'
import { mountRoutes } from './routes.ts'
import { runFeatures } from './run-features.ts'
import { ContentSearch, searchApi } from './search/content-search.ts'

/** Creates every feature and connects them. Resolves when the content is loaded. */
export async function createApp(
  options: FoundationOptions & {
    headers: ReadonlyArray<Header>
    /** Null in development. */
    pageCache: PageCache | null
    server: Server
    /** The repository, if the start has found one. */
    place?: RepositoryPlace | null
  },
) {
  const { headers, pageCache, metrics, server, beside } = options
  const { shared, replicas, sounds } = await createFoundation(options)
  const { env, stores, problems, texts, telemetry, log } = shared
  const git = await createGit({
    ...shared,
    place: options.place ?? null,
    isSame: isSameItem,
    claimsOf,
    pathsOf: (blob) => content.pathsOf(blob),
    shown: () => content.store.revision(),
    refresh: () => content.store.refresh(),
  })
  const { files, history, lane } = git
  const ownWrites = createOwnWrites({
    ...shared,
    branch: git.shared,
    follow: () => content.store.refresh(),
  })
  const people = await createPeople({
    ...shared,
    idempotency: createIdempotency({
      ...shared,
      ...ownWrites,
      records: stores.rememberedWrites,
      made: lane.made,
    }),
    mail: env.mail && reportedMailer(createMailer(env.mail), 'confirmation', telemetry),
    accountMailers: env.mail && {
      links: reportedMailer(createMailer(env.mail), 'reset', telemetry),
      notices: reportedMailer(createMailer(env.mail), 'notice', telemetry),
    },
    listHeaders: listUnsubscribeHeaders,
    itemState(type, id) {
      const stored = content.store.one(type, id)
      return stored && { title: stored.item.title, status: stored.status }
    },
    removeTexts: git.drafts.removeAll,
    settings: () => content.store.reader.settings(),
    siteName: () => content.store.reader.settings().name,
    vocabulary: () => vocabularyOf(content.store.reader.settings()),
    downloadLinkFor: (id) => content.downloads.linkFor(id),
    renderPage: (url, subscriptionLink) => pages.render(url, { subscriptionLink }),
  })
  const { accounts, subscribers } = people
  const { gate } = accounts
  const guarded = { ...shared, gate }
  const content = createContent({
    ...guarded,
    drafts: git.drafts,
    repository: { ...history, files, made: lane.made, save: lane.save },
    pictureSize: (address) => media.dimensions(address),
    soundFacts: (address) => media.soundFacts(address),
    search: (query, literal) => search.query(query, literal),
    firstRead: (...read) => search.firstRead(...read),
    renderPage: (url) => pages.render(url),
  })
  const { store, state } = content
  const media = createMedia({
    ...guarded,
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
    deleted: () => history.deletedFiles('media'),
  })
  const search = new ContentSearch({
    ...shared,
    content: { ...store, textsOf: content.textsOf },
    workerUrl: beside('./search-worker.js'),
    builtDir: fileURLToPath(beside('../search')),
    storedDir: path.join(shared.cacheDir, 'search'),
    wordList,
    loaded: content.ready(),
  })
  await content.ready()
  store.onChange((change) => search.changed(change))
  pageCache?.attach(state)
  const cdn = env.cdnPurge && createCdnPurge({ ...env.cdnPurge, log })
  if (cdn) store.onChange(cdn.changed)
  const pages = createPages({
    ...shared,
    accounts,
    beside,
    cache: pageCache,
    content: { ...state, onChange: store.onChange },
    devServer: env.development ? server : null,
    words: () => words(),
  })
  const sync = await git.sync({ merging: content.merging, pulled: store.refresh })
  const { issues } = content
  const newsletter = createNewsletter({
    ...guarded,
    mail: env.mail,
    issues,
    recipients: subscribers.recipients,
  })
  const imports = createImports({
    ...guarded,
    site: { ...content, refresh: store.refresh },
    program: beside('./import-process.js'),
  })
  const words = () => {
    const settings = state.site.settings()
    return { language: settings.language, text: siteTextsOf(settings) }
  }
  const app = mountRoutes({
    ...guarded,
    headers,
    settings: () => state.site.settings(),
    redirect: (address) => state.site.redirect(address),
    words,
    accounts,
    subscribers,
    content,
    media,
    imports,
    pages,
    newsletter,
    analysis: createAnalysis({ ...guarded, site: state.site, readFile: content.readFile }),
    dashboard: createDashboard({
      ...guarded,
      content: { ...store, ...state },
      git,
      subscribers,
      newsletter,
    }),
    search: searchApi(search, gate),
    status: siteStatus({ state, git, problems, sync }),
    sync,
  })
  metrics?.watch({ lane, texts, content, media, newsletter, subscribers, pageCache, sync })
  const features = {
    pages,
    sync,
    newsletter,
    people,
    imports,
    lane,
    content,
    search,
    texts,
    sounds,
    git,
  }
  return { app, words, ownWrites, ...runFeatures(features, { cdn, problems, replicas }) }
}
