import { readFileSync } from 'node:fs'
import { EnvError } from '../server/env/env-error.ts'
import { notesBetween, releaseFault } from './changelog.ts'
import { runCommand } from './run-command.ts'

const usage = 'Usage: npx tsx scripts/release-notes.ts [TAG]'

/**
 * Prints what the changelog says about the version of package.json. Refuses a tag, a version and a
 * changelog that do not agree.
 */
async function main(): Promise<number> {
  const [tag = ''] = process.argv.slice(2)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  const fault = releaseFault(version, changelog)
  if (fault !== null) throw new EnvError(fault)
  if (tag !== '' && tag !== `v${version}`)
    throw new EnvError(`The tag is ${tag}, and package.json has the version ${version}.`)
  const own = notesBetween(changelog, '', version).find((notes) => notes.version === version)
  for (const { title, text } of own?.parts ?? []) console.log(`### ${title}\n\n${text}\n`)
  return 0
}

await runCommand(usage, main)
