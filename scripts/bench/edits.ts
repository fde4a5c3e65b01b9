import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gitEnvironment } from '../../tests/temp-repository.ts'
import type { GeneratedCorpus } from './corpora.ts'

const run = promisify(execFile)

type Article = GeneratedCorpus['articles'][number]

/** The first sentence of an article's body, as on its page. */
export async function firstSentence(corpus: GeneratedCorpus, article: Article): Promise<string> {
  const { body } = await read(corpus, article)
  return body.slice(0, body.indexOf('.') + 1)
}

/** Inserts a sentence at the beginning of an article in the work tree. */
export async function edit(corpus: GeneratedCorpus, article: Article, sentence: string): Promise<void> {
  const { file, head, body } = await read(corpus, article)
  await writeFile(file, `${head}${sentence}\n\n${body}`)
}

/** Runs `git add && git commit` for one article; `durable`: git waits until all is on the disk. */
export async function commit(corpus: GeneratedCorpus, article: Article, durable = false): Promise<void> {
  const git = durable ? 'git -c core.fsync=all' : 'git'
  await run('sh', ['-c', `${git} add -- "$0" && ${git} commit -q -m Edit`, fileOf(corpus, article)], {
    cwd: corpus.repository.root,
    env: gitEnvironment(Math.floor(Date.now() / 1000)),
  })
}

/** Milliseconds of `git add && git commit` of an edit; the edit itself is not measured. */
export async function commitTime(
  corpus: GeneratedCorpus,
  article: Article,
  sentence: string,
  durable = false,
): Promise<number> {
  await edit(corpus, article, sentence)
  const started = performance.now()
  await commit(corpus, article, durable)
  return performance.now() - started
}

/** Articles at equal distances of a corpus. */
export function spread(corpus: GeneratedCorpus, count: number): Array<Article> {
  const step = Math.floor(corpus.articles.length / count)
  return corpus.articles.filter((_, at) => at % step === 0).slice(0, count)
}

async function read(corpus: GeneratedCorpus, article: Article) {
  const file = fileOf(corpus, article)
  const text = await readFile(file, 'utf8')
  const bodyAt = text.indexOf('\n---\n\n') + '\n---\n\n'.length
  return { file, head: text.slice(0, bodyAt), body: text.slice(bodyAt) }
}

function fileOf(corpus: GeneratedCorpus, article: Article): string {
  return path.join(corpus.contentDir, article.path)
}
