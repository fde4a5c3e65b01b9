import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import type { ImportKind } from '#domain/import/mapping.ts'
import type { ImportProgress } from '#domain/import/report.ts'
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
import { type ImportPlaces, type ImportTask, startImportRun } from './import-run.ts'
import { changeMapping } from './map-file.ts'
import { commentsFile, readReportPage } from './stored-report.ts'

/** The content of the site, as far as an import in the server needs it. */
interface ImportedSite {
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

export interface SiteImportParts {
  env: Pick<ImportPlaces, 'contentDir' | 'gitBranch'> & { gitWrite: 'checkout' | 'through' }
  dataDir: string
  site: ImportedSite
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
const none: ImportState = { kind: 'none' }
const ofOneServer =
  'With GIT_WRITE=through, several servers may share this site, and an export would be at one of them only: run npm run import in a clone of the repository, and push.'

/**
 * The import of the site: one at a time, in the folder `import` of the data folder, which a start
 * empties.
 */
export function createSiteImport(parts: SiteImportParts) {
  const { site, log, env } = parts
  const folder = path.join(parts.dataDir, 'import')
  const mapFile = path.join(parts.dataDir, 'import-map.yaml')
  let state: ImportState =
    env.gitWrite === 'through' ? { kind: 'unavailable', reason: ofOneServer } : none
  let run: ReturnType<typeof startImportRun> | null = null
  let runs = 0
  /** Writes of parts, one after the other. */
  let writing: Promise<unknown> = Promise.resolve()

  const uploaded = ({ id, file }: Order) => path.join(folder, id, safeName(file))
  /** The list of old addresses that was sent beside the export; its name stands in the report. */
  const sitemapOf = ({ id }: Order) => path.join(folder, `${id}-list`, 'your list')
  const stage = () => path.join(folder, `stage-${runs}`)

  /** The state, when it is of this kind and about this import. Throws HttpError 409. */
  function expectState<Kind extends ImportState['kind']>(
    id: string,
    ...kinds: Array<Kind>
  ): Of<Kind> {
    const isIt = 'id' in state && state.id === id && kinds.some((kind) => kind === state.kind)
    if (!isIt)
      throw new HttpError(409, 'The import has gone on meanwhile. Look at its present state.')
    return state as Of<Kind>
  }

  function show(
    task: ImportTask,
    order: Order,
    kind: 'reading' | 'committing',
    willCommit?: (commit: string) => Promise<void>,
  ) {
    const { contentDir, gitBranch } = env
    const progress = (progress: ImportProgress) => {
      if ('id' in state && state.id === order.id && state.kind === kind)
        state = { kind, ...order, progress }
    }
    run = startImportRun(
      parts.program,
      { places: { contentDir, gitBranch, dataDir: parts.dataDir }, task },
      progress,
      willCommit,
    )
    return run
  }

  /** Makes the dry run; its end changes the state, unless it was cancelled. */
  function read(order: Order) {
    state = { kind: 'reading', ...order, progress: null }
    runs += 1
    const list = sitemapOf(order)
    const task: ImportTask = {
      task: 'prepare',
      system: order.system,
      file: uploaded(order),
      stage: stage(),
      mapFile,
      sitemap: existsSync(list) ? list : null,
    }
    const started = show(task, order, 'reading')
    started.ended.then(
      (result) => {
        if (run !== started) return
        run = null
        if (result.kind === 'prepared') state = { kind: 'ready', ...order, report: result.report }
      },
      async (error: unknown) => {
        if (run !== started) return
        run = null
        await clear()
        state = { kind: 'failed', ...order, message: messageOf(error) }
      },
    )
  }

  async function clear() {
    await rm(folder, { recursive: true, force: true })
  }

  async function stop() {
    const running = run
    run = null
    await running?.cancel()
    await writing
    await clear()
  }

  /** Another process makes the commit: compressing thousands of files would block all requests. */
  async function commitStaged(order: Order, { author, write }: Saver) {
    const task = { task: 'commit', stage: stage(), author } as const
    const result = await show(task, order, 'committing', async (commit) => {
      await write?.willCommit(commit, { kind: 'done', commit })
    }).ended
    run = null
    await site.refresh()
    return result.kind === 'committed' ? result.commit : null
  }

  return {
    state: () => state,

    list: (part: ImportPart, page: number) => readReportPage(stage(), part, page),

    /** The file with the comments of readers in the export. Throws HttpError 404 without any. */
    comments(): string {
      if (!('report' in state) || state.report.comments === 0)
        throw new HttpError(404, 'There are no comments of readers.')
      return path.join(stage(), commentsFile)
    },

    /** Begins to receive an export. */
    async begin({ system, file, size }: z.infer<typeof importStart>, person: Author) {
      if (state.kind === 'unavailable') throw new HttpError(409, state.reason)
      if (!['none', 'done', 'failed'].includes(state.kind))
        throw new HttpError(409, 'Another import is under way. Finish or cancel it first.')
      if (size > exportMaxBytes)
        throw new HttpError(
          413,
          `An export may have at most ${exportMaxBytes / 1024 ** 3} GB. Import it in parts.`,
        )
      const id = newSecret()
      state = { kind: 'receiving', id, system, file, by: person.name, received: 0, size }
      try {
        await clear()
        await mkdir(path.join(folder, id), { recursive: true, mode: 0o700 })
        await refuseWithoutRoom(folder, size)
      } catch (error) {
        state = none
        throw error
      }
      return state
    },

    /** Adds a part of the export at its place. After the last one, the dry run begins. */
    receive({ id, offset }: { id: string; offset: number }, bytes: Buffer): Promise<ImportState> {
      const added = writing.then(async () => {
        // The last part was received before, and its answer got lost.
        if ('id' in state && state.id === id && state.kind === 'reading') return state
        const { kind: _, received, size, ...order } = expectState(id, 'receiving')
        const end = offset + bytes.length
        if (end <= received) return state
        if (offset !== received || end > size)
          throw new HttpError(
            409,
            'A part of the file is missing. Cancel, and choose the file again.',
          )
        await refuseWithoutRoom(folder, bytes.length)
        await writePart(uploaded(order), offset, bytes)
        state = { ...expectState(id, 'receiving'), received: end }
        if (end === size) read(order)
        return state
      })
      writing = added.catch(() => undefined)
      return added
    },

    async remap({ id, mapping, sitemap }: z.infer<typeof importDecisions>): Promise<ImportState> {
      const { kind: _, report: __, ...order } = expectState(id, 'ready')
      if (sitemap !== undefined) {
        const list = sitemapOf(order)
        await mkdir(path.dirname(list), { recursive: true, mode: 0o700 })
        await writeFile(list, sitemap, { mode: 0o600 })
      }
      await changeMapping(mapFile, mapping)
      expectState(id, 'ready')
      const before = stage()
      read(order)
      await rm(before, { recursive: true, force: true })
      return state
    },

    /** Commits what the dry run has prepared. Throws ImportRefused; then nothing has changed. */
    async confirm(id: string, by: Saver): Promise<ImportState> {
      const { kind: _, report, ...order } = expectState(id, 'ready')
      if (report.fresh === 0) throw new HttpError(409, 'The export has nothing that is new here.')
      state = { kind: 'committing', ...order, progress: null }
      try {
        const commit = await commitStaged(order, by)
        state = { kind: 'done', ...order, report, commit, undone: false }
      } catch (error) {
        run = null
        state = { kind: 'ready', ...order, report }
        throw error
      }
      // The lists of the report stay until the next import.
      await Promise.all([
        rm(path.join(folder, id), { recursive: true, force: true }),
        rm(path.join(stage(), 'files'), { recursive: true, force: true }),
      ]).catch((error: unknown) =>
        log.warn({ err: error }, 'the files of a finished import could not be removed'),
      )
      return state
    },

    async undo(id: string, by: Saver): Promise<ImportState> {
      const done = expectState(id, 'done')
      if (done.commit === null || done.undone)
        throw new HttpError(409, 'There is nothing to take back.')
      const result = await site.undo(done.commit, by)
      if (result.kind === 'missing')
        throw new HttpError(409, 'The history has no such import any more.')
      if (result.kind === 'moved') throw new HttpError(409, changedSinceImport(result.changed))
      state = { ...done, undone: true }
      return state
    },

    async cancel(id: string): Promise<{ kind: 'none' }> {
      expectState(id, 'receiving', 'reading', 'ready', 'done', 'failed')
      state = none
      await stop()
      return { kind: 'none' }
    },

    /** Removes what an import left that was under way when the server ended. */
    start(): void {
      clear().catch((error: unknown) =>
        log.warn({ err: error }, 'the files of an import could not be removed'),
      )
    },
    close: stop,
  }
}

function changedSinceImport(files: ReadonlyArray<string>): string {
  const [first, ...others] = files
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return `${first}${more} ${others.length === 0 ? 'has' : 'have'} been changed since the import, so it can’t be taken back as a whole. Nothing was changed; delete single texts at Manage Content.`
}
