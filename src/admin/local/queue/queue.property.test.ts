import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeBodies } from '#domain/markdown/merge-bodies.ts'
import { mergeFields } from '#domain/merge-fields.ts'
import type { Outgoing, Sent } from './outgoing.ts'
import { afterSent, fieldOf, nextToSend, withWaiting } from './queue-rules.ts'

type Fields = { title: string; excerpt: string; markdown: string }
type Version = Fields & { id: number; revision: string }
const names = ['title', 'excerpt', 'markdown'] as const
const sentAs = (name: keyof Fields) => (name === 'markdown' ? 'content' : name)

/** A server by the rules: three-way merges on the version that a write started from, each key once. */
function createServer() {
  const history: Array<Version> = []
  const answers = new Map<string, Sent>()
  const done: Array<string> = []
  const commit = (id: number, fields: Fields): Version => {
    const version = { ...fields, id, revision: `r${history.length}` }
    history.push(version)
    return version
  }
  const current = (id: number) => history.findLast((one) => one.id === id)!
  for (const id of [1, 2]) commit(id, { title: 'T', excerpt: 'E', markdown: 'One.\n\nTwo.\n\nThree.\n' })

  function write({ work, key }: Outgoing): Sent {
    const known = answers.get(key)
    if (known) return known
    if (work.kind !== 'save') throw new Error('only saves are modelled')
    const theirs = current(work.item)
    const base = history.find(({ revision }) => revision === work.revision)!
    const { content, ...others } = work.patch as { content?: string }
    const yours = { ...base, ...others, ...(content !== undefined && { markdown: content }) }
    const merged = mergeFields({ ...base }, { ...yours, revision: base.revision }, { ...theirs })
    const body = mergeBodies(base.markdown, yours.markdown, theirs.markdown)
    const keys = merged.kind === 'conflict' ? merged.conflicts.map((one) => one.key) : []
    const conflicts = keys.filter((name) => name !== 'markdown')
    if (conflicts.length > 0 || body.kind === 'conflict') return { kind: 'conflict', answer: { theirs } }
    const fields = { ...(merged.fields as unknown as Fields), markdown: body.text }
    const answer: Sent = { kind: 'done', item: commit(work.item, fields) }
    answers.set(key, answer)
    done.push(key)
    return answer
  }
  return { history, done, current, commit, write }
}

/** A browser: what is typed, what waits, and what survives when its tab is killed (all of it). */
function createBrowser(name: string, server: ReturnType<typeof createServer>) {
  let count = 0
  let queue: Array<Outgoing> = []
  const drafts = new Map<number, { base: Version; values: Version }>()
  const typed: Array<string> = []
  const acknowledged: Array<{ key: string; words: Array<string>; item: number }> = []
  const keys: Array<string> = []

  /** The item as this browser shows it: the file, with what waits for it. */
  function shown(id: number): Version {
    const item = server.current(id)
    return withWaiting(queue, `articles/${id}`, { ...item }, mergeBodies) ?? item
  }

  return {
    typed,
    acknowledged,
    queue: () => queue,
    drafts,
    keys,
    type(id: number, field: keyof Fields, place: number) {
      count += 1
      const word = `${name}${count}`
      const draft = drafts.get(id) ?? { base: shown(id), values: shown(id) }
      const values = { ...draft.values }
      if (field === 'markdown') {
        const blocks = values.markdown.trimEnd().split('\n\n')
        const at = place % blocks.length
        values.markdown = `${blocks.map((block, index) => (index === at ? `${block} ${word}.` : block)).join('\n\n')}\n`
      } else values[field] = `${values[field]} ${word}`
      drafts.set(id, { base: draft.base, values })
      typed.push(word)
    },
    save(id: number) {
      const draft = drafts.get(id)
      if (!draft) return
      const patch: Record<string, unknown> = {}
      const from: Record<string, unknown> = {}
      for (const field of names)
        if (draft.values[field] !== draft.base[field]) {
          patch[sentAs(field)] = draft.values[field]
          from[sentAs(field)] = fieldOf(draft.base, sentAs(field))
        }
      count += 1
      const key = `${name}-${count}`
      keys.push(key)
      const work = { kind: 'save', type: 'articles', item: id, revision: draft.base.revision, patch, from } as const
      queue = [...queue, { id: count, key, title: '', at: 0, work, state: { kind: 'waiting' } }]
      drafts.delete(id)
    },
    /** One try. `loss`: what the network does to it. */
    send(loss: 'none' | 'before' | 'after') {
      const entry = nextToSend(queue, 0)
      if (!entry) return
      const sent: Sent = loss === 'before' ? { kind: 'unreachable' } : server.write(entry)
      const heard: Sent = loss === 'none' ? sent : { kind: 'unreachable' }
      queue = afterSent(queue, entry, heard, mergeBodies)
      if (heard.kind === 'done' && entry.work.kind === 'save')
        acknowledged.push({ key: entry.key, words: wordsIn(entry.work.patch), item: entry.work.item })
    },
    crash() {
      queue = structuredClone(queue)
    },
  }
}

