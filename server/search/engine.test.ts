import { expect, test } from 'vitest'
import { wordLanguage } from '#domain/words/word-language.ts'
import { reloaded } from '../../tests/reloaded-engine.ts'
import { sampleDocument, sampleDocuments } from '../../tests/sample-documents.ts'
import { createEngine, type SearchEngine } from './engine.ts'
import { english } from './english.ts'

const now = Date.UTC(2026, 10, 21)

function engineWith(documents = sampleDocuments): SearchEngine {
  const engine = createEngine()
  for (const document of documents) engine.put(document)
  return engine
}

const articles = (engine: SearchEngine, query: string) => engine.query(query, now, 20).articles

/** A query and the articles that must come first; none means no results in any group. */
const golden: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
  ['warp modes', [1]],
  ['Warp', [1]],
  ['wa', [1, 4]],
  ['warp mo', [1]],
  ['complex songs', [1]],
  ['modes browser', [1]],
  ['bass', [4, 2]],
  ['mixing', [3, 2]],
  ['compressor', [2, 6]],
  ['sidechain', [2, 3]],
  ['side-chain', [2, 3]],
  ['side chain', [2, 3]],
  ['sidechian', [2, 3]],
  ['sidechan', [2, 3]],
  ['sidecahin kick', [2]],
  ['hihat', [8]],
  ['hi hats', [8]],
  ['reverb', [5]],
  ['reverv', [5]],
  ['rverb', [5]],
  ['revreb', [5]],
  ['hybrd revreb', [5]],
  ['mastring chian', [6]],
  ['wavetabel', [4]],
  ['wave table', [4]],
  ['wavtabl bas', [4]],
  ['lfo', [4]],
  ['low frequency oscillator', [4]],
  ['equaliser', [6, 5]],
  ['equalizers', [6, 5]],
  ['eq', [6, 5]],
  ['equalizer', [6]],
  ['comp', [2]],
  ['randomize', [7]],
  ['randomise', [7]],
  ['grosse', [5]],
  ['Größe', [5]],
  ['GRÖSSE', [5]],
  ['strasse', [5]],
  ['Straße', [5]],
  ['cafe', [5]],
  ['Café', [5]],
  ['日本', [8]],
  ['テキスト', [8]],
  ['🎹', [8]],
  ['quixotic', [6]],
  ['quixo', [6]],
  ['lufs', [6]],
  ['push3', [8]],
  ['push 3', [8]],
  ['stepsequencer', [8]],
  ['drum programing', [8]],
  ['limiters', [6]],
  ['clip', [7]],
  ['follow action', [7]],
  ["producer's kick", [2, 7]],
  ['transients', [1]],
  ['headroom fader', [3]],
  ['steady fader', [3]],
  ['live set', [7, 3]],
  ['zzzzqqq', []],
]

test.each(golden)("'%s' finds what it should first", (query, expected) => {
  const found = engineWith().query(query, now, 20)
  if (expected.length === 0)
    expect(found).toEqual({ articles: [], news: [], newsletters: [], downloads: [], pages: [] })
  expect(found.articles.slice(0, expected.length)).toEqual(expected)
})

test.each<readonly [string, ReadonlyArray<number>]>([
  ['C++', [1]],
  ['c#', [4, 2]],
  ['C# minor', [4, 2, 3]],
  ['F#', [3]],
  ['f♯', [3]],
  ['C', [5, 4]],
  ['.als', [6]],
  ['als', [7, 6]],
  ['set.als', [6]],
  ['D++', []],
])('a sign tells words apart: %s', (query, expected) => {
  const engine = engineWith([
    sampleDocument(1, 'Plugins in C++'),
    sampleDocument(2, 'C# for Max'),
    sampleDocument(3, 'A bass in F# minor'),
    sampleDocument(4, 'Chord of C#'),
    sampleDocument(5, 'Vitamin C'),
    sampleDocument(6, 'The file set.als'),
    sampleDocument(7, 'Als das Lied begann'),
  ])
  expect(articles(engine, query).sort()).toEqual([...expected].sort())
})

