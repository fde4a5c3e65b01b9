import { byType, contentTypes } from '#domain/content.ts'
import type { ContentFiles } from '../../platform/content-files.ts'
import { messageOf } from '../../platform/errors.ts'
import { createRetryQueue } from '../../platform/retry-queue.ts'
import { within } from '../../platform/within.ts'
import {
  createLastChanges,
  type FileVisitor,
  type LoadedFiles,
  type LoadResult,
  loadRevision,
} from '../read/loading.ts'
import { readSettings } from '../read/settings.ts'
import { createChangeTimers } from './change-timers.ts'
import { type ContentChange, compareStates, type ItemChanges } from './content-change.ts'
import { buildSiteState, nextSiteState, type SiteState, type StateParts } from './site-state.ts'
import { createSnapshots } from './snapshot.ts'

export interface CurrentContentParts {
  files: ContentFiles
  /** The folder of the snapshot; it is created when it is missing. */
  cacheDir: string
  now: () => Date
  /** Gets every file while the whole content is read, which happens when there is no snapshot. */
  firstRead?: FileVisitor
  log: { warn(message: string): void; error(message: string): void }
  /** Identifies the build; a snapshot of another build is not used. */
  build?: string
}

/** Milliseconds that a revision waits for the dates of its commits, for one change event. */
const datesPatience = 50

/** The state of the newest revision of the content folder; follows the branch and the clock. */
export class CurrentContent {
  /** Empty until `started`. */
  state: SiteState
  /** Increases by one with every change that pages or the search show. */
  generation = 0
  readonly started: Promise<void>
  readonly #parts: CurrentContentParts
  readonly #snapshots: ReturnType<typeof createSnapshots>
  readonly #dates: ReturnType<typeof createLastChanges>
  readonly #timers: ReturnType<typeof createChangeTimers>
  readonly #following: ReturnType<typeof createRetryQueue>
  readonly #unwatch: () => void
  readonly #listeners = new Set<(change: ContentChange) => void>()
  #loaded: LoadedFiles | null = null
  #closed = false

  constructor(parts: CurrentContentParts) {
    const { files, cacheDir, build = '', now, log } = parts
    this.#parts = parts
    this.state = buildSiteState(emptyParts(now()))
    this.#snapshots = createSnapshots(cacheDir, build, log)
    this.#dates = createLastChanges(files, log)
    this.#timers = createChangeTimers({
      state: () => this.state,
      now,
      appear: (moment) => this.#showAppeared(moment),
      log,
    })
    this.started = this.#start()
    this.#following = createRetryQueue(() => this.#follow(), {
      after: this.started,
      failed: (error) => log.error(`The content could not be read: ${messageOf(error)}`),
    })
    this.#unwatch = files.watch(() => void this.#following.run())
  }

  /** The revision that `state` shows. */
  get revision(): string | null {
    return this.#loaded?.revision ?? null
  }

  /** Whether an older revision is shown because the newest could not be read. */
  get isBehind(): boolean {
    return this.#following.isFailing()
  }

  onChange(listener: (change: ContentChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows the newest revision now, without waiting for the watcher. */
  refresh(): Promise<void> {
    return this.#following.run()
  }

  /** Stops watching the repository and writes the pending snapshot. */
  async close(): Promise<void> {
    this.#closed = true
    this.#unwatch()
    this.#timers.close()
    this.#dates.close()
    await this.#following.close()
    await this.#snapshots.close()
  }

  async #start() {
    const { files, log, firstRead } = this.#parts
    const head = files.revision()
    const snapshot = await this.#snapshots.read()
    const revision = head ?? (await existing(files, snapshot?.revision ?? null))
    if (revision !== null) {
      if (head === null) log.error(withoutCommit(revision))
      this.#dates.start(snapshot?.changes ?? null)
      const result = await loadRevision(files, revision, snapshot, snapshot ? undefined : firstRead)
      this.#loaded = result
      this.state = buildSiteState(this.#partsOf(result))
      if (!snapshot || result.changed.length > 0) this.#dueSnapshot()
    }
    this.#timers.set()
    if (this.#loaded) void this.#dates.learn(this.#loaded.revision).then(() => this.#showDates())
  }

  /** Updates the state to the newest revision; one call at a time. */
  async #follow() {
    const { files, log } = this.#parts
    const revision = files.revision()
    if (revision === null && this.revision !== null && !this.#closed)
      log.error(withoutCommit(this.revision))
    if (this.#closed || revision === null || revision === this.revision) return
    const result = await loadRevision(files, revision, this.#loaded)
    const learned = this.#dates.learn(revision)
    await within(datesPatience, learned)
    this.#loaded = result
    this.#dueSnapshot()
    const next = nextSiteState(this.state, this.#partsOf(result), result.changed)
    if (result.changed.length > 0) this.#show(next, 'files', result.changed)
    else this.state = next
    this.#timers.set()
    void learned.then(() => this.#showDates())
  }

  /** Replaces the state and calls the listeners. */
  #show(next: SiteState, cause: ContentChange['cause'], paths: ReadonlyArray<string>) {
    const before = this.state
    this.state = next
    this.generation += 1
    const { generation } = this
    const items = cause === 'dates' ? byType<ItemChanges>(() => []) : compareStates(before, next)
    for (const listener of this.#listeners) {
      try {
        listener({ generation, cause, paths, before: before.records, ...items })
      } catch (error) {
        this.#parts.log.error(`A listener failed on a content change: ${messageOf(error)}`)
      }
    }
  }

  /** Replaces the state when new dates are known. */
  #showDates() {
    const { state } = this
    const times = this.#dates.known()?.times ?? state.times
    if (this.#closed || times === state.times) return
    const differs = (path: string) => times.get(path) !== state.times.get(path)
    if (![...state.records.values()].some((record) => record.entry && differs(record.path))) return
    const now = this.#parts.now()
    this.#showAppeared(now)
    this.#show(nextSiteState(this.state, { ...this.state, times, now }, []), 'dates', [])
    this.#dueSnapshot()
  }

  /** Publishes scheduled items that are due at `now`. */
  #showAppeared(now: Date) {
    const { state } = this
    const due = contentTypes.some(
      (type) => (state[type].nextAppearance ?? Number.POSITIVE_INFINITY) <= now.getTime(),
    )
    if (due) this.#show(nextSiteState(state, { ...state, now }, []), 'schedule', [])
  }

  /** Schedules a snapshot of the current state. */
  #dueSnapshot() {
    this.#snapshots.due(() =>
      this.#loaded ? { ...this.#loaded, changes: this.#dates.known() } : null,
    )
  }

  #partsOf(result: LoadResult): StateParts {
    return { ...result, times: this.#dates.known()?.times ?? new Map(), now: this.#parts.now() }
  }
}

/** The revision if there still is one; shown while the branch has no commit. */
async function existing(files: ContentFiles, revision: string | null) {
  if (revision === null) return null
  try {
    await files.list(revision)
    return revision
  } catch {
    // The repository does not have this commit.
    return null
  }
}

function emptyParts(now: Date): StateParts {
  const { settings, faults } = readSettings(null)
  return { records: new Map(), settings, settingsFaults: faults, times: new Map(), now }
}

function withoutCommit(revision: string) {
  return `The branch of the site has no commit any more; the site goes on showing ${revision}, and saves are refused.`
}
