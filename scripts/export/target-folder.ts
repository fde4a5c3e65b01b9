import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { EnvError } from '../../server/env/env-error.ts'
import { ignoreMissing } from '../../server/platform/whole-file.ts'

/** The file by which the next run recognises a folder that it may replace. */
const marker = '.session-notes-export'

/**
 * Fills a folder beside `target` by `fill` and puts it in the place of `target`, which must be missing, empty or a former export of the same kind. When `fill` rejects, the
 * former export stays as it was.
 */
export async function replaceFolder(
  target: string,
  kind: 'data' | 'static',
  fill: (stage: string) => Promise<void>,
): Promise<void> {
  await expectReplaceable(target, kind)
  const parent = path.dirname(target)
  if (!existsSync(parent)) throw new EnvError(`There is no folder ${parent}.`)
  const stage = await mkdtemp(path.join(parent, `.${path.basename(target)}-`))
  try {
    await fill(stage)
    await writeFile(path.join(stage, marker), `${kind}\n`)
    // A web server of another user reads the site; nobody else reads the people.
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
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

async function expectReplaceable(target: string, kind: string): Promise<void> {
  const known = await stat(target).catch(ignoreMissing)
  if (known === null) return
  if (!known.isDirectory()) throw new EnvError(`${target} is not a folder.`)
  const names = await readdir(target)
  if (names.length === 0) return
  if (!names.includes(marker))
    throw new EnvError(`${target} is neither empty nor a former export; choose another folder.`)
  const former = (await readFile(path.join(target, marker), 'utf8')).trim()
  if (former !== kind)
    throw new EnvError(`${target} holds an export of another kind (${former}); choose another folder.`)
}