test.each<readonly [string, string, string]>([
  ['การทำเพลงด้วยคอมพิวเตอร์', 'เพลง', 'แมว'],
  ['ເພງລາວມ່ວນຫຼາຍ', 'ເພງ', 'ແມວ'],
  ['ការផលិតតន្ត្រីខ្មែរ', 'តន្ត្រី', 'ឆ្មា'],
  ['သီချင်းရေးသားခြင်း', 'သီချင်း', 'ကြောင်'],
  ['音乐制作的音高移动', '音高', '钢琴'],
  ['音楽制作とピッチシフト', '音楽', 'パン'],
  ['東京都の音', '都', '市'],
  ['音楽制作', '楽', '鍵'],
  ['한국 음악', '음', '빵'],
  ['Питч-шифтинг и ёлки', 'елки', 'елка'],
  ['संगीत की रचना', 'रचना', 'रचने'],
  ['الموسيقى العَرَبية', 'العربية', 'الغربية'],
])("of '%s', '%s' is found and '%s' is not", (title, inside, other) => {
  const engine = engineWith([sampleDocument(1, title), sampleDocument(2, 'Warp modes')])
  expect(engine.query(`${inside} warp`, now, 20, true).articles.sort()).toEqual([1, 2])
  expect(articles(engine, inside)).toEqual([1])
  expect(engine.query(other, now, 20, true).articles).toEqual([])
})

test('the words that begin with a letter of Thai are found by it', () => {
  const engine = engineWith([sampleDocument(1, 'การทำเพลง'), sampleDocument(2, 'Warp modes')])
  expect(articles(engine, 'ก')).toEqual([1])
})

test('a word that a dictionary divides otherwise in a text is found by its parts', () => {
  const engine = engineWith([sampleDocument(1, '東京都'), sampleDocument(2, 'Warp modes')])
  expect(articles(engine, '京都東 warp')).toContain(1)
})

test('the same answers come from an index that was saved and loaded', () => {
  const engine = engineWith()
  const before = golden.map(([query]) => engine.query(query, now, 20))
  const loaded = reloaded(engine)
  expect(golden.map(([query]) => loaded.query(query, now, 20))).toEqual(before)
})

test('more documents than one index of FlexSearch gets are found, replaced and removed', () => {
  const engine = createEngine()
  for (let id = 1; id <= 10_001; id++) engine.put(sampleDocument(id, `Looper number${id}`))
  engine.put(sampleDocument(5_001, 'Slicing a Break'))
  for (const one of [engine, reloaded(engine)]) {
    const found = ['number5000', 'slicing', 'number5001', 'number10001'].map(
      (word) => one.query(word, Infinity, 20, true).articles,
    )
    expect(found).toEqual([[5_000], [5_001], [], [10_001]])
  }
})

test('news and newsletters come in groups of their own, a version number as a whole', () => {
  const engine = engineWith()
  expect(engine.query('12.3', now, 20).news).toEqual([21])
  expect(engine.query('live 12.2', now, 20).news[0]).toBe(22)
  expect(engine.query('bounce', now, 20).news).toEqual([22, 21])
  expect(engine.query('roar parallel', now, 20).newsletters).toEqual([31])
  expect(engine.query('saturation', now, 20).newsletters).toEqual([31])
})

test('a title goes before tags, tags before the category, that before an excerpt, and the body comes last', () => {
  const engine = engineWith([
    sampleDocument(1, 'One', { body: 'granulator granulator granulator granulator granulator' }),
    sampleDocument(2, 'Two', { excerpt: 'A granulator.' }),
    sampleDocument(3, 'Three', { category: 'Granulator' }),
    sampleDocument(4, 'Four', { tags: ['granulator'] }),
    sampleDocument(5, 'A long title that has eight words and granulator'),
    sampleDocument(6, 'Six', { body: '## Granulator\n\ntext' }),
  ])
  const expected = [5, 4, 3, 2, 6, 1]
  for (const query of ['granulator', 'granul', 'granulater'])
    expect(articles(engine, query)).toEqual(expected)
})

test('among equals the newest comes first', () => {
  const engine = engineWith([
    sampleDocument(1, 'Echo', { publishedAt: Date.UTC(2025, 1, 1) }),
    sampleDocument(2, 'Echo', { publishedAt: Date.UTC(2026, 1, 1) }),
    sampleDocument(3, 'Echo', { publishedAt: Date.UTC(2024, 1, 1) }),
  ])
  expect(articles(engine, 'echo')).toEqual([2, 1, 3])
})

test('words in another order, or apart, come after the words as they were typed', () => {
  const engine = engineWith([
    sampleDocument(1, 'Drum bus tricks'),
    sampleDocument(2, 'Bus for drum tricks'),
    sampleDocument(3, 'Drum and bus tricks'),
  ])
  expect(articles(engine, 'drum bus')).toEqual([1, 3, 2])
})

