import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { articleFile, eventually } from '../../tests/running-site.ts'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import { temporaryFolder, temporaryRepository } from '../../tests/temp-repository.ts'
import { launchBrowser } from './browser.ts'

// `npx tsx scripts/bench/browser-files-on-the-way.ts`: lists the files of `src` that a save needs in the browser, each with its functions that ran between the
// click on Save in the editor and the end of the save, except those that also run without a save (typing, changing tabs). Uses the development server, which
// serves each source file by its name.

const root = path.resolve(import.meta.dirname, '..', '..')
const port = 4399
const url = `http://localhost:${port}`
const idleMs = 4_000

await using repository = await temporaryRepository()
await using data = await temporaryFolder()
await repository.write('content/articles/a.md', articleFile({ id: '1', title: 'An article', slug: 'an-article' }))
await repository.write('content/site.yaml', 'name: N\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n')
await repository.commit('Content')
const server = spawn(process.execPath, ['--import', 'tsx', 'scripts/dev.ts'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, ...admin, PORT: `${port}`, CONTENT_DIR: repository.path('content'), DATA_DIR: data.path },
})
const browser = await launchBrowser()
try {
  await eventually(() =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const [name = '', value = ''] = (await signIn({ url })).cookie.split(/=(.*)/s)
  const context = await browser.newContext()
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  await page.goto(`${url}/admin/draft-editor?id=1&type=articles`)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

  /** The functions of the sources that ran since the last call: file, then name and place. */
  const ranSince = async () => {
    const { result } = await devtools.send('Profiler.takePreciseCoverage')
    return result.flatMap(({ url: file, functions }) => {
      const name = file.startsWith(url) ? new URL(file).pathname.slice(1) : ''
      if (!/^src\/.*\.tsx?$/.test(name)) return []
      const ran = functions.filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0)
      return ran.map(({ functionName, ranges }) => ({ name, key: `${name} ${functionName} ${ranges[0]?.startOffset}` }))
    })
  }
  /** Types into the excerpt, waits until that is stored, saves, and returns the functions of the save. */
  const save = async (excerpt: string) => {
    await page.getByLabel('Excerpt').fill(excerpt)
    await pause(idleMs)
    await ranSince()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.locator('[data-part="admin-head"] [role="status"]', { hasText: /^Saved$/ }).waitFor()
    await pause(idleMs)
    return ranSince()
  }
  // First loads all modules, then records what runs without a save, then counts.
  await page.getByRole('button', { name: 'Save Changes' }).waitFor({ timeout: 120_000 })
  await save('The first save.')
  await ranSince()
  await page.getByRole('tab', { name: 'SEO Analysis' }).click()
  await page.getByRole('tab', { name: 'Editor' }).click()
  await page.getByLabel('Excerpt').fill('Typed.')
  await pause(idleMs)
  const without = new Set((await ranSince()).map(({ key }) => key))
  const saving = (await save('The second save.')).filter(({ key }) => !without.has(key))
  const files = new Map<string, typeof saving>()
  for (const one of saving) files.set(one.name, [...(files.get(one.name) ?? []), one])
  console.log(`One save in the browser: ${files.size} files`)
  for (const [name, ran] of [...files].sort())
    console.log(`  ${name}: ${ran.map(({ key }) => key.split(' ')[1]).join(', ')}`)
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await once(server, 'exit')
}
