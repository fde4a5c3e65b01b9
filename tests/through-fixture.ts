import path from 'node:path'
import { type GitServer, gitServer } from './git-server.ts'
import { type SiteProcess, startSite } from './running-site.ts'
import { type Administrator, admin, signIn } from './signed-in-site.ts'
import { type SiteHere, startHere } from './site-here.ts'
import { git, repositoryAt, type TemporaryRepository, temporaryFolder } from './temp-repository.ts'

export const token = 't0ken-that-nobody-sees'

/** A server of the site with its own clone, and a signed-in administrator. */
export interface Replica extends SiteProcess {
  ada: Administrator
  folder: string
}

/** The same in the process of the test, for all but its end. */
export interface ReplicaHere extends SiteHere {
  ada: Administrator
  folder: string
}

/** One database, one remote on a git server, and any number of replicas. */
export interface ThroughWorld extends AsyncDisposable {
  server: GitServer
  /** The bare repository behind the server. */
  bare: string
  writer: TemporaryRepository
  folder: string
  /** The number of pushes to the remote so far. */
  pushes(): number
  /** The settings of a replica. */
  env(name: string): Record<string, string>
  /** Starts a replica; with the name of an earlier one, in its folder. */
  replica(name: string, env?: Record<string, string>): Promise<Replica>
  replicaHere(name: string, env?: Record<string, string>): Promise<ReplicaHere>
}

/**
 * A remote with these files below `content/`, a writer, and a database that is empty at the start.
 */
export async function throughWorld(
  databaseUrl: string,
  files: Record<string, string>,
): Promise<ThroughWorld> {
  const folder = await temporaryFolder()
  const at = (name: string) => path.join(folder.path, name)
  await git(folder.path, ['init', '-q', '--bare', 'remote.git'])
  await git(folder.path, ['clone', '-q', at('remote.git'), 'writer'])
  const writer = repositoryAt(at('writer'))
  for (const [name, text] of Object.entries(files)) await writer.write(`content/${name}`, text)
  await writer.commit('Content')
  await writer.git('push', '-q', 'origin', 'main')
  const server = await gitServer(folder.path, { credentials: `x-access-token:${token}` })
  const running: Array<SiteProcess> = []
  const here: Array<SiteHere> = []
  // The replicas share their sessions.
  let session: string | null = null
  const env = (name: string) => ({
    ...admin,
    DATABASE_URL: databaseUrl,
    GIT_WRITE: 'through',
    GIT_REMOTE: server.urlOf('remote.git'),
    GIT_TOKEN: token,
    CONTENT_DIR: at(`${name}/content`),
    DATA_DIR: at(`${name}/data`),
    SITE_URL: 'http://localhost:3000',
  })
  return {
    server,
    bare: at('remote.git'),
    writer,
    folder: folder.path,
    env,
    pushes: () =>
      server.requests.filter((one) => one.startsWith('POST ') && one.endsWith('/git-receive-pack'))
        .length,
    async replica(name, more = {}) {
      const site = await startSite({ ...env(name), ...more }, folder.path)
      running.push(site)
      try {
        return { ...site, ada: await signIn(site), folder: at(name) }
      } catch (error) {
        // It would hold the lock of its folder against the next attempt.
        await site.stop('SIGKILL')
        throw error
      }
    },
    async replicaHere(name, more = {}) {
      const site = await startHere({ ...env(name), ...more })
      here.push(site)
      const ada = await signIn({ url: site.url, session })
      session = ada.cookie
      return { ...site, ada, folder: at(name) }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(here.map((site) => site.stop()))
      await Promise.all(running.map((site) => site.stop('SIGKILL')))
      await server[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}
