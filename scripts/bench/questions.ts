import { readFileSync } from 'node:fs'
import path from 'node:path'
import wordList from 'word-list'
import { fileKinds } from '#domain/content.ts'
import { createDictionary } from '../../server/search/dictionary.ts'
import { createEngine } from '../../server/search/engine.ts'
import { entryKey } from '../../server/search/entry-key.ts'
import { readSearchFolder } from '../search-folder.ts'
import { atLeast, type Row, runWhenStarted } from './rows.ts'

/** A question of `questions.tsv`, with its result. */
export interface AskedQuestion {
  kind: string
  /** The ranking is tuned with one half of the questions and checked with the other. */
  part: string
  question: string
  /** Addresses of the pages that answer it. */
  right: ReadonlyArray<string>
  /** The place of the first right page in its group of the results, from 1; 0 when none is found. */
  rank: number
  /** The first result of every group. */
  first: ReadonlyArray<string>
}

const root = path.join(import.meta.dirname, '..', '..')

/** Asks every question of `questions.tsv` about the sample content. */
export async function askQuestions(): Promise<Array<AskedQuestion>> {
  const { documents, addresses } = await readSearchFolder(path.join(root, 'content'))
  const engine = createEngine(undefined, createDictionary(wordList))
  for (const document of documents()) engine.put(document)
  engine.compact()
  const lines = readFileSync(path.join(import.meta.dirname, 'questions.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
  return lines.map((line) => {
    const [kind = '', part = '', question = '', answers = ''] = line.split('\t')
    const right = answers.split(' ')
    const hits = engine.query(question, Number.POSITIVE_INFINITY, 20)
    const groups = fileKinds.map((type) => hits[type].map((id) => addresses.get(entryKey({ type, id })) ?? ''))
    const ranks = groups.flatMap((group) => group.findIndex((address) => right.includes(address)) + 1 || [])
    return {
      kind,
      part,
      question,
      right,
      rank: ranks.length > 0 ? Math.min(...ranks) : 0,
      first: groups.flatMap((group) => group.slice(0, 1)),
    }
  })
}

/** The mean of one divided by the rank; a question without a right page counts as 0. */
export function meanReciprocalRank(asked: ReadonlyArray<AskedQuestion>): number {
  return asked.reduce((sum, { rank }) => sum + (rank > 0 ? 1 / rank : 0), 0) / asked.length
}

/** How well the search answers the questions of `questions.tsv`: all, by part and by kind. */
export async function runQuestions(): Promise<Array<Row>> {
  const asked = await askQuestions()
  const rowOf = (name: string, some: ReadonlyArray<AskedQuestion>): Row => ({
    name: `questions: ${name}`,
    ratio: Number(meanReciprocalRank(some).toFixed(3)),
    unit: 'points',
    bar: atLeast(0.85),
    note: `mean reciprocal rank of ${some.length}`,
    details: {
      first: some.filter(({ rank }) => rank === 1).length,
      'not first': some
        .flatMap(({ question, rank, first }) => (rank === 1 ? [] : `\n  ${rank} "${question}": ${first.join(' ')}`))
        .join(''),
    },
  })
  const by = (field: 'kind' | 'part') =>
    [...new Set(asked.map((one) => one[field]))].map((value) =>
      rowOf(
        value,
        asked.filter((one) => one[field] === value),
      ),
    )
  return [rowOf('all', asked), ...by('part'), ...by('kind')]
}

await runWhenStarted(import.meta.url, runQuestions)
