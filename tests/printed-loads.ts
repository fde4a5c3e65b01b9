import { writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * `NODE_OPTIONS` for a process that prints `loads URL` for every module it loads; writes the hooks
 * into a folder.
 */
export async function printingLoads(folder: string): Promise<string> {
  const file = (name: string) => path.join(folder, name)
  await writeFile(
    file('register.mjs'),
    "import { register } from 'node:module'; register('./tell.mjs', import.meta.url)",
  )
  await writeFile(
    file('tell.mjs'),
    "import { writeSync } from 'node:fs'; export const load = (url, context, next) => (writeSync(2, 'loads ' + url + String.fromCharCode(10)), next(url))",
  )
  return `--import ${file('register.mjs')}`
}
