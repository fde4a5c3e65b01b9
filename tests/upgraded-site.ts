import { chmod, cp, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { scriptHere } from './script-here.ts'
import { git, repositoryAt, type TemporaryRepository, temporaryFolder } from './temp-repository.ts'

/**
 * What the product's command `npm run build` does: the code becomes a server, and a file of the
 * browser with a hash in its name.
 */
const build = `import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
if (process.env.BEFORE_BUILD) execFileSync('sh', ['-c', process.env.BEFORE_BUILD])
const code = readFileSync('code.txt', 'utf8')
if (code.includes('unbuildable')) { console.error('This can not be built.'); process.exit(1) }
mkdirSync('dist/server', { recursive: true })
mkdirSync('dist/client/assets', { recursive: true })
cpSync('server.mjs', 'dist/server/index.js')
if (existsSync('migrations')) cpSync('migrations', 'dist/server/migrations', { recursive: true })
writeFileSync('dist/client/assets/app-' + process.env.npm_package_version + '.js', code)
writeFileSync('dist/code.txt', code)
`

/**
 * What npm does for this product, without the second that npm itself takes. Its arguments are those
 * of the command.
 */
const npm = `#!/bin/sh
case "$*" in
  ci*) rm -rf node_modules && mkdir node_modules && ln -s ../part node_modules/part ;;
  'run build') exec node build.mjs ;;
  'run content:check') exec node check.mjs ;;
  *) echo "What is $*?" >&2 && exit 1 ;;
esac
`

const check = `import { readdirSync, readFileSync } from 'node:fs'
const files = readdirSync(process.env.CONTENT_DIR, { recursive: true })
const code = readFileSync('code.txt', 'utf8')
// The first release refuses a file that is written later.
if (files.includes(code.includes('strict') ? 'own.md' : code.includes('five') && 'later.md')) {
  console.error('own.md:1: has a fault')
  process.exit(1)
}
`

const server = `import { createServer } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
const code = readFileSync(fileURLToPath(new URL('../code.txt', import.meta.url)), 'utf8')
if (code.includes('unstartable')) { console.error('The list can not be read.'); process.exit(1) }
const isWhole = existsSync(process.env.DATA_DIR + '/people.json') && existsSync(process.env.CONTENT_DIR + '/own.md')
const server = createServer((req, res) => res.writeHead(isWhole && !code.includes('broken') ? 200 : 500).end())
server.listen(Number(process.env.PORT), process.env.HOST, () =>
  console.log('http://localhost:' + server.address().port + ' (' + process.env.SITE_URL + ')'))
process.on('SIGTERM', () => process.exit(0))
`

const version = (number: string) => ({
  'package.json': JSON.stringify({
    name: 'product',
    version: number,
    type: 'module',
    dependencies: { part: 'file:./part' },
    scripts: { build: 'node build.mjs', 'content:check': 'node check.mjs' },
  }),
  'package-lock.json': JSON.stringify({
    name: 'product',
    version: number,
    lockfileVersion: 3,
    packages: {
      '': { name: 'product', version: number, dependencies: { part: 'file:./part' } },
      'node_modules/part': { resolved: 'part', link: true },
      part: { version: '1.0.0' },
    },
  }),
})

/** The first release of a small product, 0.2.0, with five samples. */
const first: Record<string, string> = {
  ...version('0.2.0'),
  '.gitignore': 'node_modules\ndist/\ndata/\n.env\n',
  'CHANGELOG.md': '# Changelog\n\n## 0.2.0\n\n### Added\n\n- Two.\n',
  'build.mjs': build,
  'check.mjs': check,
  'server.mjs': server,
  'part/package.json': '{"name":"part","version":"1.0.0"}',
  'code.txt': 'one\ntwo\nthree\nfour\nfive\n',
  'content/README.md': 'How to write, 0.2.0\n',
  'content/schema/article.schema.json': '{"of":"0.2.0"}\n',
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7].map((at) => [
      `content/articles/sample-${at}.md`,
      `Sample ${at}, 0.2.0\n`,
    ]),
  ),
}

/**
 * What 0.3.0 changes: code, the product's part of the content, samples that exist, and one more
 * sample.
 */
