import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { counted } from '#domain/count-words.ts'
import { type SampleSurvey, samplesMessage, sampleTexts } from '#domain/samples.ts'
import { createMediaUses } from '../server/content/catalog/media-uses.ts'
import { buildSiteState } from '../server/content/catalog/site-state.ts'
import { loadRevision } from '../server/content/read/loading.ts'
import { findSamples } from '../server/content/samples/find-samples.ts'
import { EnvError } from '../server/env/env-error.ts'
import { type Env, readEnv } from '../server/env.ts'
import { createGitFiles } from '../server/git/files/git-files.ts'
import { effectiveConfig } from '../server/git/read/config.ts'
import { openRepository, type Repository } from '../server/git/read/open-repository.ts'
import { personOf } from '../server/git/write/commit-text.ts'
import { createWriteLane } from '../server/git/write/write-lane.ts'
import { RefusedError, RepositoryError } from '../server/platform/errors.ts'
import { runCommand } from './run-command.ts'

const usage = 'Usage: npm run samples:remove -- [--confirm]'

/**
 * Says which samples of the product the site has, and removes those that nobody has changed with
 * `--confirm`, in one commit. Returns the exit code.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { confirm: { type: 'boolean', default: false } } })
  if (existsSync('.env')) process.loadEnvFile()
  const env = readEnv(process.env, process.cwd())
  if (env.gitWrite === 'through')
    throw new EnvError(
      'With GIT_WRITE=through, remove the samples on the dashboard of the admin, or in a clone.',
    )
  try {
    const repository = await openRepository({
      contentDir: env.contentDir,
      branch: env.gitBranch,
    })
    try {
      return await removeSamples(repository, env, values.confirm)
    } finally {
      repository.close()
    }
  } catch (error) {
    if (!(error instanceof RefusedError || error instanceof RepositoryError)) throw error
    console.error(error.message)
    return 1
  }
}

async function removeSamples(
  repository: Repository,
  env: Env,
  isConfirmed: boolean,
): Promise<number> {
  const { removed, survey } = await samplesIn(repository, env)
  for (const line of linesOf(survey)) console.log(line)
  if (removed.length === 0) return 0
  if (!isConfirmed) {
    console.log('Nothing was changed. Run the same command with --confirm to do it.')
    return 0
  }
  const lane = createWriteLane(repository, {
    now: () => new Date(),
    log: { warn: (details, message) => console.error(message, details) },
  })
  try {
    await lane.recover()
    const author = personOf(await effectiveConfig(repository))
    const changes = removed.map(({ path, blob }) => ({ path, bytes: null, expected: blob }))
    const { commit } = await lane.commit({ changes, message: samplesMessage, author })
    console.log(
      `They were removed by the commit ${commit}. To bring them back: git revert ${commit}`,
    )
    return 0
  } finally {
    await lane.close()
  }
}

/** The samples in the newest commit of the site. */
async function samplesIn(repository: Repository, env: Env) {
  const files = createGitFiles(repository)
  const revision = files.revision()
  if (revision === null) throw new RepositoryError(`${env.contentDir} has no commit yet.`)
  const loaded = await loadRevision(files, revision, null)
  const { records, settings } = loaded
  const state = buildSiteState({ ...loaded, times: new Map(), now: new Date() })
  const siteUrl = env.siteUrl ?? `http://localhost:${env.port}`
  const store = { files: () => records.values(), revision: () => revision, state: () => state }
  const uses = createMediaUses({ store, siteUrl })
  return findSamples({
    store,
    read: files.read,
    uses,
    settings: () => settings,
    siteUrl,
  })
}

/** The survey in words. */
function linesOf(survey: SampleSurvey): Array<string> {
  const { texts, files, changed, used, links, categories, series } = survey
  if (sampleTexts(survey) === 0)
    return ['The site has no unchanged sample.', ...listed('Changed, so they stay', changed)]
  const kinds = [
    counted(texts.articles, 'article', 'articles'),
    counted(texts.news, 'news item', 'news items'),
    counted(texts.newsletters, 'newsletter', 'newsletters'),
    counted(texts.downloads, 'download', 'downloads'),
  ]
  return [
    `Unchanged samples: ${kinds.join(', ')}, and ${counted(files, 'file', 'files')} that only they use.`,
    ...listed('Changed, so they stay', changed),
    ...listed('Used by something else, so they stay', used),
    ...listed(
      'These lead to a sample',
      links.map(({ path, to }) => `${path}: ${to.join(', ')}`),
    ),
    ...listed('Categories without another article', categories),
    ...listed('Series that lose parts', series),
  ]
}

function listed(title: string, lines: ReadonlyArray<string>): Array<string> {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `- ${line}`)]
}

await runCommand(usage, main)
