import { readFile } from 'node:fs/promises'
import type { TemporaryRepository } from '../../../tests/temp-repository.ts'
import { untilDone } from '../jobs.ts'
import type { Field } from './device.tsx'
import type { Person } from './steps.ts'
import { wordInParagraph } from './word-in-paragraph.ts'

/** Words of a browser's save or of a commit, in the order of the saves. */
export interface Saved {
  who: Person
  item: number
  words: Array<string>
  /** Whether the browser got the answer that they are in a commit. */
  done: boolean
}

/** An article's file from the root of the repository. */
const fileOf = (id: number) => `content/articles/article-${id - 1}.md`

/**
 * Saves of one browser to one article whose words entered history in another order than they were
 * saved in.
 */
export function outOfOrder(
  saves: ReadonlyArray<Saved>,
  order: ReadonlyMap<string, number>,
): Array<string> {
  const last = new Map<string, number>()
  return saves.flatMap(({ who: name, item, words }) => {
    const at = Math.min(...words.map((one) => order.get(one) ?? Number.POSITIVE_INFINITY))
    const before = last.get(`${name} ${item}`) ?? -1
    if (at !== Number.POSITIVE_INFINITY) last.set(`${name} ${item}`, Math.max(at, before))
    return at < before ? [`"${words[0]}" of ${name} came before what was saved earlier`] : []
  })
}

/** Every written word is unique. */
export const aWord = /\b(?:ada|bob|git)\d+x\b/g

/**
 * The words of all commits since `from`: the position of the first commit with each, the words in
 * the current files, and commits without a word.
 */
export async function historyOf(
  { git }: TemporaryRepository,
  from: string,
  ids: readonly [number, number],
) {
  const order = new Map<string, number>()
  const empty: Array<string> = []
  const log = await git('log', '--reverse', '-p', '-U0', '--format=%x00%h %an %s', `${from}..HEAD`)
  for (const [at, commit] of log.split('\0').slice(1).entries()) {
    const [title = '', ...lines] = commit.split('\n')
    const added =
      lines
        .filter((line) => line.startsWith('+'))
        .join('\n')
        .match(aWord) ?? []
    const fresh = added.filter((one) => !order.has(one))
    if (fresh.length === 0) empty.push(title)
    for (const one of fresh) order.set(one, at)
  }
  const now = (await Promise.all(ids.map((id) => git('show', `HEAD:${fileOf(id)}`)))).join('\n')
  return {
    order,
    empty,
    now: [...(now.match(aWord) ?? [])] as Array<string>,
  }
}

/** Adds a word to an article with git itself. */
export async function commitNatively(
  { git, path, write }: TemporaryRepository,
  id: number,
  { field, place }: { field: Field; place: number },
  word: string,
): Promise<void> {
  const file = fileOf(id)
  await write(file, withWord(await readFile(path(file), 'utf8'), word, field, place))
  await untilDone(() => git('add', '--', file))
  await untilDone(() => git('commit', '-q', '-m', `Write ${word}`))
}

function withWord(text: string, word: string, field: Field, place: number): string {
  if (field !== 'content')
    return text.replace(new RegExp(`^${field}: (.*)$`, 'm'), `${field}: $1 ${word}`)
  const body = text.indexOf('\n---\n\n') + 6
  return text.slice(0, body) + wordInParagraph(text.slice(body), word, place)
}
