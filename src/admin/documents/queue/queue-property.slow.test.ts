import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeFields } from '#domain/item/merge-fields.ts'
import { mergeBodies } from '#domain/markdown/merge-bodies.ts'
import { waitingAddress, waitingPicturesIn, withPictures } from '#domain/waiting-picture.ts'
import type { Outgoing, Sent, Work } from './outgoing.ts'
import {
  afterSent,
  cancelledWith,
  fieldOf,
  nextToSend,
  subjectOf,
  withWaiting,
} from './queue-rules.ts'

type Fields = { title: string; excerpt: string; markdown: string }
type Version = Fields & { id: number; revision: string }
const names = ['title', 'excerpt', 'markdown'] as const
const sentAs = (name: keyof Fields) => (name === 'markdown' ? 'content' : name)

/**
 * A server by the rules: three-way merges on the version that a write started from, each key once.
 */
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
  for (const id of [1, 2])
    commit(id, { title: 'T', excerpt: 'E', markdown: 'One.\n\nTwo.\n\nThree.\n' })

  function write({ work, key }: Outgoing): Sent {
    const known = answers.get(key)
    if (known) return known
    const answer = answerTo(work)
    if (answer.kind === 'done') {
      answers.set(key, answer)
      done.push(key)
    }
    return answer
  }

  function answerTo(work: Work): Sent {
    if (work.kind === 'upload')
      return { kind: 'done', item: null, picture: `/media/${done.length}.png` }
    if (waitingPicturesIn(work.kind === 'save' ? work.patch : work).size > 0)
      return { kind: 'refused', message: 'A picture was never uploaded.' }
    if (work.kind === 'create') {
      const { content, ...others } = work.fields as {
        title: string
        excerpt: string
        content: string
      }
      return { kind: 'done', item: commit(100 + history.length, { ...others, markdown: content }) }
    }
    if (work.kind !== 'save' || typeof work.item !== 'number') throw new Error('this is never sent')
    const theirs = current(work.item)
    const base = history.find(({ revision }) => revision === work.revision)!
    const { content, ...others } = work.patch as { content?: string }
    const yours = { ...base, ...others, ...(content !== undefined && { markdown: content }) }
    const merged = mergeFields(
      { ...base },
      { ...yours, revision: base.revision },
      { ...theirs },
      mergeBodies,
    )
    const body = mergeBodies(base.markdown, yours.markdown, theirs.markdown)
    const keys = merged.kind === 'conflict' ? merged.conflicts.map((one) => one.key) : []
    const conflicts = keys.filter((name) => name !== 'markdown')
    if (conflicts.length > 0 || body.kind === 'conflict')
      return { kind: 'conflict', answer: { theirs } }
    const fields = { ...(merged.fields as unknown as Fields), markdown: body.text }
    return { kind: 'done', item: commit(work.item, fields) }
  }
  return { history, done, current, commit, write }
}

