import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { contentTypes } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import { buildSiteState } from '../server/content/catalog/site-state.ts'
import { createDiskFolder } from '../server/content/check/disk-folder.ts'
import { loadRevision } from '../server/content/read/loading.ts'
import { newFile } from '../server/content/samples/new-file.ts'
import { readEnv } from '../server/env.ts'

const usage = `Usage: npm run new -- ${contentTypes.map((type) => itemTypes[type].singular).join('|')} "Title"`

/**
 * Creates a draft in the content folder and prints its path, or prints the reason and returns 1.
 */
async function main([name, ...words]: Array<string>): Promise<number> {
  const title = words.join(' ').trim()
  const type = contentTypes.find((one) => itemTypes[one].singular === name)
  if (!type || title === '') return refuse(usage)
  if (existsSync('.env')) process.loadEnvFile()
  const { contentDir } = readEnv(process.env, process.cwd())
  const now = new Date()
  const loaded = await loadRevision(createDiskFolder(contentDir), 'disk', null)
  const state = buildSiteState({ ...loaded, times: new Map(), now })
  const lastIssue = Math.max(0, ...state.newsletters.all.map(({ entry }) => entry.item.issueNumber))
  const { path: inner, text } = newFile(type, title, now, lastIssue + 1, profileOf(loaded.settings))
  const file = path.join(contentDir, inner)
  const taken =
    itemTypes[type].addressedBy === 'slug'
      ? state[type].bySlug.get(path.basename(inner, '.md'))
      : undefined
  if (taken || existsSync(file))
    return refuse(`${taken?.path ?? inner} has this address already; choose another title`)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text, { flag: 'wx' })
  console.log(path.relative(process.cwd(), file))
  return 0
}

function refuse(message: string): number {
  console.error(message)
  return 1
}

process.exitCode = await main(process.argv.slice(2))
