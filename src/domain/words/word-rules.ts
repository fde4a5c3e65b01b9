import type { Digraphs } from './fold.ts'

/** What is known of a language. */
export interface WordRules {
  /** Its name in the libraries. */
  name: string
  load(): Promise<[{ stemmer(word: string): string }, { stopwords: ReadonlyArray<string> }]>
  digraphs?: Digraphs
}

type Row = [
  tag: string,
  name: string,
  stemmer: () => Promise<Stemmer>,
  stopWords: () => Promise<StopWords>,
]
type Stemmer = Awaited<ReturnType<WordRules['load']>>[0]
type StopWords = Awaited<ReturnType<WordRules['load']>>[1]

/**
 * The languages besides English that have a stemmer and a list of stop words. A bundler finds only
 * modules whose whole name is written.
 */
const rows: ReadonlyArray<Row> = [
  ['ar', 'arabic', () => import('@orama/stemmers/arabic'), () => import('@orama/stopwords/arabic')],
  [
    'bg',
    'bulgarian',
    () => import('@orama/stemmers/bulgarian'),
    () => import('@orama/stopwords/bulgarian'),
  ],
  ['da', 'danish', () => import('@orama/stemmers/danish'), () => import('@orama/stopwords/danish')],
  ['de', 'german', () => import('@orama/stemmers/german'), () => import('@orama/stopwords/german')],
  ['el', 'greek', () => import('@orama/stemmers/greek'), () => import('@orama/stopwords/greek')],
  [
    'es',
    'spanish',
    () => import('@orama/stemmers/spanish'),
    () => import('@orama/stopwords/spanish'),
  ],
  [
    'fi',
    'finnish',
    () => import('@orama/stemmers/finnish'),
    () => import('@orama/stopwords/finnish'),
  ],
  ['fr', 'french', () => import('@orama/stemmers/french'), () => import('@orama/stopwords/french')],
  ['ga', 'irish', () => import('@orama/stemmers/irish'), () => import('@orama/stopwords/irish')],
  ['hi', 'indian', () => import('@orama/stemmers/indian'), () => import('@orama/stopwords/indian')],
  [
    'hu',
    'hungarian',
    () => import('@orama/stemmers/hungarian'),
    () => import('@orama/stopwords/hungarian'),
  ],
  [
    'hy',
    'armenian',
    () => import('@orama/stemmers/armenian'),
    () => import('@orama/stopwords/armenian'),
  ],
  [
    'id',
    'indonesian',
    () => import('@orama/stemmers/indonesian'),
    () => import('@orama/stopwords/indonesian'),
  ],
  [
    'it',
    'italian',
    () => import('@orama/stemmers/italian'),
    () => import('@orama/stopwords/italian'),
  ],
  [
    'lt',
    'lithuanian',
    () => import('@orama/stemmers/lithuanian'),
    () => import('@orama/stopwords/lithuanian'),
  ],
  [
    'nb',
    'norwegian',
    () => import('@orama/stemmers/norwegian'),
    () => import('@orama/stopwords/norwegian'),
  ],
  ['ne', 'nepali', () => import('@orama/stemmers/nepali'), () => import('@orama/stopwords/nepali')],
  ['nl', 'dutch', () => import('@orama/stemmers/dutch'), () => import('@orama/stopwords/dutch')],
  [
    'nn',
    'norwegian',
    () => import('@orama/stemmers/norwegian'),
    () => import('@orama/stopwords/norwegian'),
  ],
  [
    'no',
    'norwegian',
    () => import('@orama/stemmers/norwegian'),
    () => import('@orama/stopwords/norwegian'),
  ],
  [
    'pt',
    'portuguese',
    () => import('@orama/stemmers/portuguese'),
    () => import('@orama/stopwords/portuguese'),
  ],
  [
    'ro',
    'romanian',
    () => import('@orama/stemmers/romanian'),
    () => import('@orama/stopwords/romanian'),
  ],
  [
    'ru',
    'russian',
    () => import('@orama/stemmers/russian'),
    () => import('@orama/stopwords/russian'),
  ],
  [
    'sr',
    'serbian',
    () => import('@orama/stemmers/serbian'),
    () => import('@orama/stopwords/serbian'),
  ],
  [
    'sv',
    'swedish',
    () => import('@orama/stemmers/swedish'),
    () => import('@orama/stopwords/swedish'),
  ],
  ['ta', 'tamil', () => import('@orama/stemmers/tamil'), () => import('@orama/stopwords/tamil')],
  [
    'tr',
    'turkish',
    () => import('@orama/stemmers/turkish'),
    () => import('@orama/stopwords/turkish'),
  ],
  [
    'uk',
    'ukrainian',
    () => import('@orama/stemmers/ukrainian'),
    () => import('@orama/stopwords/ukrainian'),
  ],
]

const germanDigraphs = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
])

/** By the tag without a region. */
const digraphsOf: ReadonlyMap<string, Digraphs> = new Map([['de', germanDigraphs]])

/** By the tag without a region. */
export const wordRules: ReadonlyMap<string, WordRules> = new Map(
  rows.map(([tag, name, stemmer, stopWords]) => [
    tag,
    {
      name,
      load: () => Promise.all([stemmer(), stopWords()]),
      ...(digraphsOf.has(tag) && { digraphs: digraphsOf.get(tag) }),
    },
  ]),
)