test('a rare word of the body outweighs a common word in a title', () => {
  const engine = engineWith([
    ...Array.from({ length: 30 }, (_, at) => sampleDocument(at + 1, `Bass lesson ${at}`)),
    sampleDocument(40, 'Something else', { body: 'A bass through a Moogerfooger.' }),
  ])
  expect(articles(engine, 'bass moogerfooger')[0]).toBe(40)
})

test('an item with only a common word of the query is dropped when another has all words', () => {
  const engine = engineWith([
    ...Array.from({ length: 30 }, (_, at) => sampleDocument(at + 1, `Bass lesson ${at}`)),
    sampleDocument(40, 'Moogerfooger bass'),
  ])
  expect(articles(engine, 'bass moogerfooger')).toEqual([40])
  expect(articles(engine, 'bass nonsenseword')).toHaveLength(20)
})

test('in a sentence the function words count little, and the forms of a word meet', () => {
  const engine = engineWith([
    sampleDocument(1, 'How to Do It and What to Do With It', {
      body: 'How do I make it? With what I have.',
    }),
    sampleDocument(2, 'Ducking', { body: 'The bass is compressed.' }),
    sampleDocument(3, 'Slow Pads', { excerpt: 'The warmest chords.' }),
  ])
  expect(articles(engine, 'how do I do compressing with it')).toEqual([2])
  expect(articles(engine, 'compressions')).toEqual([2])
  expect(articles(engine, 'what makes a chord warm')).toEqual([3])
  expect(articles(engine, 'how to')).toEqual([1])
})

test('a word that a text misspells is corrected, unless it is a word of English or the search is literal', () => {
  const engine = createEngine(undefined, (word) => word === 'chorus')
  for (const document of [
    sampleDocument(1, 'Compressor and Chords', { tags: ['chords'] }),
    sampleDocument(2, 'Compressor, Again', { body: 'Chords.' }),
    sampleDocument(3, 'Glue', { body: 'A compressor on chords.' }),
    sampleDocument(4, 'Spelling', { body: 'Who types compresor finds it. A chorus helps.' }),
  ])
    engine.put(document)
  expect(engine.query('Compresor', now, 20)).toMatchObject({
    articles: [2, 1, 3],
    corrected: 'compressor',
  })
  const literal = engine.query('compresor', now, 20, true)
  expect(literal).toMatchObject({ articles: [4] })
  expect(literal).not.toHaveProperty('corrected')
  expect(engine.query('chorus', now, 20)).toMatchObject({ articles: [4] })
  // No text has it, and it is near 'chords'.
  engine.remove({ type: 'articles', id: 4 })
  expect(engine.query('chorus glue', now, 20)).toMatchObject({ articles: [3] })
  expect(engine.query('chorus glue', now, 20)).not.toHaveProperty('corrected')
})

test('a scheduled item is found once its time has come, and does not prevent a correction before', () => {
  const engine = engineWith([
    sampleDocument(1, 'Looper layers'),
    sampleDocument(2, 'Loopr', { publishedAt: now + 60_000 }),
  ])
  expect(engine.query('loopr', now, 20).articles).toEqual([1])
  expect(engine.query('loopr', now + 60_000, 20).articles[0]).toBe(2)
})

test('a changed item is found by its new words only, a removed one no more', () => {
  const engine = engineWith()
  engine.put(sampleDocument(1, 'Slicing a Break', { body: 'Simpler does it.' }))
  expect(articles(engine, 'warp modes')).not.toContain(1)
  expect(articles(engine, 'slicing')).toEqual([1])
  expect(engine.remove({ type: 'articles', id: 1 })).toBe(true)
  expect(engine.remove({ type: 'articles', id: 1 })).toBe(false)
  expect(articles(engine, 'slicing')).toEqual([])
  expect(articles(engine, 'slicing')).toEqual([])
})

test('an article and a news item with one id are two items', () => {
  const engine = engineWith([
    sampleDocument(5, 'Same'),
    sampleDocument(5, 'Same', { type: 'news' }),
  ])
  expect(engine.query('same', now, 20)).toMatchObject({ articles: [5], news: [5] })
  engine.remove({ type: 'news', id: 5 })
  expect(engine.query('same', now, 20)).toMatchObject({ articles: [5], news: [] })
})

