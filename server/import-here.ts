import path from 'node:path'
import { isImportMessage } from '#domain/import/commit-message.ts'
import type { FieldValues } from '#domain/import/entry.ts'
import type { ImportProgress } from '#domain/import/report.ts'
import { sourceKey } from '#domain/item/source-key.ts'
import { itemAddress } from '#domain/item/types.ts'
import { downloadFile } from '#domain/media.ts'
import { pageAddress } from '#domain/page-address.ts'
import { keyOfLabel } from '#domain/slug.ts'
import { isSoundPath } from '#domain/sound.ts'
import {
  categoryArchive,
  normalAddress,
  ownAddresses,
  tagSearch,
} from './content/catalog/redirects.ts'
import { buildSiteState } from './content/catalog/site-state.ts'
import { parseSafeYaml } from './content/frontmatter/safe-yaml.ts'
import { checkText } from './content/markdown/limits.ts'
import { derivedId, settingsPath } from './content/read/file-kind.ts'
import { loadRevision } from './content/read/loading.ts'
import { readingRules, readingVocabulary } from './content/read/reading-rules.ts'
import { newFile } from './content/save/content-text.ts'
import { withAdded } from './content/save/settings.ts'
import { changeBack } from './content/save/undo-commit.ts'
import type { Env } from './env.ts'
import { createGitFiles } from './git/files/git-files.ts'
import { firstCommits } from './git/foreign/first-commits.ts'
import { commitChanges } from './git/history/history-of.ts'
import { effectiveConfig } from './git/read/config.ts'
import { openRepository } from './git/read/open-repository.ts'
import { personOf } from './git/write/commit-text.ts'
import { createWriteLane } from './git/write/write-lane.ts'
import { createImport } from './import/create-import.ts'
import { drawDrawing } from './import/draw-drawing.ts'
import { ImportRefused } from './import/import-refused.ts'
import { plainDownload } from './import/plain-download.ts'
import type { Imported } from './import/plan-entries.ts'
import { readStagedPlan, type StagedPlan, stagedChanges } from './import/staged-plan.ts'
import { downloadName, pictureName, soundName } from './media/media-catalogue.ts'
import { createSharpLoader } from './media/media-library.ts'
import { isDrawing } from './media/picture-facts.ts'
import { preparePicture } from './media/prepare-picture.ts'
import { formatOfSound } from './media/sounds/sound-format.ts'
import { soundTasks } from './media/sounds/sound-tasks.ts'
import type { ContentFiles } from './platform/content-files.ts'
import { createSafeFetch } from './platform/safe-fetch.ts'

interface HereParts {
  env: Pick<Env, 'contentDir' | 'dataDir' | 'gitBranch' | 'gitWrite'>
  /** Who makes the commit; null for the person in git's settings. */
  author: { name: string; email: string } | null
  /** Whether pictures are fetched from the old site. */
  fetches: boolean
}

/** A dry run reads the repository only. */
type DryRunParts = Pick<HereParts, 'fetches'> & {
  env: Pick<Env, 'contentDir' | 'dataDir' | 'gitBranch'>
}

/**
 * The import of this checkout, in a process of its own: beside a running server it commits as any
 * other program that uses git's locks, and the server shows the commit. Throws ImportRefused where
 * saves go through a remote.
 */
export async function importHere({ env, author, fetches }: HereParts) {
  if (env.gitWrite === 'through')
    throw new ImportRefused(
      'With GIT_WRITE=through, import in a clone of the repository (npm run import there), and push.',
    )
  const { repository, files, dryRuns } = await openForImport({ env, fetches })
  const lane = createWriteLane(repository, {
    now: () => new Date(),
    log: { warn: (details, message) => console.error(message, details) },
  })
  await lane.recover()
  const person = author ?? personOf(await effectiveConfig(repository))
  return {
    ...dryRuns,
    /**
     * Commits what `prepare` has prepared in `stage`, as one commit; null when there is nothing
     * new. `willCommit` is called before the branch moves, which waits for the promise. Throws
     * ImportRefused and the errors of the write lane.
     */
    async commit(
      stage: string,
      progress?: (progress: ImportProgress) => void,
      willCommit?: (commit: string) => Promise<void>,
    ): Promise<string | null> {
      const plan = await readStagedPlan(stage)
      if (plan.files.length === 0) return null
      if (files.revision() !== plan.revision) await dryRuns.check(stage)
      const changes = await stagedChanges(stage, plan, progress)
      const { categories, formerCategories } = plan.settings
      const isChanged = categories.length > 0 || Object.keys(formerCategories).length > 0
      const settings = isChanged ? [await settingsChange(files, plan.settings)] : []
      const request = {
        changes: [...settings, ...changes],
        message: plan.message,
        author: person,
        ...(willCommit && { willCommit }),
      }
      return (await lane.commit(request)).commit
    },
    /**
     * Takes an import back with a commit of its own. Throws ImportRefused when one of its files has
     * changed since.
     */
    async undo(commit: string): Promise<string | null> {
      const found = (await lane.made(commit)) ? await commitChanges(repository, commit) : null
      if (!found || !isImportMessage(found.message))
        throw new ImportRefused('There is no such import.')
      const settings = await settingsBlob(files)
      const changes = await Promise.all(
        found.changes.map((change) => changeBack(change, settings, files.read)),
      )
      const message = `Undo: ${found.message.split('\n')[0]}`
      return (await lane.commit({ changes, message, author: person })).commit
    },
    async close() {
      await lane.close()
      repository.close()
    },
  }
}

/** Dry runs of this checkout: they read the repository and write nothing to it. */
export async function dryRunsHere(parts: DryRunParts) {
  const { repository, dryRuns } = await openForImport(parts)
  return { ...dryRuns, close: () => repository.close() }
}

