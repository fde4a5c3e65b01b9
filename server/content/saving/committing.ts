import type { KeyedWrite } from '../../http/idempotency.ts'
import { UncommittedError } from '../../platform/errors.ts'
import { type RenderBody, renderAhead } from '../body.ts'
import type { ContentStore } from '../store.ts'

export interface Person {
  name: string
  email: string
}

/** Who saves, and the key under which a write of a client happens once; null without a key. */
export interface Saver {
  author: Person
  write: KeyedWrite | null
}

export interface FileChange {
  /** Relative to the content folder. */
  path: string
  /** Null deletes the file. */
  bytes: Buffer | null
  /** The blob that the change started from; null when there must be no file. */
  expected: string | null
}

/** What is to be committed and what the save comes to then; or how a save ends that commits nothing. */
export type Plan<Result> = { changes: ReadonlyArray<FileChange>; message: string; result: Result } | { ending: Result }

/** How the repository takes a save: see `WriteLane.save`. */
export type SaveCommit = (
  plan: (moved: Error | null) => Promise<CommitRequest | null>,
) => Promise<{ commit: string | null; blobs: ReadonlyMap<string, string | null> } | null>

interface CommitRequest {
  changes: ReadonlyArray<FileChange>
  message: string
  author: Person
  willCommit?: (commit: string) => Promise<void>
  committed: () => Promise<unknown>
}

/**
 * Makes one commit of what `plan` works out, in turn with all other writes, and shows it on the site before it resolves; plans again when a file has moved
 * meanwhile. Answers the new commit, too, null for none. Throws what the plan and the write lane throw.
 */
export type Commit = <Result>(
  by: Saver,
  plan: () => Promise<Plan<Result>>,
) => Promise<{ result: Result; commit: string | null }>

/** Development looks at the disk again within this time, in milliseconds; production knows a new commit at once. */
const patience = 1500
const glance = 50

/** The shown content holds work that git does not: development shows files before they are committed. */
export class UncommittedFile extends UncommittedError {
  override name = 'UncommittedFile'
}

/** `renderBody` is what pages are made with: what is saved is looked at next. */
export function createCommit(parts: {
  store: Pick<ContentStore, 'refresh' | 'revision'>
  save: SaveCommit
  renderBody: RenderBody
}): Commit {
  const { store, save, renderBody } = parts

  /** Waits until another revision is shown than before. False when none comes. */
  async function follow(before: string | null): Promise<boolean> {
    for (let waited = 0; ; waited += glance) {
      await store.refresh()
      if (store.revision() !== before) return true
      if (waited >= patience) return false
      await new Promise((resolve) => setTimeout(resolve, glance))
    }
  }

  return async <Result>({ author, write }: Saver, plan: () => Promise<Plan<Result>>) => {
    let planned: Plan<Result> | null = null
    let before: string | null = null
    const made = await save(async (moved) => {
      if (moved && !(await follow(before))) throw uncommitted(planned)
      before = store.revision()
      const next = await plan()
      planned = next
      if ('ending' in next) return null
      const { changes, message, result } = next
      renderAhead(changes, renderBody)
      return {
        ...{ changes, message, author },
        ...(write && { willCommit: (commit: string) => write.willCommit(commit, result) }),
        committed: () => follow(before),
      }
    })
    const done = planned as Plan<Result> | null
    if (!done) throw new Error('A save was neither planned nor refused.')
    if ('ending' in done) return { result: done.ending, commit: null }
    const isUnchanged = done.changes.every(({ path, expected }) => made?.blobs.get(path) === expected)
    return { result: done.result, commit: isUnchanged ? null : (made?.commit ?? null) }
  }
}

function uncommitted(planned: Plan<unknown> | null): UncommittedFile {
  const path = planned && 'changes' in planned ? planned.changes[0]?.path : undefined
  return new UncommittedFile(
    `${path ?? 'The file'} has changes that are not committed in the working copy. Commit or undo that first, then save again.`,
  )
}
