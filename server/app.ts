import type { Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import wordList from 'word-list'
import type { ContentType } from '#domain/content.ts'
import { siteTextsOf } from '#domain/site/profile-of.ts'
import { vocabularyOf } from '#domain/site/vocabulary.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { createAnalysis } from './analysis/create-analysis.ts'
import { typedText } from './content/api/drafts-api.ts'
import { createContent } from './content/create-content.ts'
import { welcomeText } from './content/read/welcome-text.ts'
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

type Foundation = Awaited<ReturnType<typeof createFoundation>>
type Content = ReturnType<typeof createContent>
type Accounts = Awaited<ReturnType<typeof createPeople>>['accounts']

interface AppOptions extends FoundationOptions {
  headers: ReadonlyArray<Header>
  /** Null in development. */
  pageCache: PageCache | null
  server: Server
  /** The repository, if the start has found one. */
  place?: RepositoryPlace | null
}

/** Creates the site: its features, and the routes to them. Resolves when the content is loaded. */
export async function createApp(options: AppOptions) {
  const features = await createFeatures(options)
  const { shared, replicas, cdn, git, content, people, search, newsletter, sync } = features
  const { accounts, subscribers } = people
  const { store, state } = content
  const guarded = { ...shared, gate: accounts.gate }
  const words = () => wordsOf(state.site.settings())
  if (cdn) store.onChange(cdn.changed)
  const app = mountRoutes({
    ...guarded,
    ...features,
    headers: options.headers,
    settings: () => state.site.settings(),
    redirect: (address) => state.site.redirect(address),
    words,
    accounts,
    subscribers,
    analysis: createAnalysis({ ...guarded, site: state.site, readFile: content.readFile }),
    dashboard: createDashboard({
      ...guarded,
      content: { ...store, ...state },
      git,
      subscribers,
      newsletter,
      people: accounts.firstHour,
    }),
    search: searchApi(search, guarded.gate),
    status: siteStatus({ ...shared, state, git, sync }),
  })
  const { metrics, pageCache } = options
  metrics?.watch({ ...features, subscribers, pageCache })
  return {
    app,
    words,
    ownWrites: features.ownWrites,
    ...runFeatures(features, { cdn, problems: shared.problems, replicas }),
  }
}

/** Creates every feature and connects them. */
async function createFeatures(options: AppOptions) {
  const { pageCache, server, beside } = options
  const { shared, replicas, sounds } = await createFoundation(options)
  const { env, stores, log } = shared
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
    ...mailersOf(shared),
    ...contentForPeople(() => content),
    idempotency: createIdempotency({
      ...shared,
      ...ownWrites,
      records: stores.rememberedWrites,
      made: lane.made,
    }),
    removeTexts: git.drafts.removeAll,
    typedText: (...item) => typedText(git.drafts, ...item),
    listHeaders: listUnsubscribeHeaders,
    welcome: (...links) => newsletter.welcome(...links),
    renderPage: (url, subscriptionLink) => pages.render(url, { subscriptionLink }),
  })
  const guarded = { ...shared, gate: people.accounts.gate }
  const content = createContent({
    ...guarded,
    drafts: git.drafts,
    repository: { ...history, files, made: lane.made, save: lane.save },
    pictureSize: (address) => media.dimensions(address),
    soundFacts: (address) => media.soundFacts(address),
    search: (query, literal, filters) => search.query(query, literal, filters),
    firstRead: (...read) => search.firstRead(...read),
    renderPage: (url) => pages.render(url),
  })
  const { store, state } = content
  const media = createMedia({
    ...guarded,
    files,
    runSoundTask: sounds.run,
    folder: mediaFolder(content, people.accounts),
    deleted: () => history.deletedFiles('media'),
  })
  const search = new ContentSearch({
    ...shared,
    content: { ...store, textsOf: content.textsOf },
    ...searchFiles(beside, shared.cacheDir),
    loaded: content.ready(),
  })
  await content.ready()
  store.onChange((change) => search.changed(change))
  pageCache?.attach(state)
  const cdn = env.cdnPurge && createCdnPurge({ ...env.cdnPurge, log })
  const pages = createPages({
    ...shared,
    accounts: people.accounts,
    beside,
    cache: pageCache,
    content: { ...state, onChange: store.onChange },
    devServer: env.development ? server : null,
    words: () => wordsOf(state.site.settings()),
  })
  const sync = await git.sync({ merging: content.merging, pulled: store.refresh })
  const newsletter = createNewsletter({
    ...guarded,
    mail: env.mail,
    issues: content.issues,
    welcomeText: () => welcomeText(content.readFile),
    recipients: people.subscribers.recipients,
  })
  const imports = createImports({
    ...guarded,
    site: { ...content, refresh: store.refresh },
    program: beside('./import-process.js'),
  })
  return {
    shared,
    replicas,
    ownWrites,
    cdn,
    pages,
    sync,
    newsletter,
    people,
    imports,
    lane,
    content,
    media,
    search,
    texts: shared.texts,
    sounds,
    git,
  }
}

/** Mails to people, reported by what they are for. */
function mailersOf({ env: { mail }, telemetry }: Foundation['shared']) {
  return {
    mail: mail && reportedMailer(createMailer(mail), 'confirmation', telemetry),
    accountMailers: mail && {
      links: reportedMailer(createMailer(mail), 'reset', telemetry),
      notices: reportedMailer(createMailer(mail), 'notice', telemetry),
    },
  }
}

/** What the people's feature asks the content for. */
function contentForPeople(content: () => Content) {
  const settings = () => content().store.reader.settings()
  return {
    settings,
    siteName: () => settings().name,
    vocabulary: () => vocabularyOf(settings()),
    itemState(type: ContentType, id: number) {
      const stored = content().store.one(type, id)
      return stored && { title: stored.item.title, status: stored.status }
    },
    downloadLinkFor: (id: number) => content().downloads.linkFor(id),
  }
}

/** The content folder, as the media feature uses it. */
function mediaFolder(content: Content, { sharedDraft }: Accounts) {
  return {
    ...content.store,
    ...content,
    uses: content.pictureUses,
    async isShared(token: string, file: string) {
      const link = await sharedDraft(token)
      return link !== null && content.itemShows(link.type, link.item, file)
    },
  }
}

/** Where the search has its index and its words. */
function searchFiles(beside: AppOptions['beside'], cacheDir: string) {
  return {
    workerUrl: beside('./search-worker.js'),
    builtDir: fileURLToPath(beside('../search')),
    storedDir: path.join(cacheDir, 'search'),
    wordList,
  }
}

/** The words of the site, for answers in its language. */
function wordsOf(settings: SiteSettings) {
  return { language: settings.language, text: siteTextsOf(settings) }
}
