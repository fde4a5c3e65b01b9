import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBodyProblems } from './content/body-problems.ts'
import { createBodyRenderer } from './content/markdown/body-renderer.ts'
import { createMediaUses } from './content/media-uses.ts'
import { createContentStore } from './content/store.ts'
import type { Env } from './env.ts'
import { createGitFiles } from './git/files/git-files.ts'
import { createWorkingTreeFiles } from './git/files/working-tree-files.ts'
import type { Repository } from './git/read/open-repository.ts'
import { createMediaLibrary } from './media/media-library.ts'
import { build } from './platform/build-id.ts'
import type { Log } from './platform/log.ts'
import { createSiteSearch } from './site-search.ts'

/**
 * Joins what reads the repository: its files, the content, rendered texts, pictures and the search. `cacheDir` is the folder for what can be computed
 * again; `beside` gives the address of a file beside the bundle's entry. The content is empty until its `ready` resolves.
 */
export async function joinContent(parts: {
  env: Env
  repository: Repository
  siteUrl: string
  cacheDir: string
  /** How often a download was taken, as pages show it. */
  downloadCount: (id: number) => number
  beside(name: string): URL
  now: () => Date
  log: Log
}) {
  const { env, repository, siteUrl, cacheDir, downloadCount, beside, now, log } = parts
  const pathsOf = (blob: string) => [...content.files()].flatMap((file) => (file.blob === blob ? [file.path] : []))
  const files = env.development ? await createWorkingTreeFiles(repository) : createGitFiles(repository, pathsOf)
  // The three need each other: pictures are found through the content, bodies carry the sizes of pictures, the content renders bodies.
  const media = createMediaLibrary({
    files: { blobAt: (name) => content.blobAt(name), read: files.read },
    cacheDir,
    report: (error) => log.warn({ err: error }, 'the cache of pictures is out of order'),
  })
  const bodies = createBodyRenderer({
    engine: { kind: 'thread', workerUrl: beside('./worker.js') },
    cacheDir,
    dimensions: (address) => media.dimensions(address),
    report: (error) => log.warn({ err: error }, 'the cache of bodies is out of order'),
    refused: (key, error) => bodyProblems.refused(key, error),
  })
  const content = createContentStore({
    files,
    cacheDir,
    now,
    renderBody: bodies.showSoon,
    mentions: (blob) => uses.mentions(blob),
    search: (query) => search.query(query),
    downloadCount,
    log,
    build,
  })
  const bodyProblems = createBodyProblems({
    files: content.files,
    read: files.read,
    size: files.size,
    renderBody: bodies.show,
  })
  const uses = createMediaUses({ store: content, read: files.read, siteUrl })
  const search = createSiteSearch({
    content: () => content,
    read: files.read,
    workerUrl: beside('./search-worker.js'),
    builtDir: fileURLToPath(beside('../search')),
    keptDir: path.join(cacheDir, 'search'),
    now,
    log,
  })
  return { files, media, bodies, content, bodyProblems, uses, search }
}
