import type { TemporaryRepository } from '../../../tests/temp-repository.ts'
import type { WriterBrowser } from './browser.ts'
import type { DeviceState } from './device.tsx'
import { commitNatively, type Saved } from './history.ts'
import { type Fate, type Person, people, type Step } from './steps.ts'

/** What was written so far: every word is unique. */
export interface Written {
  /** The words typed by each person. */
  typed: Record<Person, Array<string>>
  saves: Array<Saved>
  /** The words committed with git itself. */
  native: Array<string>
  /** The words of saves that waited for a decision. */
  parked: Set<string>
}

export type Acts = ReturnType<typeof createActs>

/** Takes steps in the browsers and in the repository, and notes what was written. */
export function createActs(options: {
  browsers: Record<Person, WriterBrowser>
  repository: TemporaryRepository
  ids: readonly [number, number]
  written: Written
}) {
  const { browsers, repository, ids, written } = options
  const open: Record<Person, number> = { ada: ids[0], bob: ids[0] }
  /** The words that each has typed since the last save of an article. */
  const unsaved: Record<Person, Map<number, Array<string>>> = { ada: new Map(), bob: new Map() }
  let count = 0
  const word = (by: string) => `${by}${count++}x`
  const wordsOf = (name: Person) => {
    const words = unsaved[name].get(open[name]) ?? []
    unsaved[name].set(open[name], words)
    return words
  }

  /** Notes a save that was made or queued. */
  function note(name: Person, { problem, dirty }: DeviceState): void {
    const words = wordsOf(name)
    if (words.length === 0 || (problem !== 'queued' && (problem !== 'none' || dirty))) return
    written.saves.push({
      who: name,
      item: open[name],
      words: words.splice(0),
      done: problem === 'none',
    })
  }

  async function save(name: Person, fate: Fate): Promise<void> {
    const it = browsers[name]
    it.suffers(fate)
    note(name, await it.call('save'))
    it.suffers({ kind: 'goes' })
    await it.restarted()
  }

  async function resolve(name: Person): Promise<void> {
    const it = browsers[name]
    const before = await it.call('state')
    const added = word(name)
    if (before.newer && before.problem === 'none') await it.call('merge')
    const now = await it.call('state')
    if (now.problem !== 'conflict') {
      if (await it.call('resolveQueued', added)) written.typed[name].push(added)
      return
    }
    const after = await it.call('solve', added)
    // After further typing, the conflict is shown again and has to be resolved again.
    if (after.problem !== 'none' && !(await it.uncommitted()).includes(added)) return
    written.typed[name].push(added)
    wordsOf(name).push(added)
    note(name, after)
  }

  async function act(one: Step): Promise<unknown> {
    if (one.do === 'native') {
      const added = word('git')
      written.native.push(added)
      return commitNatively(repository, ids[one.item], one, added)
    }
    const it = browsers[one.who]
    switch (one.do) {
      case 'network':
        if (one.is) it.suffers(one.fate)
        await it.network(one.is)
        return it.restarted()
      case 'reload':
      case 'crash':
        await it.call('stored')
        return it.begin(one.do, open[one.who])
      case 'open':
        open[one.who] = ids[one.item]
        return it.call('open', ids[one.item])
      case 'type': {
        const added = word(one.who)
        written.typed[one.who].push(added)
        wordsOf(one.who).push(added)
        return it.call('type', added, one.field, one.place)
      }
      case 'edit':
        await act({ do: 'type', who: one.who, field: one.field, place: one.place })
        return save(one.who, one.fate)
      case 'save':
        return save(one.who, one.fate)
      case 'resolve':
        return resolve(one.who)
    }
  }

  return {
    act,
    /** Opens the first article in every browser. */
    async begin(): Promise<void> {
      for (const name of people) await browsers[name].begin('reload', ids[0])
    },
  }
}