async function openForImport({ env, fetches }: DryRunParts) {
  const repository = await openRepository({
    contentDir: env.contentDir,
    branch: env.gitBranch,
  })
  const now = () => new Date()
  const files = createGitFiles(repository)
  const loadSharp = createSharpLoader()
  const safeFetch = createSafeFetch({ maxBytes: 25 * 1024 * 1024, timeoutMs: 15_000 })
  const dryRuns = createImport({
    firstCommits,
    parseYaml: (text) => parseSafeYaml(text).data as FieldValues,
    checkText,
    load: () => loadContent(files, now()),
    async take(bytes, name) {
      const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      if (downloadFile.test(name)) return { bytes: plainDownload(given), name: downloadName(name) }
      const source = isDrawing(given) ? await drawDrawing(given) : given
      const format = formatOfSound(source)
      if (format === null && !isSoundPath(name)) {
        const picture = await preparePicture(source, loadSharp)
        return { bytes: picture.bytes, name: pictureName(name, picture.format) }
      }
      const plain = format && soundTasks.plainSound(source)
      if (!format || !plain)
        throw new ImportRefused('This file is not a sound that the site can serve.')
      return { bytes: plain, name: soundName(name, format) }
    },
    fetchPublic: fetches ? (url) => safeFetch(url, new AbortController().signal) : null,
    cacheDir: path.join(env.dataDir, 'cache', 'import'),
    now,
  })
  return { repository, files, dryRuns }
}

/** `site.yaml` with what an import adds, as it is now. Throws SaveRefused. */
async function settingsChange(files: ContentFiles, added: StagedPlan['settings']) {
  const expected = await settingsBlob(files)
  return {
    path: settingsPath,
    bytes: withAdded(expected === null ? null : await files.read(expected), added),
    expected,
  }
}

async function settingsBlob(files: ContentFiles): Promise<string | null> {
  const revision = files.revision()
  const listed = revision === null ? [] : await files.list(revision)
  return listed.find(({ path: file }) => file === settingsPath)?.blob ?? null
}

async function loadContent(files: ContentFiles, now: Date) {
  const revision = files.revision()
  const loaded =
    revision === null
      ? await loadRevision({ ...files, list: async () => [] }, 'none', null)
      : await loadRevision(files, revision, null)
  const state = buildSiteState({ ...loaded, times: new Map(), now })
  const paths = new Set([...loaded.records.keys()].map((file) => file.toLowerCase()))
  const slugs = new Set<string>()
  const imported = new Map<string, { path: string; address: string; title: string }>()
  for (const { path: file, blob, entry } of loaded.records.values()) {
    if (!entry || entry.kind === 'downloads') continue
    const [address, title] =
      entry.kind === 'pages'
        ? [pageAddress(entry.name), entry.title]
        : [itemAddress(entry.kind, entry.item), entry.item.title]
    slugs.add(`${entry.kind}/${entry.kind === 'pages' ? entry.name : entry.item.slug}`)
    for (const alias of entry.aliases)
      slugs.add(normalAddress(alias).replace(/^\/article\//, 'articles/'))
    const source = sourceIn(await files.read(blob))
    if (source !== null) imported.set(source, { path: file, address, title })
  }
  const { stored: categories, normalize } = readingVocabulary(loaded.settings).categories
  const isSiteAddress = ownAddresses(categories)
  return {
    revision,
    timeZone: loaded.settings.timeZone,
    knowsAuthor: (named: string) => state.authors.get().find(named) !== null,
    writeText: (
      type: Imported,
      file: string,
      fields: Readonly<Record<string, unknown>>,
      markdown: string,
    ) => newFile(type, file, fields, markdown, readingRules(loaded.settings)),
    isFree: (file: string) => !paths.has(file.toLowerCase()),
    isFreeSlug: (type: Imported, slug: string) => !slugs.has(`${type}/${slug}`),
    imported,
    nextIssue: 1 + Math.max(0, ...state.newsletters.all.map(({ entry }) => entry.item.issueNumber)),
    categories,
    hasCategory: (name: string) => normalize(name) !== null,
    language: loaded.settings.language,
    isOwnAddress: (address: string) => isSiteAddress(normalAddress(address)),
    leadsWith({ categories: added, formerCategories }: StagedPlan['settings']) {
      const isOwnThen = ownAddresses([...categories, ...added.map(({ key }) => key)])
      const more = { ...loaded.settings.formerCategories, ...formerCategories }
      const then = readingVocabulary({ ...loaded.settings, formerCategories: more }).categories
        .normalize
      const known = (name: string) =>
        then(name) ?? added.find(({ key }) => key === keyOfLabel(name))?.key ?? null
      return (address: string) => {
        const plain = normalAddress(address)
        return isOwnThen(plain) || (tagSearch(plain) ?? categoryArchive(plain, known)) !== null
      }
    },
    media: new Map(
      [...loaded.records.values()]
        .filter(({ path: file }) => file.startsWith('media/'))
        .map(({ path: file, blob }) => [blob, file]),
    ),
    addressOf: (type: Imported, file: string, slug: string) =>
      type === 'pages'
        ? pageAddress(slug)
        : itemAddress(type, { id: derivedId(file.slice(type.length + 1)), slug }),
  }
}

/** The `importedFrom` of a file; null without one. */
function sourceIn(bytes: Uint8Array): string | null {
  const head = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.byteLength, 33_000),
  ).toString('utf8')
  const line = new RegExp(`^${sourceKey}: .{1,4000}$`, 'm').exec(head)?.[0]
  if (line === undefined) return null
  try {
    return String(parseSafeYaml(line).data[sourceKey] ?? '') || null
  } catch {
    // A line of a body that only looks like the key.
    return null
  }
}
