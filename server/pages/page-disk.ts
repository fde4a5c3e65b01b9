import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing, writeWholeFile } from '../platform/whole-file.ts'
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
 * `dir` contains one folder per build, because another build renders other pages; folders of other
 * builds are removed. Above `maxFiles`, the oldest files are removed. Errors of the disk never fail
 * a page; `failed` is called with the first of a series.
 */
export function createPageDisk(
  dir: string,
  build: string,
  failed: (error: unknown) => void,
  maxFiles = 20_000,
): PageDisk {
  const folder = path.join(dir, build)
  mkdirSync(folder, { recursive: true })
  let isFailing = false
  let queue = tidy().catch(report)

  const fileOf = (key: string) => path.join(folder, createHash('sha1').update(key).digest('hex'))

  async function tidy() {
    for (const other of await readdir(dir))
      if (other !== build) await rm(path.join(dir, other), { recursive: true, force: true })
    const names = await readdir(folder)
    if (names.length <= maxFiles) return
    const aged = await Promise.all(
      names.map(async (name) => ({
        name,
        // 0 for a file that was removed meanwhile.
        time: (await stat(path.join(folder, name)).catch(ignoreMissing))?.mtimeMs ?? 0,
      })),
    )
    aged.sort((a, b) => a.time - b.time)
    for (const { name } of aged.slice(0, names.length - maxFiles))
      await rm(path.join(folder, name), { force: true })
  }

  function report(error: unknown) {
    if (!isFailing) failed(error)
    isFailing = true
  }

  function enqueue(work: () => Promise<void>) {
    queue = queue.then(work).then(() => {
      isFailing = false
    }, report)
  }

  return {
    read(key) {
      let bytes: Buffer
      try {
        bytes = readFileSync(fileOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') report(error)
        return null
      }
      try {
        return decodeCachedPage(key, bytes)
      } catch {
        // Damaged, or of an earlier version: the page is rendered again.
        return null
      }
    },
    write(key, page) {
      enqueue(async () => {
        await writeWholeFile(fileOf(key), encodeCachedPage(key, page), { stored: 'soon' })
      })
    },
    remove(key) {
      enqueue(() => rm(fileOf(key), { force: true }))
    },
    flush: () => queue,
  }
}
