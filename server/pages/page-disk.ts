import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type CachedPage, decodeCachedPage, encodeCachedPage } from './cached-page.ts'

/** Cached pages on disk, one file per page, so that a restart renders nothing again. */
export interface PageDisk {
  read(key: string): CachedPage | null
  write(key: string, page: CachedPage): void
  remove(key: string): void
  /** Waits for pending writes. */
  flush(): Promise<void>
}

/**
 * `dir` contains one folder per build, because another build renders other pages; folders of other builds are
 * removed. Above `maxFiles`, the oldest files are removed.
 */
export function createPageDisk(dir: string, build: string, maxFiles = 20_000): PageDisk {
  const folder = path.join(dir, build)
  mkdirSync(folder, { recursive: true })
  let queue = tidy().catch(ignoreMissing)

  const fileOf = (key: string) => path.join(folder, createHash('sha1').update(key).digest('hex'))

  async function tidy() {
    for (const other of await readdir(dir)) if (other !== build) await rm(path.join(dir, other), { recursive: true })
    const names = await readdir(folder)
    if (names.length <= maxFiles) return
    const aged = await Promise.all(
      names.map(async (name) => ({ name, time: (await stat(path.join(folder, name))).mtimeMs })),
    )
    aged.sort((a, b) => a.time - b.time)
    for (const { name } of aged.slice(0, names.length - maxFiles)) await rm(path.join(folder, name), { force: true })
  }

  function enqueue(work: () => Promise<void>) {
    // The cache is a copy: a full or read-only disk must not fail a page.
    queue = queue.then(work).catch(ignoreMissing)
  }

  return {
    read(key) {
      try {
        return decodeCachedPage(key, readFileSync(fileOf(key)))
      } catch {
        return null
      }
    },
    write(key, page) {
      enqueue(async () => {
        const temporary = path.join(folder, `tmp-${randomBytes(6).toString('hex')}`)
        await writeFile(temporary, encodeCachedPage(key, page))
        await rename(temporary, fileOf(key))
      })
    },
    remove(key) {
      enqueue(() => rm(fileOf(key), { force: true }))
    },
    flush: () => queue,
  }
}

/** For operations on copies that may be lost at any time. */
function ignoreMissing(): void {}
