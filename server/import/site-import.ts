import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import type { ImportKind } from '#domain/import/mapping.ts'
import {
  exportMaxBytes,
  type ImportPart,
  type ImportState,
  type importDecisions,
  type importStart,
} from '#domain/import/state.ts'
import { HttpError } from '../http/http-error.ts'
import type { Author, Saver } from '../http/mount-calls.ts'
import { messageOf } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { newSecret } from '../platform/secrets.ts'
import { refuseWithoutRoom } from './disk-room.ts'
import { safeName, writePart } from './export-file.ts'
import { changedSinceImport } from './import-refused.ts'
import { type ImportPlaces, type ImportTask, startImportRun } from './import-run.ts'
import { changeMapping } from './map-file.ts'
import { commentsFile, readReportPage } from './stored-report.ts'

export interface SiteImportParts {
  env: Pick<ImportPlaces, 'contentDir' | 'gitBranch'> & { gitWrite: 'checkout' | 'through' }
  dataDir: string
  /** The content of the site, as far as an import in the server needs it. */
  site: {
    /** Shows the newest commit. */
    refresh(): Promise<void>
    /** Takes a commit back with a new one. `changed`: files that others have changed since. */
    undo(
      commit: string,
      by: Saver,
    ): Promise<
      { kind: 'undone' } | { kind: 'missing' } | { kind: 'moved'; changed: ReadonlyArray<string> }
    >
  }
  /** The program of `startImportRun`. */
  program: URL
  log: Log
}

interface Order {
  id: string
  system: ImportKind
  file: string
  by: string
}

type Of<Kind extends ImportState['kind']> = Extract<ImportState, { kind: Kind }>
const ofOneServer =
  'With GIT_WRITE=through, several servers may share this site, and an export would be at one of them only: run npm run import in a clone of the repository, and push.'

/**
 * The import of the site: one at a time, in the folder `import` of the data folder, which a start
 * empties.
 */
export class SiteImport {
  readonly #parts: SiteImportParts
  readonly #folder: string
  readonly #mapFile: string
  state: ImportState = { kind: 'none' }
  #run: ReturnType<typeof startImportRun> | null = null
  #runs = 0
  /** Writes of parts, one after the other. */
  #writing: Promise<unknown> = Promise.resolve()

  constructor(parts: SiteImportParts) {
    this.#parts = parts
    this.#folder = path.join(parts.dataDir, 'import')
    this.#mapFile = path.join(parts.dataDir, 'import-map.yaml')
    if (parts.env.gitWrite === 'through') this.state = { kind: 'unavailable', reason: ofOneServer }
  }