const next: Record<string, string> = {
  ...version('0.3.0'),
  'CHANGELOG.md':
    '# Changelog\n\n## 0.3.0\n\n### Added\n\n- Three.\n\n### Upgrade\n\nNothing to do.\n\n## 0.2.0\n\n### Added\n\n- Two.\n',
  'code.txt': 'one\ntwo\nthree\nfour\nFIVE\n',
  'new/code.txt': 'New.\n',
  'content/README.md': 'How to write, 0.3.0\n',
  'content/schema/article.schema.json': '{"of":"0.3.0"}\n',
  'content/articles/sample-1.md': 'Sample 1, 0.3.0\n',
  'content/articles/sample-6.md': 'Sample 6, 0.3.0\n',
  'content/articles/sample-8.md': 'Sample 8, 0.3.0\n',
}

export interface UpgradedSite extends AsyncDisposable {
  product: TemporaryRepository
  site: TemporaryRepository
  /** Commits files to the product as a release. */
  release(tag: string, files: Record<string, string>): Promise<void>
  /** Runs `npm run upgrade` in the site. */
  upgrade(...args: Array<string>): ReturnType<typeof scriptHere>
  /** The variables of that command. */
  env: Record<string, string>
  /** Lets it run the machine's npm, for tests of the installation. */
  runRealNpm(): void
  /** Everything that an upgrade could change, to compare it with. */
  state(): Promise<Record<string, string>>
}

/** Releases files of the product. */
async function releaseFiles(
  product: TemporaryRepository,
  tag: string,
  files: Record<string, string>,
): Promise<void> {
  for (const [file, text] of Object.entries(files)) await product.write(file, text)
  await product.commit(tag)
  await product.git('tag', tag)
}

/** The folder of a product and of a site, which those of all tests of this process are copies of. */
let original: Promise<string> | null = null

async function makeOriginal(): Promise<string> {
  const folder = await temporaryFolder()
  const at = (name: string) => path.join(folder.path, name)
  await git(folder.path, ['init', '-q', 'product'])
  const product = repositoryAt(at('product'))
  await releaseFiles(product, 'v0.2.0', first)
  await git(folder.path, ['clone', '-q', at('product'), at('site')])
  await releaseFiles(product, 'v0.3.0', next)
  const site = repositoryAt(at('site'))
  for (const number of [1, 2, 3, 4, 5]) await site.remove(`content/articles/sample-${number}.md`)
  await site.write('content/articles/sample-6.md', 'Sample 6, edited\n')
  await rename(site.path('content/articles/sample-7.md'), site.path('content/articles/moved.md'))
  await site.commit('Delete, edit and move samples')
  await site.write('content/own.md', 'Own article\n')
  await site.write('code.txt', 'ONE\ntwo\nthree\nfour\nfive\n')
  await site.commit('Own article and own code')
  await site.write('data/people.json', '["ada"]')
  await site.write('node_modules/.built', '0.2.0')
  for (const [file, text] of [
    ['server/index.js', server],
    ['client/assets/app-0.2.0.js', '0.2.0'],
    ['code.txt', '0.2.0'],
  ])
    await site.write(`dist/${file}`, text ?? '')
  const program = repositoryAt(folder.path)
  await program.write('bin/npm', npm)
  await chmod(program.path('bin/npm'), 0o755)
  return folder.path
}

/**
 * A site that was cloned from a small product, with commits of its owner: five samples deleted, one
 * edited, one moved, an own article, own code, people, and code that is built. The product has the
 * releases 0.2.0, which the site is at, and 0.3.0.
 */
export async function upgradedSite(): Promise<UpgradedSite> {
  original ??= makeOriginal()
  const folder = await temporaryFolder()
  await cp(await original, folder.path, { recursive: true })
  const product = repositoryAt(path.join(folder.path, 'product'))
  const site = repositoryAt(path.join(folder.path, 'site'))
  await site.git('remote', 'set-url', 'origin', product.root)
  const env: Record<string, string> = {
    PATH: `${path.join(folder.path, 'bin')}:${process.env.PATH}`,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  }
  const read = (file: string) => readFile(site.path(file), 'utf8').catch(() => 'none')
  return {
    product,
    site,
    release: (tag, files) => releaseFiles(product, tag, files),
    env,
    runRealNpm: () => void delete env.PATH,
    upgrade: (...args) => scriptHere('upgrade', args, env, site.root),
    state: async () => ({
      head: await site.git('rev-parse', 'HEAD'),
      branch: await site.git('symbolic-ref', 'HEAD').catch(() => 'detached'),
      files: await site.git('status', '--porcelain', '--untracked-files=all'),
      worktrees: String(
        (await site.git('worktree', 'list', '--porcelain')).match(/^worktree .*$/gm),
      ),
      built: await read('dist/code.txt'),
      installed: await read('node_modules/.built'),
      data: await read('data/people.json'),
    }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}
