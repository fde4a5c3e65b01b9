import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Database } from '../platform/postgres/database.ts'
import { ignoreMissing } from '../platform/whole-file.ts'

/**
 * A file of the browser with a hash in its name; `brotli` is its compressed form, if it has one.
 */
export interface BuiltFile {
  bytes: Buffer
  brotli: Buffer | null
}

/**
 * The built files of the last builds, for visitors whose page comes from a server of another build.
 */
export interface BuiltFiles {
  /** The file at an address below `/`, or null. */
  get(name: string): Promise<BuiltFile | null>
  /** Stores the files of a build, once, and removes those that no build of the last ones has. */
  put(build: string, folder: string): Promise<void>
}

const mostBuilds = 3
/** A larger file is not stored, nor what exceeds the second limit. */
const largestFile = 4 * 1024 * 1024
const mostBytes = 64 * 1024 * 1024

const folders = new Set(['assets', 'admin-threads', 'fonts'])

/** Whether an address can be that of a file with a hash in its name. */
export function isHashedName(name: string): boolean {
  const parts = name.split('/', 10)
  return (
    name.length < 200 &&
    folders.has(parts[0] ?? '') &&
    parts.every((part) => /^[\w-][\w.-]*$/.test(part)) &&
    /[.-][\w-]{8,16}\.[a-z\d]{2,5}$/.test(name)
  )
}

/** The built files in PostgreSQL. */
export function postgresBuiltFiles(database: Database): BuiltFiles {
  return {
    get: (name) =>
      database.first(
        z.object({ bytes: z.instanceof(Buffer), brotli: z.instanceof(Buffer).nullable() }),
        'select bytes, brotli from built_files where name = $1',
        [name],
      ),
    async put(build, folder) {
      const known = 'update builds set started_at = clock_timestamp() where build = $1'
      if ((await database.run(known, [build])) > 0) return
      const files = await filesOf(folder)
      await database.load(async (queries) => {
        // Servers that start together store one after the other.
        await queries.run('lock table builds in share row exclusive mode')
        if ((await queries.run(known, [build])) > 0) return
        await queries.run('insert into builds (build) values ($1)', [build])
        for (const { name, bytes, brotli } of files) {
          await queries.run(
            'insert into built_files (name, bytes, brotli) values ($1, $2, $3) on conflict do nothing',
            [name, bytes, brotli],
          )
          await queries.run('insert into files_of_builds (build, name) values ($1, $2)', [
            build,
            name,
          ])
        }
        await queries.run(
          'delete from builds where build in (select build from builds order by started_at desc offset $1)',
          [mostBuilds],
        )
        await queries.run(
          'delete from built_files where name not in (select name from files_of_builds)',
        )
      })
    },
  }
}

/** The files of a build that have a hash in their names. */
async function filesOf(folder: string): Promise<Array<BuiltFile & { name: string }>> {
  const found: Array<BuiltFile & { name: string }> = []
  let sum = 0
  for (const one of (await readdir(folder, { recursive: true })).sort()) {
    const name = one.split(path.sep).join('/')
    if (!isHashedName(name) || /\.(?:br|gz)$/.test(name)) continue
    const { size } = await stat(path.join(folder, one))
    sum += size
    if (size > largestFile || sum > mostBytes) continue
    const brotli = await readFile(path.join(folder, `${one}.br`)).catch(ignoreMissing)
    found.push({ name, bytes: await readFile(path.join(folder, one)), brotli })
  }
  return found
}
