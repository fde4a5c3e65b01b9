import type { ItemConflict } from '#domain/item/merge-item.ts'
import type { Author, Saver } from '../../http/mount-calls.ts'
import type { Claims } from '../../platform/claims.ts'
import { isForAWhile, RefusedError, UncommittedError } from '../../platform/errors.ts'
import { type SaveOutcome, secondsSince, type Telemetry } from '../../platform/telemetry.ts'
import type { ContentStore } from '../catalog/store.ts'
import { type RenderBody, renderAhead } from '../read/body.ts'

export interface FileChange {
  /** Relative to the content folder. */
  path: string
  /** Null deletes the file. */
  bytes: Buffer | null
  /** The blob that the change is based on; null when the file must not exist. */
  expected: string | null
}

/** The changes of a save with its result, or the result of a save that commits nothing. */
export type Plan<Result> =
  | {
      changes: ReadonlyArray<FileChange>
      message: string
      result: Result
      /** Others have changed the file since the version of the client. */
      isMerged?: boolean
    }
  | { ending: Result }

/** The rules of the site do not allow a save; nothing was written. */
export class SaveRefused extends RefusedError {
  override name = 'SaveRefused'
  readonly kind = 'invalid'
  override readonly issues: Array<{ path: string; message: string }>

  constructor(issues: Array<{ path: string; message: string }>) {
    super(issues[0]?.message ?? 'The item is not valid.')
    this.issues = issues
  }
}

/** Somebody else changed the same values or words. Nothing was written. */
export interface SaveConflict {
  kind: 'conflict'
  message: string
  base: object | null
  theirs: object
  yours: object
  conflicts: Array<ItemConflict>
}

/**
 * The result of a save that was not refused. `commit` is null when nothing changed, and before the
 * commit is known.
 */
export type SaveResult<Key = number> =
  | { kind: 'saved'; id: Key; commit: string | null }
  | { kind: 'missing' }
  | SaveConflict

/** What a save is based on: the blob of the client's version, by default the current one. */
export interface SaveFrom extends Saver {
  revision: string | undefined
}

export type CommitVerb = 'Create' | 'Update' | 'Replace' | 'Move' | 'Delete' | 'Restore'

/** 'Update article: TITLE' (rulings, section 4). */
export function commitMessage(verb: CommitVerb, singular: string, title: string): string {
  return `${verb} ${singular}: ${title.replace(/\s+/g, ' ').trim()}`
}

/** Commits a save to the repository: `SaveLane.save`. */
export type SaveCommit = (
  plan: (moved: Error | null, claimed: Claims) => Promise<CommitRequest | null>,
) => Promise<{ commit: string | null; blobs: ReadonlyMap<string, string | null> } | null>

interface CommitRequest {
  changes: ReadonlyArray<FileChange>
  message: string
  author: Author
  willCommit?: (commit: string) => Promise<void>
  committed: () => Promise<unknown>
}

/**
 * Commits the changes that `plan` returns, in turn with all other writes, and resolves when the
 * site shows them. Plans again when one of the files has changed meanwhile. `plan` gets what names
 * that it makes up must avoid. Resolves with the result; one of kind `saved` or `done` gets the new
 * commit, null for none. Throws the errors of the plan and of the write lane.
 */
export type Commit = <Result extends object>(
  by: Saver,
  plan: (claimed: Claims) => Promise<Plan<Result>>,
) => Promise<Result>

/**
 * How long to wait for the new state, in milliseconds: development polls the disk, production knows
 * a new commit at once.
 */
const patienceMs = 1500
const pollMs = 50

/** The most files whose texts are rendered before the commit. */
const mostRenderedAhead = 20

/** The file has uncommitted changes, which only development shows. */
class UncommittedFile extends UncommittedError {
  override name = 'UncommittedFile'
}

/**
 * Creates the function that commits saves. `renderBody` renders the saved text in advance, because
 * its page is requested next.
 */
