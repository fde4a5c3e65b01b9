import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openRepository } from '../../server/git/read/open-repository.ts'
import { createWriteLane } from '../../server/git/write/write-lane.ts'
import { createDiskWrites } from '../../server/platform/disk-writes.ts'
import { blobId } from '../../server/platform/object-id.ts'
import type { Benchmark, Figure, Measurements } from './bench.ts'
import { type Corpus, type CorpusArticle, clonedCorpus } from './corpora.ts'
import { commitEdit, edit, spread } from './edits.ts'

const author = { name: 'Ada Editor', email: 'ada@example.org' }

/**
 * Time of one save of an article through the write lane (locks, objects, branch, index entry, file, fsync), compared with `git add && git commit`
 * of the same edit in a twin of the repository.
 */
export const commit: Benchmark = {
  figures: [
    commitFigure(1_000),
    commitFigure(10_000),
    {
      name: 'commit: 10,000 to 1,000',
      of: 'save, 10000 files',
      to: 'save, 1000 files',
      most: 1.5,
      note: 'what a save costs in a large repository',
    },
  ],
  async run(measurements) {
    for (const count of [1_000, 10_000]) await measureCommits(measurements, count, measurements.quick ? 5 : 40)
  },
}

/** The figure of `measureCommits`. */
export function commitFigure(count: number): Figure {
  return {
    name: `commit: ${count.toLocaleString('en-US')} files`,
    of: `save, ${count} files`,
    to: `git, ${count} files`,
    by: 'rounds',
    most: 1,
    note: 'a save to `git add && git commit`; git itself does not wait for the disk',
  }
}

/** Saves one article after the other in a repository of `count` articles, by each method in turn. */
export async function measureCommits({ time }: Measurements, count: number, rounds: number): Promise<void> {
  await using corpus = await clonedCorpus(count)
  await using twin = await clonedCorpus(count)
  await using synced = await openSaver(corpus, true)
  await using unsynced = await openSaver(corpus, false)
  for (const [round, article] of spread(corpus, rounds + 1).entries()) {
    const sentence = `Measured in round ${round}.`
    // The first round loads isomorphic-git and fills caches.
    const of = round > 0 ? `${count} files` : 'warm-up'
    await time(`save, ${of}`, synced.save(article, sentence))
    await time(`save without fsync, ${of}`, unsynced.save(article, `${sentence} Again.`))
    await edit(twin, article, sentence)
    await time(`git, ${of}`, () => commitEdit(twin, article))
  }
}

async function openSaver({ contentDir }: Corpus, sync: boolean) {
  const repository = await openRepository({ contentDir })
  const disk = createDiskWrites({ sync })
  const lane = createWriteLane(repository, { now: () => new Date(), log: console, home: null, disk })
  return {
    /** Prepares the save of an article with another sentence. */
    save(article: CorpusArticle, sentence: string) {
      const before = readFileSync(path.join(contentDir, article.path))
      const bytes = Buffer.concat([before, Buffer.from(`\n${sentence}\n`)])
      const changes = [{ path: article.path, bytes, expected: blobId(before) }]
      return () => lane.commit({ changes, message: `Update article: ${article.meta.title}`, author })
    },
    async [Symbol.asyncDispose]() {
      await lane.close()
      repository.close()
    },
  }
}
