import { createTurns } from '../../platform/turns.ts'
import { readShallow, sliceMs } from '../history/commit-walk.ts'
import { readCommit } from '../read/commit.ts'
import type { ObjectReader } from '../read/objects.ts'

/** The relation of two histories. Lists name children before their parents. */
export interface Relation {
  /** Commits that only ours has. */
  ahead: ReadonlyArray<string>
  /** Commits that only theirs has. */
  behind: ReadonlyArray<string>
  /**
   * The newest common commits; empty for unrelated histories, several for criss-cross histories.
   */
  bases: ReadonlyArray<string>
}

const inOurs = 1
const inTheirs = 2
/** An ancestor of a base: common, and not a base itself. */
const stale = 4

/**
 * Compares the histories of two commits as git does: from the newest commit back, until only common
 * ones are left.
 */
export async function relationOf(
  source: { objects: ObjectReader; commonDir: string },
  ours: string | null,
  theirs: string | null,
): Promise<Relation> {
  const { objects, commonDir } = source
  const shallow = await readShallow(commonDir)
  const turns = createTurns(sliceMs)
  const flags = new Map<string, number>()
  const times = new Map<string, number>()
  const waiting = new Set<string>()
  const bases = new Set<string>()

  const mark = (id: string, flag: number) => {
    const before = flags.get(id) ?? 0
    if ((before | flag) === before) return
    flags.set(id, before | flag)
    if (!times.has(id)) times.set(id, readCommit(objects, id).time)
    waiting.add(id)
  }
  const newest = (): string | null => {
    let best: string | null = null
    let isWorth = false
    for (const id of waiting) {
      if ((flags.get(id)! & stale) === 0) isWorth = true
      if (best === null || times.get(id)! > times.get(best)!) best = id
    }
    return isWorth ? best : null
  }

  if (ours !== null) mark(ours, inOurs)
  if (theirs !== null) mark(theirs, inTheirs)
  for (let id = newest(); id !== null; id = newest()) {
    waiting.delete(id)
    let flag = flags.get(id)!
    if ((flag & (inOurs | inTheirs)) === (inOurs | inTheirs)) {
      if ((flag & stale) === 0) bases.add(id)
      flag |= stale
    }
    if (!shallow.has(id)) for (const parent of readCommit(objects, id).parents) mark(parent, flag)
    if (turns.isDue()) await turns.take()
  }
  const only = (flag: number, tip: string | null): Array<string> =>
    childrenFirst(
      objects,
      new Set([...flags.keys()].filter((id) => flags.get(id) === flag)),
      tip === null ? [] : [tip],
    )
  return {
    ahead: only(inOurs, ours),
    behind: only(inTheirs, theirs),
    bases: [...bases].filter((id) => (flags.get(id)! & stale) === 0),
  }
}

/**
 * The commits reachable from `tips`, each before its parents, regardless of their dates. Ignores
 * all others.
 */
function childrenFirst(
  objects: Pick<ObjectReader, 'read'>,
  commits: ReadonlySet<string>,
  tips: Iterable<string>,
): Array<string> {
  const order: Array<string> = []
  const seen = new Set<string>()
  const open = [...tips].map((id) => ({ id, isDone: false }))
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (item.isDone) order.push(item.id)
    else if (commits.has(item.id) && !seen.has(item.id)) {
      seen.add(item.id)
      open.push({ id: item.id, isDone: true })
      for (const id of readCommit(objects, item.id).parents) open.push({ id, isDone: false })
    }
  }
  return order.reverse()
}
