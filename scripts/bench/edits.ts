import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gitEnvironment } from '../../tests/temp-repository.ts'
import type { Corpus, CorpusArticle } from './corpora.ts'

const run = promisify(execFile)

/** The first sentence of an article's body, as on its page. */
export async function firstSentence(corpus: Corpus, article: CorpusArticle): Promise<string> {
  const { body } = await read(corpus, article)
  return body.slice(0, body.indexOf('.') + 1)
}

/** Inserts a sentence at the beginning of an article in the work tree. */
export async function edit(corpus: Corpus, article: CorpusArticle, sentence: string): Promise<void> {
  const { file, head, body } = await read(corpus, article)
  await writeFile(file, `${head}${sentence}\n\n${body}`)
}

/** Runs `git add && git commit` for one article; `durable`: git waits until all is on the disk. */
export async function commitEdit(corpus: Corpus, article: CorpusArticle, durable = false): Promise<void> {
  const git = durable ? 'git -c core.fsync=all' : 'git'
  await run('sh', ['-c', `${git} add -- "$0" && ${git} commit -q -m Edit`, path.join('content', article.path)], {
    cwd: corpus.work,
    env: gitEnvironment(Math.floor(Date.now() / 1000)),
  })
}

/** Articles at equal distances of a corpus. */
export function spread({ articles }: Corpus, count: number): Array<CorpusArticle> {
  const step = Math.floor(articles.length / count)
  return articles.filter((_, at) => at % step === 0).slice(0, count)
}

async function read(corpus: Corpus, article: CorpusArticle) {
  const file = path.join(corpus.contentDir, article.path)
  const [head = '', ...body] = (await readFile(file, 'utf8')).split(/(?<=\n---\n\n)/)
  return { file, head, body: body.join('') }
}
