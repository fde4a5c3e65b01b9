import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runCommand } from './run-command.ts'
import { runTests } from './test-run.ts'
import { inThrowAwayCopy } from './throw-away-copy.ts'

/** The packages, each with the tests of what it does. */
const areas = {
  react: ['src/site'],
  'react-dom': ['src/site'],
  vite: ['tests/public-pages.test.ts'],
  'vite-plugin-ssr': ['tests/public-pages.test.ts'],
  express: ['tests/api-answers.test.ts'],
  'gray-matter': ['server/content/frontmatter'],
  remark: ['server/content/markdown', 'src/domain/import'],
  rehype: ['server/content/markdown', 'server/import'],
  'isomorphic-git': ['server/git/write'],
  flexsearch: ['server/search'],
  lowdb: ['server/people', 'server/platform'],
  zod: ['src/domain/item'],
  '@milkdown/kit': ['src/admin/editor'],
  '@milkdown/react': ['tests/browser/editor.test.ts'],
  openai: ['server/analysis'],
  'iron-session': ['tests/accounts.test.ts'],
  vitest: ['src/domain/item'],
}

/** So many tests of its area fail without a package that does the work there. */
const fewest = 10

/**
 * A stub has the names of its package, and throws when one is called, so that a package that is
 * only imported is not missed. Parts of a package that have other names can't be imported.
 */
const stub = `const fail = () => { throw new Error('A stub was called.') }
const get = (own, key) => (key in own || typeof key === 'symbol' ? own[key] : stub)
const stub = new Proxy(function () {}, { apply: fail, construct: fail, get })
`

/**
 * Replaces each package that the owner chose by a stub, in a throw-away copy of the last commit,
 * and counts the tests of its area that pass no more.
 */
async function main(): Promise<number> {
  const wanted = process.argv.slice(2)
  let idle = 0
  await inThrowAwayCopy('card', async (copy) => {
    for (const [name, tests] of Object.entries(areas)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      const before = passedTests(copy, tests)
      const folder = path.join(copy, 'node_modules', name)
      await rename(folder, `${folder}.away`)
      await writeStub(folder, name)
      const missed = before - passedTests(copy, tests)
      await rm(folder, { recursive: true })
      await rename(`${folder}.away`, folder)
      console.log(`${name}: ${missed} of ${before} tests fail without it`)
      if (missed >= fewest) continue
      console.error(`Fewer than ${fewest} tests need ${name}.`)
      idle += 1
    }
  })
  return idle
}

/** The tests of `tests/` use the built site. Without a build, they fail. */
function passedTests(copy: string, tests: ReadonlyArray<string>): number {
  if (tests[0]?.startsWith('tests/')) {
    rmSync(path.join(copy, 'dist'), { recursive: true, force: true })
    spawnSync('npm', ['run', '-s', 'build'], { cwd: copy, stdio: 'inherit' })
  }
  return runTests(tests, {}, copy).passed
}

async function writeStub(folder: string, name: string): Promise<void> {
  const names = Object.keys(await import(name).catch(() => ({})))
  const named = new Set(['default', ...names.filter((one) => /^\w+$/.test(one))])
  const exports = [...named].map((one) => `stub as ${one}`)
  const about = {
    name,
    type: 'module',
    exports: { '.': './stub.js', './*': './stub.js' },
  }
  await mkdir(folder)
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(about))
  await writeFile(path.join(folder, 'stub.js'), `${stub}export { ${exports.join(', ')} }\n`)
}

await runCommand('Usage: npm run card [-- PACKAGE …]', main)