export function createCommit(parts: {
  store: Pick<ContentStore, 'refresh' | 'revision'>
  /** Throws when a writer may not make these changes. */
  refuseToWriter: (changes: ReadonlyArray<FileChange>) => Promise<void>
  save: SaveCommit
  renderBody: RenderBody
  telemetry: Telemetry
}): Commit {
  const { store, refuseToWriter, save, renderBody, telemetry } = parts

  /**
   * Waits until the site shows another revision than before. False when it does not change in time.
   */
  async function follow(before: string | null) {
    for (let waited = 0; ; waited += pollMs) {
      await store.refresh()
      if (store.revision() !== before) return true
      if (waited >= patienceMs) return false
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }

  async function commit<Result extends object>(
    { author, role, write }: Saver,
    plan: (claimed: Claims) => Promise<Plan<Result>>,
  ) {
    let planned: Plan<Result> | null = null
    let before: string | null = null
    const made = await save(async (moved, claimed) => {
      if (moved && !(await follow(before))) throw uncommitted(planned)
      before = store.revision()
      const earlier = await write?.made()
      if (earlier) {
        planned = { ending: earlier.outcome as Result }
        return null
      }
      const next = await plan(claimed)
      planned = next
      if ('ending' in next) return null
      const { changes, message, result } = next
      if (role === 'writer') await refuseToWriter(changes)
      // The pages of a large import are rendered when somebody asks for them.
      if (changes.length <= mostRenderedAhead) renderAhead(changes, renderBody)
      return {
        changes,
        message,
        author,
        ...(write && {
          willCommit: (commit: string) => write.willCommit(commit, { ...result, commit }),
        }),
        committed: () => follow(before),
      }
    })
    const done = planned as Plan<Result> | null
    if (!done) throw new Error('A save was neither planned nor refused.')
    if ('ending' in done) return { done, result: done.ending, commit: null }
    const isUnchanged = done.changes.every(
      ({ path, expected }) => made?.blobs.get(path) === expected,
    )
    return { done, result: done.result, commit: isUnchanged ? null : (made?.commit ?? null) }
  }

  return async (by, plan) => {
    const start = performance.now()
    const report = (outcome: SaveOutcome, made: string | null, files: number) =>
      telemetry({
        event: 'save',
        request: by.request,
        outcome,
        commit: made,
        files,
        seconds: secondsSince(start),
      })
    try {
      const { done, result, commit: made } = await commit(by, plan)
      report(
        outcomeOf(done, made),
        made,
        made !== null && 'changes' in done ? done.changes.length : 0,
      )
      return 'kind' in result && ['saved', 'done'].includes(String(result.kind))
        ? { ...result, commit: made }
        : result
    } catch (error) {
      report(outcomeOfError(error), null, 0)
      throw error
    }
  }
}

function outcomeOf(done: Plan<unknown>, commit: string | null): SaveOutcome {
  if (commit !== null && 'changes' in done) return done.isMerged ? 'merged' : 'made'
  const { kind } = ('ending' in done ? done.ending : done.result) as { kind?: string }
  if (kind === 'conflict' || kind === 'moved') return 'conflict'
  return kind === 'missing' || kind === 'used' || kind === 'taken' ? 'refused' : 'unchanged'
}

/**
 * `refused` by a rule, `later` while others have to finish or to answer first; what the disk
 * refuses is a fault of the server.
 */
function outcomeOfError(error: unknown): SaveOutcome {
  if (
    !(error instanceof RefusedError) ||
    ['disk-full', 'not-stored', 'failed'].includes(error.kind)
  )
    return 'failed'
  return isForAWhile(error) ? 'later' : 'refused'
}

function uncommitted(planned: Plan<unknown> | null): UncommittedFile {
  const path = planned && 'changes' in planned ? planned.changes[0]?.path : undefined
  return new UncommittedFile(
    `${path ?? 'The file'} has changes that are not committed in the working copy. Commit or undo that first, then save again.`,
  )
}
