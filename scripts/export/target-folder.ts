import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { EnvError } from '../../server/env/env-error.ts'
import { ignoreMissing } from '../../server/platform/whole-file.ts'

/**
 * What an export writes: the data about people, which only the owner of the folder may read, or the
 * public site.
 */
export type ExportKind = 'data' | 'static'

/** The file by which the next run recognises a folder that it may replace. */
const markers: Readonly<Record<ExportKind, string>> = {
  data: '.session-notes-export',
  static: '.session-notes-site',
}

/**
 * Fills a folder beside `target` by `fill` and puts it in the place of `target`, which must be
 * missing, empty or a former export of the same kind. When `fill` rejects, the former export stays
 * as it was.
 */
export async function replaceFolder<Result>(
  target: string,
  kind: ExportKind,
  fill: (stage: string) => Promise<Result>,
): Promise<Result> {
  await expectReplaceable(target, kind)
  const parent = path.dirname(target)
  if (!existsSync(parent)) throw new EnvError(`There is no folder ${parent}.`)
  const stage = await mkdtemp(path.join(parent, `.${path.basename(target)}-`))
  try {
    const result = await fill(stage)
    await writeFile(
      path.join(stage, markers[kind]),
      'The next `npm run export` replaces this folder.\n',
    )
    // A web server of another user reads the site; nobody else reads the data.
    await chmod(stage, kind === 'static' ? 0o755 : 0o700)
    const former = `${stage}-former`
    // Between the two renames nothing is at the address; the former export is beside it.
    if ((await rename(target, former).catch(ignoreMissing)) !== null) {
      await rename(stage, target).catch(async (error: unknown) => {
        await rename(former, target)
        throw error
      })
      await rm(former, { recursive: true })
    } else await rename(stage, target)
    return result
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** Throws EnvError for a folder that an export must not replace. */
async function expectReplaceable(target: string, kind: ExportKind) {
  const known = await stat(target).catch(ignoreMissing)
  if (known === null) return
  if (!known.isDirectory()) throw new EnvError(`${target} is not a folder.`)
  const names = await readdir(target)
  if (names.length === 0 || names.includes(markers[kind])) return
  const other = kind === 'data' ? 'static' : 'data'
  throw new EnvError(
    names.includes(markers[other])
      ? `${target} holds an export of another kind (${other}); choose another folder.`
      : `${target} is neither empty nor a former export; choose another folder.`,
  )
}
