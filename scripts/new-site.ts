import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface, type Interface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type NewSite, newSite } from '../server/content/new-site.ts'
import { readSettings } from '../server/content/settings.ts'
import { EnvError } from '../server/env/env-error.ts'
import { readEnv } from '../server/env.ts'
import { languageTags } from '../src/domain/site/texts/languages.ts'
import { runCommand } from './run-command.ts'

const usage = `Usage: npm run site:new -- [--name NAME] [--description TEXT] [--language en|de] [--categories "One, Two"]
       [--color #rrggbb] [--parts news,newsletters,downloads|none] [--force]
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
  language: { ask: `Which language do its pages have, of ${languageTags.join(', ')}?`, otherwise: 'en' },
  categories: { ask: 'Which categories do articles have? Separate them with commas.', otherwise: null },
  color: { ask: 'Which color has it, as #rrggbb?', otherwise: '#3f8f3a' },
  parts: {
    ask: 'Which parts does it have, of news, newsletters and downloads?',
    otherwise: 'news,newsletters,downloads',
  },
}

const partNames = ['news', 'newsletters', 'downloads'] as const

/** Writes a `site.yaml` for a site about another subject from a few answers. Returns the exit code. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options, allowPositionals: false })
  if (values.help) {
    console.log(usage)
    return 0
  }
  if (existsSync('.env')) process.loadEnvFile()
  const { contentDir } = readEnv(process.env, process.cwd())
  const file = path.join(contentDir, 'site.yaml')
  // Before the questions, so that nobody answers them in vain.
  if (existsSync(file) && !values.force) {
    console.error(`${shown(file)} is there already. Write over it with --force, or name another folder in CONTENT_DIR.`)
    return 1
  }
  const text = newSite(await answered(values))
  const { faults } = readSettings(Buffer.from(text))
  if (faults.length > 0) throw new EnvError(`${faults.map(({ message }) => message).join('\n')}\n${usage}`)
  await mkdir(contentDir, { recursive: true })
  await writeFile(file, text, { flag: values.force ? 'w' : 'wx' })
  console.log(`${shown(file)} is written. Next:
  1. Look through it, and replace or delete the texts of the sample site beside it (articles, news, newsletters, downloads, pages, media).
  2. npm run new -- article "Title" makes the first article, npm run content:check says what is wrong.
  3. npm run user:create -- NAME makes an administrator, npm start starts the site.`)
  return 0
}

/** The answers: from the arguments, else from the terminal. */
async function answered(given: Readonly<Partial<Record<Flag, string | boolean>>>): Promise<NewSite> {
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : null
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
    if (!/^#[0-9a-f]{6}$/i.test(answers.get('color') ?? '')) throw new EnvError(`Write a color as #rrggbb.\n${usage}`)
    if (listed('categories').length === 0) throw new EnvError(`A site needs a category.\n${usage}`)
    return {
      name: answers.get('name') ?? '',
      description: answers.get('description') ?? '',
      language: answers.get('language') ?? '',
      categories: listed('categories'),
      color: (answers.get('color') ?? '').toLowerCase(),
      parts: {
        news: wanted.includes('news'),
        newsletters: wanted.includes('newsletters'),
        downloads: wanted.includes('downloads'),
      },
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
  } finally {
    terminal?.close()
  }
}

async function answerTo(flag: Flag, given: string | undefined, terminal: Interface | null): Promise<string> {
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

/** A path as somebody in this folder writes it. */
function shown(file: string): string {
  return path.relative(process.cwd(), file)
}

await runCommand(usage, main)
