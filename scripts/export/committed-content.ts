import { contentTypes } from '#domain/content.ts'
import {
  entryAddress,
  type ItemRecord,
  wordlessAddresses,
} from '../../server/content/catalog/redirects.ts'
import { buildSiteState } from '../../server/content/catalog/site-state.ts'
import { loadRevision } from '../../server/content/read/loading.ts'
import { EnvError } from '../../server/env/env-error.ts'
import type { Env } from '../../server/env.ts'
import { createGitFiles } from '../../server/git/files/git-files.ts'
import { findRepository } from '../../server/git/read/find-repository.ts'
import { openRepository } from '../../server/git/read/open-repository.ts'

export type ExportEnv = Pick<
  Env,
  'contentDir' | 'dataDir' | 'databaseUrl' | 'gitBranch' | 'gitWrite'
>

/**
 * The content as the site shows it: what is committed on its branch. Throws EnvError when there is
 * no repository, or no commit in it.
 */
export async function readCommittedContent({ contentDir, gitBranch }: ExportEnv, now: Date) {
  if (!(await findRepository(contentDir)))
    throw new EnvError(`${contentDir} is in no git repository; start the site once to create one.`)
  const repository = await openRepository({ contentDir, branch: gitBranch })
  try {
    const files = createGitFiles(repository)
    const revision = files.revision()
    if (revision === null) throw new EnvError(`The repository of ${contentDir} has no commit yet.`)
    const loaded = await loadRevision(files, revision, null)
    const state = buildSiteState({ ...loaded, times: new Map(), now })
    const { redirects } = state.redirects.get()
    const published = contentTypes.flatMap(
      (type): ReadonlyArray<ItemRecord> => state[type].published,
    )
    const addresses = new Set(published.map(({ entry }) => entryAddress(entry)))
    const wordless = wordlessAddresses(
      published,
      (address) => addresses.has(address) || redirects.has(address),
    )
    return {
      /** Old addresses and the present ones, in the order of the old ones. */
      redirects: [...redirects, ...state.derivedAddresses.get(), ...wordless].sort(
        ([one], [other]) => (one < other ? -1 : 1),
      ),
      downloads: state.downloads.get().downloads.map(({ download }) => download),
      issues: state.newsletters.published.map(({ entry }) => entry.item),
      settings: state.settings,
      /** The commit that was read. */
      revision,
      state,
      read: files.read,
      close: () => repository.close(),
    }
  } catch (error) {
    repository.close()
    throw error
  }
}

export type CommittedContent = Awaited<ReturnType<typeof readCommittedContent>>
