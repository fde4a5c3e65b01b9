import path from 'node:path'
import { type ImportKind, importMapping } from '#domain/import/mapping.ts'
import type { ImportProgress, ImportReport } from '#domain/import/report.ts'
import { importHere } from '../server/import-here.ts'
import { type ExportFiles, writeFiles } from './sample-exports.ts'
import {
  type TemporaryRepository,
  temporaryFolder,
  temporaryRepository,
} from './temp-repository.ts'

/** A repository with an empty site, and a folder for exports. */
export interface ImportSite extends AsyncDisposable {
  repository: TemporaryRepository
  /** Writes an export; returns its path. */
  write(name: string, files: ExportFiles): Promise<string>
  /**
   * A dry run and its commit, of an export that is written before, or of these files. `mapping` as
   * in `import-map.yaml`.
   */
  import(
    system: ImportKind,
    file: string | ExportFiles,
    mapping?: object,
  ): Promise<{ report: ImportReport; commit: string | null }>
  /** The dry run alone. */
  dryRun(
    system: ImportKind,
    file: string,
    mapping?: object,
    progress?: OnProgress,
    sitemap?: string,
  ): Promise<ImportReport>
  undo(commit: string): Promise<void>
  /** The text of a file in the content folder. */
  text(file: string): Promise<string>
  /** The paths of all committed files in the content folder but `site.yaml`. */
  files(): Promise<Array<string>>
  dataDir: string
}

type OnProgress = (progress: ImportProgress) => void

/**
 * The import of a site as `npm run import` does it, without the start of a process for each step.
 */
export function importInto(contentDir: string, dataDir: string) {
  return importHere({
    env: { contentDir, dataDir, gitBranch: null, gitWrite: 'checkout' },
    author: { name: 'Wren Writer', email: 'wren@example.org' },
    fetches: false,
  })
}

/** An empty site to import into, without the server. */
export async function importSite(): Promise<ImportSite> {
  const repository = await temporaryRepository()
  await repository.write('content/site.yaml', 'name: New Garden\n')
  await repository.commit('Site')
  const folder = await temporaryFolder()
  const here = await importInto(repository.path('content'), path.join(folder.path, 'data'))
  let runs = 0
  const prepared = async (
    system: ImportKind,
    file: string,
    mapping: object,
    progress: OnProgress = () => {},
    sitemap?: string,
  ) => {
    runs += 1
    const stage = path.join(folder.path, `stage-${runs}`)
    await writeFiles(stage, { '.keep': '' })
    const order = { system, file, stage, mapping: importMapping.parse(mapping), progress, sitemap }
    return { stage, report: await here.prepare(order) }
  }
  async function write(name: string, files: ExportFiles) {
    const whole = path.join(folder.path, name)
    await writeFiles(whole, files)
    const [only = '', ...others] = Object.keys(files)
    return others.length === 0 ? path.join(whole, only) : whole
  }
  return {
    repository,
    dataDir: path.join(folder.path, 'data'),
    write,
    async import(system, file, mapping = {}) {
      const source = typeof file === 'string' ? file : await write(`export-${runs}`, file)
      const { stage, report } = await prepared(system, source, mapping)
      return { report, commit: await here.commit(stage) }
    },
    dryRun: async (system, file, mapping = {}, progress, sitemap) =>
      (await prepared(system, file, mapping, progress, sitemap)).report,
    async undo(commit) {
      await here.undo(commit)
    },
    text: (file) => repository.git('show', `HEAD:content/${file}`),
    async files() {
      const listed = await repository.git('ls-tree', '-r', '-z', '--name-only', 'HEAD', 'content/')
      return listed
        .split('\0')
        .filter((file) => file !== '' && file !== 'content/site.yaml')
        .map((file) => file.slice('content/'.length))
    },
    async [Symbol.asyncDispose]() {
      await here.close()
      await repository[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}
