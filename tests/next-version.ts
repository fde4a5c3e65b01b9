import { cp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { temporaryFolder } from './temp-repository.ts'

const root = path.dirname(import.meta.dirname)
const texts = /\.(?:js|mjs|cjs|css|json)$/

export interface NextVersion extends AsyncDisposable {
  /** The `build` argument of a running site's `restart`. */
  entry: string
}

/**
 * A later version of the built site, as browsers and the server see one: every built file of the
 * browser and the build have another name, and `words` are replaced. Nothing of the present version
 * is left.
 */
export async function nextVersion(words: Readonly<Record<string, string>>): Promise<NextVersion> {
  const folder = await temporaryFolder()
  const dist = path.join(folder.path, 'dist')
  await cp(path.join(root, 'dist'), dist, {
    recursive: true,
    filter: (name) => !/\.(?:br|gz)$/.test(name),
  })
  await symlink(path.join(root, 'node_modules'), path.join(folder.path, 'node_modules'))
  const { hash } = JSON.parse(await readFile(path.join(dist, 'build.json'), 'utf8')) as {
    hash: string
  }
  const client = await readdir(path.join(dist, 'client'), { recursive: true, withFileTypes: true })
  const assets = client.filter(
    (file) => file.isFile() && /\/(?:assets|admin-threads)(?:\/|$)/.test(file.parentPath),
  )
  const names = assets.map(({ name }) => name)
  // `chunk-BXl3LOEh.js`, `site.pPAW_70t.css`: the part before the extension is the hash of the
  // content.
  const renamed = new Map(names.map((name) => [name, name.replace(/(\.[a-z0-9]+)$/, 'next$1')]))
  const replacements = new Map([
    ...renamed,
    [hash, hash.split('').reverse().join('')],
    ...Object.entries(words),
  ])
  const pattern = new RegExp(
    [...replacements.keys()].map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'),
    'g',
  )
  const files = await readdir(dist, { recursive: true, withFileTypes: true })
  for (const { name, parentPath } of files.filter(
    (file) => file.isFile() && texts.test(file.name),
  )) {
    const file = path.join(parentPath, name)
    const before = await readFile(file, 'utf8')
    const after = before.replace(pattern, (text) => replacements.get(text) ?? text)
    if (after !== before) await writeFile(file, after)
  }
  for (const { name, parentPath } of assets)
    await rename(path.join(parentPath, name), path.join(parentPath, renamed.get(name) ?? name))
  await rm(path.join(dist, 'build.json'))
  return {
    entry: path.join(dist, 'server', 'index.js'),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}
