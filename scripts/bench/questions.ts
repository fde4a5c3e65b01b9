import { readFileSync } from 'node:fs'
import path from 'node:path'
import wordList from 'word-list'
import { fileKinds } from '#domain/content.ts'
import { createDictionary } from '../../server/search/dictionary.ts'
import { createEngine } from '../../server/search/engine.ts'
import { entryKey } from '../../server/search/entry-key.ts'
import { readSearchFolder } from '../search-folder.ts'
import { root } from '../sources.mjs'
import { add, type Benchmark, reciprocal, say } from './harness.ts'

/**
 * Asks every question of `questions.tsv` about the sample content. `part`: the ranking is tuned
 * with one half of the questions and checked with the other; `rank`: the place of the first right
 * page in its group of the results, from 1, or 0 when none is found; `first`: the first result of
 * every group.
 */
export async function askQuestions() {
  const { documents, addresses } = await readSearchFolder(path.join(root, 'content'))
  const engine = createEngine(undefined, createDictionary(wordList))
  for await (const document of documents()) engine.put(document)
  const lines = readFileSync(path.join(import.meta.dirname, 'questions.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.slice(1).map((line) => {
    const [kind = '', part = '', question = '', answers = ''] = line.split('\t')
    const right = answers.split(' ')
    const hits = engine.query(question, Number.POSITIVE_INFINITY, 20)
    const groups = fileKinds.map((type) =>
      hits[type].map((id) => addresses.get(entryKey({ type, id })) ?? ''),
    )
    const ranks = groups.flatMap(
      (group) => group.findIndex((address) => right.includes(address)) + 1 || [],
    )
    const rank = ranks.length > 0 ? Math.min(...ranks) : 0
    return {
      kind,
      part,
      question,
      rank,
      first: groups.flatMap((group) => group.slice(0, 1)),
    }
  })
}

/** All questions, those of a part, and those of a kind. */
const groups = ['all', 'tune', 'check', 'sentence', 'device', 'two topics', 'typo']

/** How well the search answers the questions of `questions.tsv`. */
export const questions: Benchmark = {
  figures: groups.map((name) => [name, `mean of ${name}`, '≥ 0.85 points', 'mean reciprocal rank']),
  async run() {
    for (const { part, kind, question, rank, first } of await askQuestions()) {
      for (const name of ['all', part, kind]) add(name, reciprocal(rank))
      if (rank !== 1) say(`not first, but ${rank}: "${question}": ${first.join(' ')}`)
    }
  },
}