/** A browser: what is typed, what waits, and what survives when its tab is killed (all of it). */
function createBrowser(name: string, server: ReturnType<typeof createServer>) {
  let count = 0
  let queue: Array<Outgoing> = []
  const drafts = new Map<number | string, { base: Version; values: Version }>()
  const typed: Array<string> = []
  const acknowledged: Array<{ key: string; words: Array<string> }> = []
  /** The keys of what was put into the queue, for each thing. */
  const lines: Array<{ key: string; of: string }> = []
  const taken: Array<Outgoing> = []
  const pictures = new Map<string, string>()
  let created: { key: string; fields: Fields } | null = null

  const put = (work: Work, key: string) => {
    count += 1
    queue = [...queue, { id: count, key, title: '', at: 0, work, state: { kind: 'waiting' } }]
    lines.push({ key, of: subjectOf(queue.at(-1)!) })
  }
  const nextKey = () => {
    count += 1
    return `${name.charCodeAt(0).toString(16)}${count.toString(16)}`.padStart(32, '0')
  }

  /** The item as this browser shows it: the file, with what waits for it. */
  function shown(id: number | string): Version {
    if (typeof id === 'string') return { ...created!.fields, id: 0, revision: '' }
    const item = server.current(id)
    return withWaiting(queue, `articles/${id}`, { ...item }, mergeBodies) ?? item
  }

  function edit(id: number | string, field: keyof Fields, place: number, word: string) {
    const draft = drafts.get(id) ?? { base: shown(id), values: shown(id) }
    const values = { ...draft.values }
    if (field === 'markdown') {
      const blocks = values.markdown.trimEnd().split('\n\n')
      const at = place % blocks.length
      values.markdown = `${blocks.map((block, index) => (index === at ? `${block} ${word}.` : block)).join('\n\n')}\n`
    } else values[field] = `${values[field]} ${word}`
    drafts.set(id, { base: draft.base, values })
  }

  return {
    typed,
    acknowledged,
    lines,
    taken,
    queue: () => queue,
    drafts,
    type(id: number, field: keyof Fields, place: number) {
      count += 1
      const word = `${name}${count}`
      edit(id, field, place, word)
      typed.push(word)
    },
    /** A picture without a network: it waits, and its place stands in the text. */
    picture(id: number, place: number) {
      const key = nextKey()
      put({ kind: 'upload', file: new File([], 'a.png'), alt: '' }, key)
      edit(id, 'markdown', place, `![](${waitingAddress(key)})`)
    },
    /**
     * A new item, or one more change of the one that was made last, whether or not it waits still.
     */
    create() {
      count += 1
      const word = `${name}${count}`
      typed.push(word)
      if (created && queue.some(({ key }) => key === created?.key)) {
        edit(created.key, 'excerpt', 0, word)
        return
      }
      const fields = { title: `New ${word}`, excerpt: 'E', markdown: 'Text.\n' }
      const key = nextKey()
      created = { key, fields }
      put(
        {
          kind: 'create',
          type: 'articles',
          fields: { title: fields.title, excerpt: 'E', content: 'Text.\n' },
        },
        key,
      )
    },
    save(id: number | string | undefined = created?.key) {
      const draft = id === undefined ? undefined : drafts.get(id)
      if (!draft || id === undefined) return
      // What was created meanwhile is another item of the list, with its own number.
      if (typeof id === 'string' && !queue.some(({ key }) => key === id)) return
      const settled = withPictures(draft, (key) => pictures.get(key) ?? null)
      const patch: Record<string, unknown> = {}
      const from: Record<string, unknown> = {}
      for (const field of names)
        if (settled.values[field] !== settled.base[field]) {
          patch[sentAs(field)] = settled.values[field]
          from[sentAs(field)] = fieldOf(settled.base, sentAs(field))
        }
      put(
        { kind: 'save', type: 'articles', item: id, revision: draft.base.revision, patch, from },
        nextKey(),
      )
      if (created && id === created.key)
        created = { key: created.key, fields: { ...created.fields, ...patch } }
      drafts.delete(id)
    },
    /** One try. `loss`: what the network does to it. */
    send(loss: 'none' | 'before' | 'after') {
      const entry = nextToSend(queue, 0)
      if (!entry) return
      const sent: Sent = loss === 'before' ? { kind: 'unreachable' } : server.write(entry)
      const heard: Sent = loss === 'none' ? sent : { kind: 'unreachable' }
      queue = afterSent(queue, entry, heard, mergeBodies)
      if (heard.kind !== 'done') return
      if (heard.picture !== undefined) pictures.set(entry.key, heard.picture)
      acknowledged.push({ key: entry.key, words: wordsIn(entry.work) })
    },
    withdraw(place: number) {
      const entry = queue[place % (queue.length || 1)]
      if (!entry) return
      const gone = cancelledWith(queue, entry)
      taken.push(...gone)
      queue = queue.filter((one) => !gone.includes(one))
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
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('picture' as const), who, item, place: fc.nat(2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('create' as const), who, saved: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('withdraw' as const), who, place: fc.nat(5) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('native' as const), item, place: fc.nat(2) }),
  },
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
          const text = blocks.map((block, at) =>
            at === one.place % blocks.length ? `${block} n${commits}.` : block,
          )
          server.commit(one.item, { ...now, markdown: `${text.join('\n\n')}\n` })
        } else {
          const browser = browsers[one.who]
          if (one.do === 'type') browser.type(one.item, one.field, one.place)
          else if (one.do === 'save') browser.save(one.item)
          else if (one.do === 'send') browser.send(one.loss)
          else if (one.do === 'picture') browser.picture(one.item, one.place)
          else if (one.do === 'withdraw') browser.withdraw(one.place)
          else if (one.do === 'create') {
            browser.create()
            if (one.saved) browser.save()
          } else browser.crash()
        }
      }
      const past = new Set(server.history.flatMap(wordsIn))
      for (const browser of Object.values(browsers)) {
        // The network is back, and everything that can go goes.
        for (let tries = 0; tries < 100 && nextToSend(browser.queue(), 0); tries += 1)
          browser.send('none')
        for (const word of server.history.flatMap(wordsIn)) past.add(word)
        const acknowledged = browser.acknowledged.flatMap(({ words }) => words)
        expect(acknowledged.filter((word) => !past.has(word))).toEqual([])
        const kept = new Set(
          [...browser.drafts.values(), ...browser.queue(), ...browser.taken].flatMap(wordsIn),
        )
        expect(browser.typed.filter((word) => !past.has(word) && !kept.has(word))).toEqual([])
        for (const of of new Set(browser.lines.map((line) => line.of))) {
          const line = browser.lines.filter((one) => one.of === of).map(({ key }) => key)
          const own = browser.acknowledged.map(({ key }) => key).filter((key) => line.includes(key))
          expect(own).toEqual(line.filter((key) => own.includes(key)))
        }
        // Only a cancelled picture can prevent a text from being saved.
        const refused = browser.queue().filter(({ state }) => state.kind === 'refused')
        const noPicture = new Set(
          browser.taken.filter(({ work }) => work.kind === 'upload').map(({ key }) => key),
        )
        for (const { work } of refused)
          expect([...waitingPicturesIn(work)].some((key) => noPicture.has(key))).toBe(true)
      }
      expect([...waitingPicturesIn(server.history)]).toEqual([])
      expect(new Set(server.done).size).toBe(server.done.length)
      const native = server.history.flatMap((one) => JSON.stringify(one).match(/\bn\d+\b/g) ?? [])
      for (const id of [1, 2]) expect(nativeLost(server.history, id, native)).toEqual([])
    }),
    { numRuns: 60 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
})

/**
 * Words of native commits to an item that its newest version does not have: a save must never take
 * them away.
 */
function nativeLost(
  history: ReadonlyArray<Version>,
  id: number,
  words: ReadonlyArray<string>,
): Array<string> {
  const own = history.filter((one) => one.id === id)
  const here = words.filter((word) => own.some(({ markdown }) => markdown.includes(`${word}.`)))
  return here.filter((word) => !own.at(-1)?.markdown.includes(`${word}.`))
}
