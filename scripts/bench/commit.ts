import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openRepository } from '../../server/git/read/open-repository.ts'
import { createWriteLane } from '../../server/git/write/write-lane.ts'
import { createDiskWrites } from '../../server/platform/disk-writes.ts'
import { blobId } from '../../server/platform/object-id.ts'
import { clonedCorpus, type GeneratedCorpus } from './corpora.ts'
import { commitTime, spread } from './edits.ts'
import { median, span } from './figures.ts'
import { atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'

const author = { name: 'Ada Editor', email: 'ada@example.org' }

type Article = GeneratedCorpus['articles'][number]

/** Milliseconds of one commit by each method. */
interface Round {
  /** Our write lane, with fsync. */
  ours: number
  /** Our write lane without fsync. */
  unsynced: number
  git: number
}

/**
 * Time of one save of an article through the write lane (locks, objects, branch, index entry, file, fsync), compared with `git add && git commit`
 * of the same edit in a twin of the repository.
 */
export async function runCommit({ quick }: BenchOptions): Promise<Array<Row>> {
  const rounds = quick ? 5 : 40
  const small = await commitTimes(1_000, rounds)
  const large = await commitTimes(10_000, rounds)
  const ours = (times: Array<Round>) => median(times.map((round) => round.ours))
  const unsynced = (times: Array<Round>) => median(times.map((round) => round.unsynced))
  return [
    toGit('1,000', small),
    toGit('10,000', large),
    {
      name: 'commit: 10,000 to 1,000',
      ratio: ours(large) / ours(small),
      bar: atMost(1.5),
      note: 'what a save costs in a large repository',
      details: { 'without fsync': unsynced(large) / unsynced(small) },
    },
  ]
}

/** The time of a save compared with git's; `size` is the number of files as text. */
export function toGit(size: string, times: Array<Round>): Row {
  const ratios = times.map(({ ours, git }) => ours / git)
  return {
    name: `commit: ${size} files`,
    ratio: median(ratios),
    bar: atMost(1),
    note: 'a save to `git add && git commit`; git itself does not wait for the disk',
    details: {
      rounds: ratios.length,
      'from and to': span(ratios),
      'without fsync': median(times.map(({ unsynced, git }) => unsynced / git)),
      'ours in ms': median(times.map(({ ours }) => ours)),
      'without fsync in ms': median(times.map(({ unsynced }) => unsynced)),
      'git in ms': median(times.map(({ git }) => git)),
    },
  }
}

/** Saves one article after the other in a repository of `count` articles, by each method in turn. */
export async function commitTimes(count: number, rounds: number): Promise<Array<Round>> {
  await using corpus = await clonedCorpus(count)
  await using twin = await clonedCorpus(count)
  const articles = spread(corpus, rounds + 1)
  await using ours = await saver(corpus, true)
  await using unsynced = await saver(corpus, false)
  const times: Array<Round> = []
  for (const [round, article] of articles.entries()) {
    const sentence = `\nMeasured in round ${round}.\n`
    const time = {
      ours: await ours.save(article, sentence),
      unsynced: await unsynced.save(article, `${sentence}Again.\n`),
      git: await commitTime(twin, article, sentence),
    }
    // The first round loads isomorphic-git and fills caches.
    if (round > 0) times.push(time)
  }
  return times
}

interface Saver extends AsyncDisposable {
  /** Saves the article with another sentence. Returns the milliseconds. */
  save(article: Article, sentence: string): Promise<number>
}

async function saver(corpus: GeneratedCorpus, sync: boolean): Promise<Saver> {
  const repository = await openRepository({ contentDir: corpus.contentDir })
  const disk = createDiskWrites({ sync })
  const lane = createWriteLane(repository, { now: () => new Date(), log: console, home: null, disk })
  const save = async (article: Article, sentence: string): Promise<number> => {
    const before = readFileSync(path.join(corpus.contentDir, article.path))
    const changes = [
      { path: article.path, bytes: Buffer.concat([before, Buffer.from(sentence)]), expected: blobId(before) },
    ]
    const started = performance.now()
    await lane.commit({ changes, message: `Update article: ${article.meta.title}`, author })
    return performance.now() - started
  }
  return {
    save,
    async [Symbol.asyncDispose]() {
      await lane.close()
      repository.close()
    },
  }
}

await runWhenStarted(import.meta.url, runCommit)
