import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { git, repositoryAt, type TemporaryRepository, temporaryFolder } from '../../tests/temp-repository.ts'
import { root } from '../sources.mjs'
import { type GeneratedArticle, generateArticles, writeArticles } from './corpus.ts'

const seed = 20_250_101
const cache = path.join(root, 'node_modules', '.cache', 'bench')
/** The files of this folder that the text of `generateArticles` depends on. */
export const corpusSources = ['corpus.ts', 'random.ts', 'vocabulary.ts']

/** Content in its own git repository, removed at the end of the scope. */
export interface Corpus extends AsyncDisposable {
  repository: TemporaryRepository
  /** The CONTENT_DIR of the site. */
  contentDir: string
  /** The DATA_DIR of the site; empty at first. */
  dataDir: string
}

export interface GeneratedCorpus extends Corpus {
  articles: ReadonlyArray<Pick<GeneratedArticle, 'path' | 'meta'>>
}

/** A fresh clone of a repository with `count` generated articles, in year folders and one pack. */
export async function clonedCorpus(count: number): Promise<GeneratedCorpus> {
  const original = await generatedRepository({
    name: `${count}-articles`,
    seed,
    sources: corpusSources,
    write: (contentDir) => writeArticles(contentDir, count, seed),
  })
  const articles = Array.from(generateArticles(count, seed), ({ path, meta }) => ({ path, meta }))
  const corpus = await corpusIn((work) => git(path.dirname(work), ['clone', '-q', original, work]))
  return { ...corpus, articles }
}

/** The sample content in its own repository. */
export async function sampleContent(): Promise<Corpus> {
  return corpusIn(async (work) => {
    await cp(path.join(root, 'content'), path.join(work, 'content'), { recursive: true })
    await git(work, ['init', '-q'])
    await repositoryAt(work).commit('Content')
  })
}

async function corpusIn(fill: (work: string) => Promise<unknown>): Promise<Corpus> {
  const folder = await temporaryFolder()
  const work = path.join(folder.path, 'work')
  await fill(work)
  return {
    repository: repositoryAt(work),
    contentDir: path.join(work, 'content'),
    dataDir: path.join(folder.path, 'data'),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

/**
 * A repository of one commit and one pack whose content `write` generates, in the cache of the benchmarks. `sources` names the files of this
 * folder that generate it: another generator or seed, another repository.
 */
export async function generatedRepository(corpus: {
  name: string
  seed: number
  sources: ReadonlyArray<string>
  write(contentDir: string): void
}): Promise<string> {
  const { name, seed, sources, write } = corpus
  const target = path.join(cache, `${name}-${await generatorHash(seed, sources)}`)
  if (existsSync(target)) return target
  console.error(`Generating ${name} …`)
  const unfinished = `${target}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  try {
    write(path.join(unfinished, 'content'))
    await git(unfinished, ['init', '-q'])
    await repositoryAt(unfinished).commit('Generated articles')
    await git(unfinished, ['repack', '-adq'])
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return target
}

async function generatorHash(seed: number, sources: ReadonlyArray<string>): Promise<string> {
  const hash = createHash('sha1').update(String(seed))
  for (const name of sources) hash.update(await readFile(path.join(import.meta.dirname, name)))
  return hash.digest('hex').slice(0, 10)
}
