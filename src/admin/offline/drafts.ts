import type { LocalDatabase } from './database.ts'
import { type DraftKey, type KeptDraft, keyOf } from './kept-draft.ts'
import { keptFormat } from './kept-format.ts'
import type { LastWords } from './last-words.ts'

/** Whether the browser's storage takes what is typed. */
export type Keeping = { kind: 'kept' } | { kind: 'forbidden' } | { kind: 'full' }

export interface Drafts {
  /** The draft of an item that was typed in last, whatever version it began from; null for none. */
  latest(kind: string, item: string): Promise<KeptDraft | null>
  /** All of them, the newest first. */
  all(): Promise<Array<KeptDraft>>
  keep(draft: KeptDraft): Promise<void>
  /** The same while the page is going. */
  keepAtOnce(draft: KeptDraft): void
  drop(key: DraftKey): Promise<void>
  /** Whether the last write was taken. What was not taken is held in memory as long as the page lives. */
  keeping(): Keeping
}

/**
 * Drafts in the browser's own storage, written in the order of the calls. A storage that is full or forbidden loses nothing that is on the screen:
 * `keeping` says so, and the page holds the drafts itself.
 */
export function createDrafts(
  database: () => Promise<LocalDatabase>,
  lastWords: LastWords,
  onChange: (keeping: Keeping) => void,
): Drafts {
  const memory = new Map<string, KeptDraft>()
  const nameOf = (key: DraftKey) => JSON.stringify(keyOf(key))
  let keeping: Keeping = { kind: 'kept' }
  let line: Promise<unknown> = Promise.resolve()

  function inLine<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = line.then(work)
    line = turn.catch(() => undefined)
    return turn
  }

  function tell(next: Keeping) {
    const changed = next.kind !== keeping.kind
    keeping = next
    if (changed) onChange(keeping)
  }

  async function stored<Value>(look: (database: LocalDatabase) => Promise<Value>, otherwise: Value): Promise<Value> {
    try {
      return await look(await database())
    } catch (error) {
      console.warn(error)
      tell(troubleOf(error))
      return otherwise
    }
  }

  /** Brings what a page said while it was going to where it belongs. */
  async function hear() {
    for (const draft of lastWords.heard()) {
      const known = await stored((db) => db.get('drafts', keyOf(draft)), undefined)
      if (!known || known.at < draft.at) await put(draft)
      else lastWords.forget(draft)
    }
  }

  async function put(draft: KeptDraft) {
    try {
      await (await database()).put('drafts', draft)
      memory.delete(nameOf(draft))
      lastWords.forget(draft)
      tell({ kind: 'kept' })
    } catch (error) {
      memory.set(nameOf(draft), draft)
      tell(troubleOf(error))
    }
  }

  return {
    latest: (kind, item) =>
      inLine(async () => {
        await hear()
        const kept = await stored((db) => db.getAllFromIndex('drafts', 'item', [kind, item]), [])
        const held = [...memory.values()].filter((draft) => draft.kind === kind && draft.item === item)
        return [...kept, ...held].sort(byAge)[0] ?? null
      }),
    all: () =>
      inLine(async () => {
        await hear()
        return [...(await stored((db) => db.getAll('drafts'), [])), ...memory.values()].sort(byAge)
      }),
    keep: (draft) => inLine(() => put({ ...draft, format: keptFormat })),
    keepAtOnce(draft) {
      const whole = { ...draft, format: keptFormat }
      lastWords.say(whole)
      void inLine(() => put(whole))
    },
    drop: (key) =>
      inLine(async () => {
        memory.delete(nameOf(key))
        lastWords.forget(key)
        await stored((db) => db.delete('drafts', keyOf(key)), undefined)
      }),
    keeping: () => keeping,
  }
}

const byAge = (one: KeptDraft, other: KeptDraft) => other.at - one.at

function troubleOf(error: unknown): Keeping {
  return { kind: error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'forbidden' }
}
