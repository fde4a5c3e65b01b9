import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { git, gitEnvironment, repositoryAt, temporaryFolder } from '../../tests/temp-repository.ts'
import { root } from '../sources.mjs'
import { type GeneratedArticle, generateArticles, writeArticles } from './corpus.ts'
import { writeRichArticles } from './rich-corpus.ts'

const seed = 20_250_101
const cache = path.join(root, 'node_modules', '.cache', 'bench')
const kinds = { articles: writeArticles, rich: writeRichArticles }
/** The files that the text of a corpus depends on. */
const sources = ['corpus.ts', 'random.ts', 'rich-corpus.ts', 'vocabulary.ts']

/** Generated content in its own git repository, removed at the end of the scope. */
export type Corpus = Awaited<ReturnType<typeof clonedCorpus>>

export type CorpusArticle = Pick<GeneratedArticle, 'path' | 'meta'>

/** A fresh clone of a repository with `count` generated articles, in year folders and one pack. */
export async function clonedCorpus(count: number, kind: keyof typeof kinds = 'articles') {
  const original = await generatedRepository(count, kind)
  const folder = await temporaryFolder()
  const work = path.join(folder.path, 'work')
  await git(folder.path, ['clone', '-q', original, work])
  return {
    /** The work tree of the repository. */
    work,
    /** The CONTENT_DIR of the site. */
    contentDir: path.join(work, 'content'),
    /** The DATA_DIR of the site; empty at first. */
    dataDir: path.join(folder.path, 'data'),
    articles: Array.from(
      generateArticles(count, seed),
      ({ path, meta }): CorpusArticle => ({ path, meta }),
    ),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

/**
 * A repository of one commit and one pack, in the cache of the benchmarks. Another generator or
 * seed makes another.
 */
async function generatedRepository(count: number, kind: keyof typeof kinds): Promise<string> {
  const hash = createHash('sha1').update(String(seed))
  for (const name of sources) hash.update(await readFile(path.join(import.meta.dirname, name)))
  const target = path.join(cache, `${count}-${kind}-${hash.digest('hex').slice(0, 10)}`)
  if (existsSync(target)) return target
  console.error(`Generating ${count} articles …`)
  const unfinished = `${target}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  try {
    await kinds[kind](path.join(unfinished, 'content'), count, seed)
    await git(unfinished, ['init', '-q'])
    await repositoryAt(unfinished).commit('Generated articles')
    await git(unfinished, ['repack', '-adq'])
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return target
}

/** Inserts a sentence at the beginning of an article in the work tree. */
export async function edit(
  corpus: Corpus,
  article: CorpusArticle,
  sentence: string,
): Promise<void> {
  const text = await readFile(fileOf(corpus, article), 'utf8')
  await writeFile(fileOf(corpus, article), text.replace(/\n---\n\n/, `$&${sentence}\n\n`))
}

/** Runs `git add && git commit` for one article; `durable`: git waits until all is on the disk. */
export async function commitEdit(
  corpus: Corpus,
  article: CorpusArticle,
  durable?: boolean,
): Promise<void> {
  const command = durable ? 'git -c core.fsync=all' : 'git'
  const script = `${command} add -- "$0" && ${command} commit -q -m Edit`
  await promisify(execFile)('sh', ['-c', script, path.join('content', article.path)], {
    cwd: corpus.work,
    env: gitEnvironment(Math.floor(Date.now() / 1000)),
  })
}

/** Articles at equal distances of a corpus. */
export function spread({ articles }: Corpus, count: number): Array<CorpusArticle> {
  const step = Math.floor(articles.length / count)
  return articles.filter((_, at) => at % step === 0).slice(0, count)
}

function fileOf({ contentDir }: Corpus, article: CorpusArticle): string {
  return path.join(contentDir, article.path)
}