const wordsIn = (value: unknown) => JSON.stringify(value).match(/\b[ab]\d+\b/g) ?? []

const who = fc.constantFrom('a' as const, 'b' as const)
const item = fc.constantFrom(1, 1, 1, 2)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      who,
      item,
      field: fc.constantFrom('markdown' as const, ...names),
      place: fc.nat(2),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('save' as const), who, item }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      who,
      loss: fc.constantFrom('none' as const, 'none' as const, 'before' as const, 'after' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('native' as const), item, place: fc.nat(2) }) },
)

test('whatever three writers, losses and crashes do: nothing is lost, sent twice or out of order', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), (steps) => {
      const server = createServer()
      const browsers = { a: createBrowser('a', server), b: createBrowser('b', server) }
      let commits = 0
      for (const one of steps) {
        if (one.do === 'native') {
          commits += 1
          const now = server.current(one.item)
          const blocks = now.markdown.trimEnd().split('\n\n')
          const text = blocks.map((block, at) => (at === one.place % blocks.length ? `${block} n${commits}.` : block))
          server.commit(one.item, { ...now, markdown: `${text.join('\n\n')}\n` })
        } else if (one.do === 'type') browsers[one.who].type(one.item, one.field, one.place)
        else if (one.do === 'save') browsers[one.who].save(one.item)
        else if (one.do === 'send') browsers[one.who].send(one.loss)
        else browsers[one.who].crash()
      }
      const past = new Set(server.history.flatMap(wordsIn))
      for (const browser of Object.values(browsers)) {
        // The network is back, and everything that can go goes.
        for (let tries = 0; tries < 100 && nextToSend(browser.queue(), 0); tries += 1) browser.send('none')
        for (const word of server.history.flatMap(wordsIn)) past.add(word)
        const acknowledged = browser.acknowledged.flatMap(({ words }) => words)
        expect(acknowledged.filter((word) => !past.has(word))).toEqual([])
        const kept = new Set([...browser.drafts.values(), ...browser.queue()].flatMap(wordsIn))
        expect(browser.typed.filter((word) => !past.has(word) && !kept.has(word))).toEqual([])
        for (const id of [1, 2]) {
          const own = browser.acknowledged.filter((one) => one.item === id).map(({ key }) => key)
          expect(own).toEqual(browser.keys.filter((key) => own.includes(key)))
        }
      }
      expect(new Set(server.done).size).toBe(server.done.length)
      const native = server.history.flatMap((one) => JSON.stringify(one).match(/\bn\d+\b/g) ?? [])
      for (const id of [1, 2]) expect(nativeLost(server.history, id, native)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

/** Words of native commits to an item that its newest version does not have: a save must never take them away. */
function nativeLost(history: ReadonlyArray<Version>, id: number, words: ReadonlyArray<string>): Array<string> {
  const own = history.filter((one) => one.id === id)
  const here = words.filter((word) => own.some(({ markdown }) => markdown.includes(`${word}.`)))
  return here.filter((word) => !own.at(-1)?.markdown.includes(`${word}.`))
}
