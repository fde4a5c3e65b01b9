import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { git, repositoryAt, temporaryFolder } from '../../tests/temp-repository.ts'
import { root } from '../sources.mjs'
import { type GeneratedArticle, generateArticles, writeArticles } from './corpus.ts'
import { writeRichArticles } from './rich-corpus.ts'

const seed = 20_250_101
const cache = path.join(root, 'node_modules', '.cache', 'bench')
/** What writes a corpus of each kind, and the files of this folder that its text depends on. */
const kinds = {
  articles: { write: writeArticles, sources: ['corpus.ts', 'random.ts', 'vocabulary.ts'] },
  rich: { write: writeRichArticles, sources: ['corpus.ts', 'random.ts', 'vocabulary.ts', 'rich-corpus.ts'] },
}

/** Generated content in its own git repository, removed at the end of the scope. */
export interface Corpus extends AsyncDisposable {
  /** The work tree of the repository. */
  work: string
  /** The CONTENT_DIR of the site. */
  contentDir: string
  /** The DATA_DIR of the site; empty at first. */
  dataDir: string
  articles: ReadonlyArray<CorpusArticle>
}

export type CorpusArticle = Pick<GeneratedArticle, 'path' | 'meta'>

/** A fresh clone of a repository with `count` generated articles, in year folders and one pack. */
export async function clonedCorpus(count: number, kind: keyof typeof kinds = 'articles'): Promise<Corpus> {
  const original = await generatedRepository(count, kind)
  const folder = await temporaryFolder()
  const work = path.join(folder.path, 'work')
  await git(folder.path, ['clone', '-q', original, work])
  return {
    work,
    contentDir: path.join(work, 'content'),
    dataDir: path.join(folder.path, 'data'),
    articles: Array.from(generateArticles(count, seed), ({ path, meta }) => ({ path, meta })),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

/** A repository of one commit and one pack, in the cache of the benchmarks. Another generator or seed makes another. */
async function generatedRepository(count: number, kind: keyof typeof kinds): Promise<string> {
  const { write, sources } = kinds[kind]
  const hash = createHash('sha1').update(String(seed))
  for (const name of sources) hash.update(await readFile(path.join(import.meta.dirname, name)))
  const target = path.join(cache, `${count}-${kind}-${hash.digest('hex').slice(0, 10)}`)
  if (existsSync(target)) return target
  console.error(`Generating ${count} articles …`)
  const unfinished = `${target}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  try {
    await write(path.join(unfinished, 'content'), count, seed)
    await git(unfinished, ['init', '-q'])
    await repositoryAt(unfinished).commit('Generated articles')
    await git(unfinished, ['repack', '-adq'])
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return target
}