  list(part: ImportPart, page: number) {
    return readReportPage(this.#stage, part, page)
  }

  /** The file with the comments of readers in the export. Throws HttpError 404 without any. */
  comments(): string {
    if (!('report' in this.state) || this.state.report.comments === 0)
      throw new HttpError(404, 'There are no comments of readers.')
    return path.join(this.#stage, commentsFile)
  }

  /** Begins to receive an export. */
  async begin({ system, file, size }: z.infer<typeof importStart>, person: Author) {
    this.#checkStart(size)
    const id = newSecret()
    this.state = { kind: 'receiving', id, system, file, by: person.name, received: 0, size }
    try {
      await this.#clear()
      await mkdir(path.join(this.#folder, id), { recursive: true, mode: 0o700 })
      await refuseWithoutRoom(this.#folder, size)
    } catch (error) {
      this.state = { kind: 'none' }
      throw error
    }
    return this.state
  }

  /** Adds a part of the export at its place. After the last one, the dry run begins. */
  receive(part: { id: string; offset: number }, bytes: Buffer): Promise<ImportState> {
    const added = this.#writing.then(() => this.#add(part, bytes))
    this.#writing = added.catch(() => undefined)
    return added
  }

  async remap({ id, mapping, sitemap }: z.infer<typeof importDecisions>): Promise<ImportState> {
    const { kind: _, report: __, ...order } = this.#expect(id, 'ready')
    if (sitemap !== undefined) {
      const list = this.#sitemapOf(order)
      await mkdir(path.dirname(list), { recursive: true, mode: 0o700 })
      await writeFile(list, sitemap, { mode: 0o600 })
    }
    await changeMapping(this.#mapFile, mapping)
    this.#expect(id, 'ready')
    const before = this.#stage
    void this.#read(order)
    await rm(before, { recursive: true, force: true })
    return this.state
  }

  /** Commits what the dry run has prepared. Throws ImportRefused; then nothing has changed. */
  async confirm(id: string, by: Saver): Promise<ImportState> {
    const { kind: _, report, ...order } = this.#expect(id, 'ready')
    if (report.fresh === 0) throw new HttpError(409, 'The export has nothing that is new here.')
    this.state = { kind: 'committing', ...order, progress: null }
    try {
      const commit = await this.#commit(order, by)
      this.state = { kind: 'done', ...order, report, commit, undone: false }
    } catch (error) {
      this.#run = null
      this.state = { kind: 'ready', ...order, report }
      throw error
    }
    // The lists of the report stay until the next import.
    await Promise.all([
      rm(path.join(this.#folder, id), { recursive: true, force: true }),
      rm(path.join(this.#stage, 'files'), { recursive: true, force: true }),
    ]).catch(this.#warn('the files of a finished import could not be removed'))
    return this.state
  }

  async undo(id: string, by: Saver): Promise<ImportState> {
    const done = this.#expect(id, 'done')
    if (done.commit === null || done.undone)
      throw new HttpError(409, 'There is nothing to take back.')
    const result = await this.#parts.site.undo(done.commit, by)
    if (result.kind === 'missing')
      throw new HttpError(409, 'The history has no such import any more.')
    if (result.kind === 'moved') throw new HttpError(409, changedSinceImport(result.changed))
    this.state = { ...done, undone: true }
    return this.state
  }

  async cancel(id: string): Promise<{ kind: 'none' }> {
    this.#expect(id, 'receiving', 'reading', 'ready', 'done', 'failed')
    this.state = { kind: 'none' }
    await this.close()
    return { kind: 'none' }
  }

  /** Removes what an import left that was under way when the server ended. */
  start(): void {
    this.#clear().catch(this.#warn('the files of an import could not be removed'))
  }

  async close() {
    const running = this.#run
    this.#run = null
    await running?.cancel()
    await this.#writing
    await this.#clear()
  }

  get #stage() {
    return path.join(this.#folder, `stage-${this.#runs}`)
  }

  /** The list of old addresses that was sent beside the export; its name stands in the report. */
  #sitemapOf({ id }: Order) {
    return path.join(this.#folder, `${id}-list`, 'your list')
  }

  #uploaded({ id, file }: Order) {
    return path.join(this.#folder, id, safeName(file))
  }

  #clear() {
    return rm(this.#folder, { recursive: true, force: true })
  }

  #warn(message: string) {
    return (error: unknown) => this.#parts.log.warn({ err: error }, message)
  }

  #checkStart(size: number) {
    const state = this.state
    if (state.kind === 'unavailable') throw new HttpError(409, state.reason)
    if (!['none', 'done', 'failed'].includes(state.kind))
      throw new HttpError(409, 'Another import is under way. Finish or cancel it first.')
    if (size > exportMaxBytes)
      throw new HttpError(
        413,
        `An export may have at most ${exportMaxBytes / 1024 ** 3} GB. Import it in parts.`,
      )
  }

  /** The state, when it is of this kind and about this import. Throws HttpError 409. */
  #expect<Kind extends ImportState['kind']>(id: string, ...kinds: Array<Kind>): Of<Kind> {
    if (!this.#isAbout(id, ...kinds))
      throw new HttpError(409, 'The import has gone on meanwhile. Look at its present state.')
    return this.state as Of<Kind>
  }

  #isAbout(id: string, ...kinds: Array<ImportState['kind']>) {
    return 'id' in this.state && this.state.id === id && kinds.includes(this.state.kind)
  }

  async #add({ id, offset }: { id: string; offset: number }, bytes: Buffer): Promise<ImportState> {
    // The last part was received before, and its answer got lost.
    if (this.#isAbout(id, 'reading')) return this.state
    const { kind: _, received, size, ...order } = this.#expect(id, 'receiving')
    const end = offset + bytes.length
    if (end <= received) return this.state
    if (offset !== received || end > size)
      throw new HttpError(409, 'A part of the file is missing. Cancel, and choose the file again.')
    await refuseWithoutRoom(this.#folder, bytes.length)
    await writePart(this.#uploaded(order), offset, bytes)
    this.state = { ...this.#expect(id, 'receiving'), received: end }
    if (end === size) void this.#read(order)
    return this.state
  }

  /** Makes the dry run; its end changes the state, unless it was cancelled. */
  async #read(order: Order) {
    this.state = { kind: 'reading', ...order, progress: null }
    this.#runs += 1
    const list = this.#sitemapOf(order)
    const started = this.#startRun(
      {
        task: 'prepare',
        system: order.system,
        file: this.#uploaded(order),
        stage: this.#stage,
        mapFile: this.#mapFile,
        sitemap: existsSync(list) ? list : null,
      },
      order,
      'reading',
    )
    const result = await started.ended.catch((error: unknown) => ({
      kind: 'failed' as const,
      message: messageOf(error),
    }))
    if (this.#run !== started) return
    this.#run = null
    if (result.kind === 'failed') {
      await this.#clear()
      this.state = { ...result, ...order }
    }
    if (result.kind === 'prepared') this.state = { kind: 'ready', ...order, report: result.report }
  }

  /** Another process makes the commit: compressing thousands of files would block all requests. */
  async #commit(order: Order, { author, write }: Saver) {
    const task = { task: 'commit', stage: this.#stage, author } as const
    const result = await this.#startRun(task, order, 'committing', async (commit) => {
      await write?.willCommit(commit, { kind: 'done', commit })
    }).ended
    this.#run = null
    await this.#parts.site.refresh()
    return result.kind === 'committed' ? result.commit : null
  }

  /** Starts a run whose progress is in the state. */
  #startRun(
    task: ImportTask,
    order: Order,
    kind: 'reading' | 'committing',
    willCommit?: (commit: string) => Promise<void>,
  ) {
    const { env, dataDir, program } = this.#parts
    const { contentDir, gitBranch } = env
    this.#run = startImportRun(
      program,
      { places: { contentDir, gitBranch, dataDir }, task },
      (progress) => {
        if (this.#isAbout(order.id, kind)) this.state = { kind, ...order, progress }
      },
      willCommit,
    )
    return this.#run
  }
}