test('no more than the limit is answered per group', () => {
  const engine = engineWith(
    Array.from({ length: 60 }, (_, at) => sampleDocument(at + 1, 'Drum rack')),
  )
  const found = articles(engine, 'drum')
  expect(found).toHaveLength(20)
  expect(found[0]).toBe(60)
})

test.each([
  '',
  '   ',
  '\u0000\u0001',
  '__proto__',
  'constructor prototype hasOwnProperty',
  '"; DROP TABLE articles; --',
  '<script>alert(1)</script>',
  '(((((((((((((a+)+)+)+$',
  '\ud800',
  '\u202e\u200b\ufeff',
  'a '.repeat(5_000),
  'x'.repeat(100_000),
  '-'.repeat(10_000),
  "'".repeat(300),
  'a-'.repeat(300),
  '1.'.repeat(300),
  '日'.repeat(10_000),
  '\u0301'.repeat(1_000),
  '🎹'.repeat(500),
  'ﷺ'.repeat(200),
  '%00%2e%2e%2f',
  '12.3.'.repeat(80),
])('a hostile query gets an answer (%#)', (query) => {
  const found = engineWith().query(query, now, 20)
  expect(Object.keys(found)).toEqual(['articles', 'news', 'newsletters', 'downloads', 'pages'])
})

test('documents with hostile words are found and break nothing', () => {
  const engine = engineWith([
    sampleDocument(1, '__proto__ constructor', {
      tags: ['toString', 'valueOf'],
      body: 'x'.repeat(50_000),
    }),
    sampleDocument(2, '', { body: '\ud800 \u0000 <!-- <!-- <!--' }),
    sampleDocument(3, 'hasOwnProperty'),
  ])
  expect(articles(engine, 'constructor')).toEqual([1])
  expect(articles(engine, '__proto__')).toEqual([1])
  expect(articles(engine, 'hasownproperty')).toEqual([3])
  expect(articles(engine, 'tostring')).toEqual([1])
})

async function engineIn(tag: string, titles: ReadonlyArray<string>): Promise<SearchEngine> {
  const engine = createEngine(undefined, null, await wordLanguage(tag, english))
  for (const [at, title] of titles.entries()) engine.put(sampleDocument(at + 1, title))
  return engine
}

const germanTitles = [
  'Ein Beispiel',
  'Verstärker für Bässe',
  'Der schöne Klang',
  'Müllers Gitarre',
  'Für und wider',
]

test.each<[string, ReadonlyArray<number>]>([
  ['Beispiele', [1]],
  ['den Beispielen', [1]],
  ['Verstaerker', [2]],
  ['Verstärkern', [2]],
  ['bass', [2]],
  ['Klänge', [3]],
  ['schoene Klaenge', [3]],
  ['Mueller', [4]],
  ['gitarren', [4]],
  ['die Gitarre für', [4]],
])('on a German site, %j finds %j', async (query, ids) => {
  const engine = await engineIn('de-AT', germanTitles)
  expect(articles(engine, query)).toEqual(ids)
})

test('a misspelled word with an umlaut is corrected in the spelling that the index has', async () => {
  const hits = (await engineIn('de', germanTitles)).query('der Verstärkr', now, 20)
  expect([hits.articles, hits.corrected]).toEqual([[2], 'der verstaerker'])
})

test.each([
  ['he', 'שירים חדשים', 'שירים'],
  ['th', 'การทำเพลง', 'เพลง'],
  ['zh', '音乐制作', '音乐'],
  ['ru', 'Новая гитара', 'новые гитары'],
  ['not a tag', 'Warp modes', 'warp'],
])('on a site in the language %j, the title %j is found by %j', async (tag, title, query) => {
  expect(articles(await engineIn(tag, [title]), query)).toEqual([1])
})

test('documents that are gone do not change what a query finds', () => {
  const news = Array.from({ length: 24 }, (_, id) => ({
    ...sampleDocuments[0]!,
    type: 'news' as const,
    id,
    title: id === 7 ? 'Parcel 7' : 'Parcel',
  }))
  const engine = engineWith(news)
  expect(engine.query('parcel 7', now, 20).news).toEqual([7])
  for (let id = 100; id < 140; id++) {
    engine.put({ ...news[7]!, id, title: 'Number 7' })
    engine.remove({ type: 'news', id })
  }
  expect(engine.query('parcel 7', now, 20).news).toEqual([7])
})
