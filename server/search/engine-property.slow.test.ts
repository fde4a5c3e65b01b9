import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomText } from '../../tests/random-text.ts'
import { reloaded } from '../../tests/reloaded-engine.ts'
import { sampleDocument } from '../../tests/sample-documents.ts'
import type { SearchDocument } from './document.ts'
import { createEngine, type SearchEngine } from './engine.ts'

/** `npm run soak -- properties` tries that many times as many texts as `npm test`. */
const times = Number(import.meta.env.PROPERTY_TIMES ?? 1)

/** Few words, so that documents share them; some are names of object properties. */
const words =
  'kick snare side-chain sidechain reverb reverbs Größe mix mixing 12.3 日本 __proto__ constructor eq'.split(
    ' ',
  )
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
  .map((list) => list.join(' '))

const document: fc.Arbitrary<SearchDocument> = fc
  .record({
    id: fc.integer({ min: 1, max: 12 }),
    title: text,
    excerpt: text,
    body: text,
    tag: text,
    news: fc.boolean(),
  })
  .map(({ id, title, tag, news, ...rest }) =>
    sampleDocument(id, title, { ...rest, tags: [tag], type: news ? 'news' : 'articles' }),
  )

type Step =
  | { kind: 'put'; document: SearchDocument }
  | { kind: 'remove'; item: { type: 'articles' | 'news'; id: number } }
  | { kind: 'save and load' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: document.map((one): Step => ({ kind: 'put', document: one })) },
  {
    weight: 3,
    arbitrary: fc
      .record({
        type: fc.constantFrom('articles' as const, 'news' as const),
        id: fc.integer({ min: 1, max: 12 }),
      })
      .map((item): Step => ({ kind: 'remove', item })),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'save and load' }) },
)

/**
 * Takes a step with an engine and the documents that it should have. Returns the engine after it.
 */
function take(step: Step, engine: SearchEngine, model: Map<string, SearchDocument>): SearchEngine {
  if (step.kind === 'put') {
    engine.put(step.document)
    model.set(`${step.document.type}:${step.document.id}`, step.document)
  } else if (step.kind === 'remove') {
    expect(engine.remove(step.item)).toBe(model.delete(`${step.item.type}:${step.item.id}`))
  } else return reloaded(engine)
  return engine
}

test('after any changes, saves and loads the answers are those of an index built at once', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      fc.array(text, { minLength: 1, maxLength: 5 }),
      (steps, queries) => {
        let engine = createEngine()
        const model = new Map<string, SearchDocument>()
        for (const one of steps) engine = take(one, engine, model)
        const fresh = createEngine()
        for (const one of model.values()) fresh.put(one)
        expect(new Set(engine.entries())).toEqual(new Set(fresh.entries()))
        for (const query of [...queries, ...words, 'rev', 'sidechian'])
          expect(engine.query(query, Number.POSITIVE_INFINITY, 50)).toEqual(
            fresh.query(query, Number.POSITIVE_INFINITY, 50),
          )
      },
    ),
    { numRuns: 50 * times },
  )
})

test('a removed or replaced item is never found by its old words', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let engine = createEngine()
      const model = new Map<string, SearchDocument>()
      for (const one of steps) {
        engine = take(one, engine, model)
        for (const word of ['kick', 'reverb', 'constructor']) {
          const { articles, news } = engine.query(word, Number.POSITIVE_INFINITY, 50)
          const holds = (type: string) => (id: number) =>
            JSON.stringify(model.get(`${type}:${id}`) ?? '').includes(word)
          expect(articles.filter((id) => !holds('articles')(id))).toEqual([])
          expect(news.filter((id) => !holds('news')(id))).toEqual([])
          const all = [...model.values()].filter((one) =>
            new RegExp(`\\b${word}\\b`).test(JSON.stringify(one)),
          )
          expect(articles.length + news.length).toBeGreaterThanOrEqual(all.length)
        }
      }
    }),
    { numRuns: 25 * times },
  )
})

test('no text makes a query or a document fail', () => {
  fc.assert(
    fc.property(randomText({ maxLength: 300 }), randomText(), (one, other) => {
      const engine = createEngine()
      engine.put(sampleDocument(1, one, { body: other, tags: [other] }))
      engine.put(sampleDocument(2, other, { body: one, excerpt: one }))
      engine.query(one, Number.POSITIVE_INFINITY, 20)
      engine.query(other, Number.POSITIVE_INFINITY, 20)
      engine.query('a', Number.POSITIVE_INFINITY, 20)
      engine.query(`${one} ${other}`, Number.POSITIVE_INFINITY, 20)
    }),
    { numRuns: 40 * times },
  )
})
