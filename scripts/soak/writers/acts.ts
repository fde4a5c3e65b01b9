import type { TemporaryRepository } from '../../../tests/temp-repository.ts'
import type { WriterBrowser } from './browser.ts'
import type { DeviceState } from './device.tsx'
import { commitNatively, type Saved } from './history.ts'
import type { Fate, Person, Step } from './steps.ts'

/** A person with a browser. */
export interface Writer {
  name: Person
  browser: WriterBrowser
  /** The open article. */
  item: number
  /** All words that were typed; every written word is unique. */
  typed: Array<string>
  /** Those typed since the last save of an article, by article. */
  unsaved: Map<number, Array<string>>
}

/** What was written so far. */
export interface Written {
  saves: Array<Saved>
  /** The words committed with git itself. */
  native: Array<string>
  /** The words of saves that waited for a decision. */
  parked: Set<string>
}

/**
 * Returns a function that takes a step in the browsers or in the repository, and notes what was
 * written.
 */
export function createActs(
  writers: ReadonlyArray<Writer>,
  written: Written,
  repository: TemporaryRepository,
  ids: readonly [number, number],
) {
  let count = 0

  /** Notes a save that was made or queued. */
  function note({ name, item, unsaved }: Writer, { problem, dirty }: DeviceState): void {
    const words = unsaved.get(item)
    if (!words || (problem !== 'queued' && (problem !== 'none' || dirty))) return
    unsaved.delete(item)
    written.saves.push({
      who: name,
      item,
      words,
      done: problem === 'none',
    })
  }

  async function save(writer: Writer, fate: Fate): Promise<void> {
    const { browser } = writer
    browser.network.fate = fate
    note(writer, await browser.call('save'))
    browser.network.fate = { kind: 'goes' }
    await browser.network.restarting
  }

  async function resolve(writer: Writer, word: string): Promise<void> {
    const { browser } = writer
    const before = await browser.call('state')
    if (before.newer && before.problem === 'none') await browser.call('merge')
    const now = await browser.call('state')
    if (now.problem !== 'conflict') {
      if (await browser.call('resolveQueued', word)) writer.typed.push(word)
      return
    }
    const after = await browser.call('solve', word)
    // After further typing, the conflict is shown again and has to be resolved again.
    if (after.problem !== 'none' && !(await browser.call('uncommitted')).includes(word)) return
    add(writer, word)
    note(writer, after)
  }

  return async (step: Step): Promise<unknown> => {
    const word = `${step.do === 'native' ? 'git' : step.who}${count++}x`
    if (step.do === 'native') {
      written.native.push(word)
      return commitNatively(repository, ids[step.item], step, word)
    }
    const writer = writers.find(({ name }) => name === step.who)!
    const { browser } = writer
    switch (step.do) {
      case 'network':
        if (step.is) browser.network.fate = step.fate
        await browser.connect(step.is)
        return browser.network.restarting
      case 'reload':
      case 'crash':
        await browser.call('stored')
        return browser.begin(step.do, writer.item)
      case 'open':
        writer.item = ids[step.item]
        return browser.call('open', writer.item)
      case 'type':
      case 'edit':
        add(writer, word)
        await browser.call('type', word, step.field, step.place)
        return step.do === 'edit' && save(writer, step.fate)
      case 'save':
        return save(writer, step.fate)
      case 'resolve':
        return resolve(writer, word)
    }
  }
}

/** Notes a word that is typed into the open article. */
function add({ typed, unsaved, item }: Writer, word: string): void {
  typed.push(word)
  unsaved.set(item, [...(unsaved.get(item) ?? []), word])
}
