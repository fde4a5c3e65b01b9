import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface, type Interface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { partNames } from '#domain/content.ts'
import { readSettings } from '../server/content/read/settings.ts'
import { type NewSite, newSite } from '../server/content/samples/new-site.ts'
import { EnvError } from '../server/env/env-error.ts'
import { makeRepository } from '../server/git/make-repository.ts'
import { languageTags } from '../src/domain/site/texts/languages.ts'
import { CommandError } from './command-error.ts'
import { fillFolder, refuseTakenFolder, shown } from './free-folder.ts'
import { runCommand } from './run-command.ts'
import { starterFiles } from './starter-site/starter-files.ts'

const usage = `Usage: npm run site:new -- [FOLDER] [--name NAME] [--description TEXT] [--language TAG] [--categories "One, Two"]
       [--color #rrggbb] [--parts news,newsletters,downloads|none] [--force]
Makes a site in FOLDER (or in that of CONTENT_DIR), which is empty or missing. --force writes no more than a site.yaml, also over the one that is there.
What is left out is asked for in a terminal. Without one, --name and --categories are needed.`

const options = {
  name: { type: 'string' },
  description: { type: 'string' },
  language: { type: 'string' },
  categories: { type: 'string' },
  color: { type: 'string' },
  parts: { type: 'string' },
  force: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

type Flag = Exclude<keyof typeof options, 'force' | 'help'>

const questions: Readonly<Record<Flag, { ask: string; otherwise: string | null }>> = {
  name: { ask: 'What is the name of the site?', otherwise: null },
  description: { ask: 'What is it about, in a sentence?', otherwise: '' },
  language: {
    ask: `Which language do its pages have, of ${languageTags.join(', ')}?`,
    otherwise: 'en',
  },
  categories: {
    ask: 'Which categories do articles have? Separate them with commas.',
    otherwise: null,
  },
  color: { ask: 'Which color has it, as #rrggbb?', otherwise: '#3f8f3a' },
  parts: {
    ask: 'Which parts does it have, of news, newsletters and downloads?',
    otherwise: 'news,newsletters,downloads',
  },
}

/**
 * Makes a site about any subject from a few answers: settings, the four pages and an article, in a
 * repository with one commit. Returns the exit code.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) {
    console.log(usage)
    return 0
  }
  if (positionals.length > 1) throw new EnvError(usage)
  if (existsSync('.env')) process.loadEnvFile()
  // Not by readEnv, which refuses a folder that is missing.
  const folder = path.resolve(process.cwd(), positionals[0] ?? process.env.CONTENT_DIR ?? 'content')
  try {
    // Before the questions, so that nobody answers them in vain.
    if (!values.force) await refuseTakenFolder(folder)
    const settings = newSite(await answered(values))
    const { faults } = readSettings(Buffer.from(settings))
    if (faults.length > 0)
      throw new EnvError(`${faults.map(({ message }) => message).join('\n')}\n${usage}`)
    console.log(
      await (values.force
        ? writeSettings(folder, settings)
        : fillFolder(folder, () => writeSite(folder, settings))),
    )
    return 0
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    console.error(error.message)
    return 1
  }
}

/** Writes all files of a new site and commits them. Returns the sentences for the operator. */
async function writeSite(folder: string, settings: string): Promise<string> {
  for (const [name, text] of await starterFiles(settings, new Date())) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true })
    await writeFile(path.join(folder, name), text, { flag: 'wx' })
  }
  await makeRepository(folder, 'main', 'Begin the site')
  return `The site is in ${shown(folder)}: settings, four pages and an article, in a git repository with one commit. Next:
  1. Set CONTENT_DIR=${folder} in .env.
  2. npm start starts the site and prints where its first administrator registers.
  3. Write who you are in the privacy policy, and your mail address in site.yaml.`
}

/** Writes the settings alone. Returns the sentence for the operator. */
async function writeSettings(folder: string, settings: string): Promise<string> {
  const file = path.join(folder, 'site.yaml')
  await mkdir(folder, { recursive: true })
  await writeFile(file, settings)
  return `${shown(file)} is written; commit it. npm run content:check says which texts don't fit it.`
}

/** The answers: from the arguments, else from the terminal. */
async function answered(
  given: Readonly<Partial<Record<Flag, string | boolean>>>,
): Promise<NewSite> {
  const terminal = process.stdin.isTTY
    ? createInterface({ input: process.stdin, output: process.stderr })
    : null
  try {
    const answers = new Map<Flag, string>()
    for (const flag of Object.keys(questions) as Array<Flag>)
      answers.set(flag, await answerTo(flag, given[flag] as string | undefined, terminal))
    const listed = (flag: Flag) =>
      (answers.get(flag) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    const wanted = listed('parts').filter((part) => part !== 'none')
    const unknown = wanted.find((part) => !partNames.some((name) => name === part))
    if (unknown !== undefined) throw new EnvError(`There is no part '${unknown}'.\n${usage}`)
    if (!/^#[0-9a-f]{6}$/i.test(answers.get('color') ?? ''))
      throw new EnvError(`Write a color as #rrggbb.\n${usage}`)
    if (listed('categories').length === 0) throw new EnvError(`A site needs a category.\n${usage}`)
    return {
      name: answers.get('name') ?? '',
      description: answers.get('description') ?? '',
      language: answers.get('language') ?? '',
      categories: listed('categories'),
      color: (answers.get('color') ?? '').toLowerCase(),
      parts: Object.fromEntries(
        partNames.map((name) => [name, wanted.includes(name)]),
      ) as NewSite['parts'],
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
  } finally {
    terminal?.close()
  }
}

async function answerTo(
  flag: Flag,
  given: string | undefined,
  terminal: Interface | null,
): Promise<string> {
  if (given !== undefined) return given.trim()
  const { ask, otherwise } = questions[flag]
  if (!terminal) {
    if (otherwise === null) throw new EnvError(`--${flag} is needed.\n${usage}`)
    return otherwise
  }
  for (;;) {
    const typed = (await terminal.question(otherwise ? `${ask} [${otherwise}] ` : `${ask} `)).trim()
    if (typed !== '') return typed
    if (otherwise !== null) return otherwise
  }
}

await runCommand(usage, main)
