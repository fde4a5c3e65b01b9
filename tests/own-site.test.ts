import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { gardenFiles, gardenSettings, specifiedWords } from './garden-site.ts'
import { ask } from './http-client.ts'
import { articleFile, runningSite } from './running-site.ts'
import { admin, signIn } from './signed-in-site.ts'

const files = { ...gardenFiles, 'site.yaml': `${gardenSettings}parts: {downloads: false}\n` }

test('a site about gardening has none of the words of the specification on its pages, in its feeds and calls', async () => {
  await using site = await runningSite({ files })
  const seen = new Set<string>()
  const waiting = [
    '/',
    '/search?q=nothingness',
    '/sitemap.xml',
    '/rss.xml',
    '/atom.xml',
    '/feed.json',
    '/nowhere',
  ]
  waiting.push(
    '/site.webmanifest',
    '/api/articles',
    '/api/search?q=tomatoes',
    '/api/openapi.json',
    '/saved',
    '/auth',
    '/auth/reset',
    '/admin/login',
  )
  waiting.push(
    '/offline',
    '/confirm?token=x',
    '/unsubscribe?token=x',
    '/preferences?token=x',
    '/subscribed',
    '/draft?token=x',
  )
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const answer = await fetch(`${site.url}${path}`)
    expect(answer.status, path).toBeLessThan(500)
    // Any site can choose the icon of this name.
    const text = (await answer.text()).replaceAll('"music"', '')
    expect([path, text.match(specifiedWords)]).toEqual([path, null])
    if (!answer.headers.get('content-type')?.includes('html')) continue
    for (const [, href = ''] of text.matchAll(/ href="(\/(?!assets|fonts|media)[^"#]*)"/g))
      if (!href.startsWith('/admin')) waiting.push(href)
  }
  expect(seen).toContain('/category/fruit_trees')
  expect(seen).toContain('/newsletter/1')
  expect([...seen].some((path) => path.startsWith('/downloads'))).toBe(false)
})

test('categories, levels, versions and parts are those of site.yaml, also for what is saved', async () => {
  await using site = await runningSite({ files, env: admin })
  const page = async (path: string) => {
    const answer = await fetch(`${site.url}${path}`, { redirect: 'manual' })
    return { status: answer.status, text: await answer.text() }
  }
  const home = (await page('/')).text
  expect(home).toContain('Get the Garden Letter')
  expect(
    home
      .match(/aria-labelledby="sidebar-categories".*?<\/nav>/s)?.[0]
      .match(/href="\/category\/(\w+)"/g),
  ).toEqual(['href="/category/vegetables"', 'href="/category/fruit_trees"'])
  const apples = (await page('/article/apples')).text
  expect(apples).toContain('Fruit Trees')
  expect(apples).toContain('zone 7')
  expect((await page('/article/bees')).text).toContain('animals')
  expect((await page('/category/fruit-trees')).status).toBe(301)
  for (const path of ['/category/mixing', '/category/animals', '/downloads'])
    expect([path, (await page(path)).status]).toEqual([path, 404])
  const styles = /href="(\/theme\/[^"]+\.css)"/.exec(home)?.[1] ?? ''
  expect((await page(styles)).text).toContain('--color-accent: light-dark(#4f9d45, #4f9d45)')
  expect((await page(styles)).text).toContain('[data-category="fruit_trees"]')
  const ada = await signIn(site)
  const text = {
    title: 'Sharpen a spade',
    excerpt: 'E',
    content: 'File it.',
    contentFormat: 'markdown',
  }
  const made = await ada.call('POST', '/api/articles', { ...text, category: 'Fruit Trees' })
  expect([made.status, made.body.category, made.body.techniqueLevel]).toEqual([
    201,
    'fruit_trees',
    'easy',
  ])
  expect((await ada.call('POST', '/api/articles', { ...text, category: 'mixing' })).status).toBe(
    422,
  )
})

test('without a session, every screen of the admin leads to the login and shows nothing', async () => {
  await using site = await runningSite({ files })
  const folder = path.join(import.meta.dirname, '../src/pages/admin')
  const names = readdirSync(folder).filter((name) => !/^(index|shell|login)$|\.tsx?$/.test(name))
  expect(names).toContain('manage-content')
  for (const address of ['/admin', ...names.map((name) => `/admin/${name}?id=7`)]) {
    const { status, headers, text } = await ask(site.url, address)
    const login =
      address === '/admin' ? '/admin/login' : `/admin/login?next=${encodeURIComponent(address)}`
    expect([status, headers.location]).toEqual([302, login])
    expect(text).not.toContain('Green Fingers')
  }
})

test('the key of a category has letters of any script, and it is also known by its former name', async () => {
  await using site = await runningSite({
    files: {
      'site.yaml': `${gardenSettings.replaceAll('fruit_trees', 'дом_и_сад')}formerCategories: {orchard: дом_и_сад}\n`,
      'articles/apples.md': articleFile({ title: 'Apples', category: 'Дом и сад' }),
      'articles/pears.md': articleFile({ title: 'Pears', category: 'дом-и-сад' }),
      'articles/plums.md': articleFile({ title: 'Plums', category: 'Orchard' }),
    },
  })
  const address = `/category/${encodeURIComponent('дом_и_сад')}`
  const page = async (path: string) => {
    const answer = await fetch(`${site.url}${path}`, { redirect: 'manual' })
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      text: await answer.text(),
    }
  }
  for (const path of [address, `${address}/rss.xml`, `/api/articles${address}`]) {
    const { status, text } = await page(path)
    expect([path, status]).toEqual([path, 200])
    expect(text).toMatch(/Apples/)
    expect(text).toMatch(/Pears/)
    expect(text).toMatch(/Plums/)
  }
  for (const name of ['Дом-и-сад', 'orchard', 'Orchard/page/2'])
    expect(await page(`/category/${encodeURI(name)}`)).toMatchObject({
      status: 301,
      location: address,
    })
  for (const path of ['/', '/article/apples', '/sitemap.xml'])
    expect((await page(path)).text).toContain(address)
  const home = (await page('/')).text
  const styles = (await page(/href="(\/theme\/[^"]+\.css)"/.exec(home)?.[1] ?? '')).text
  expect(styles).toContain('[data-category="дом_и_сад"]')
  const cover = /\/theme\/[^"]+%D0[^"]+\.svg/.exec(home)?.[0] ?? ''
  expect((await page(cover)).text).toContain('<svg')
})

test('colors without contrast and words that are not listed are reported, and the site goes on', async () => {
  await using site = await runningSite({
    files: {
      ...gardenFiles,
      'site.yaml': gardenSettings
        .replace("accent: '#4f9d45'", "accent: '#1c3d18', muted: '#dddddd'")
        .replace('versions: free', 'versions: [zone 6, zone 7]'),
      'articles/2026/kale.md':
        '---\ntitle: Kale\nexcerpt: E\ncategory: vegetables\nabletonVersion: 12.3\ntechniqueLevel: odd\npublishedAt: 2026-03-04\n---\n\nGreen.\n',
    },
    env: admin,
  })
  const ada = await signIn(site)
  const { body } = await ada.call<Array<{ path: string; message: string }>>(
    'GET',
    '/api/content/problems',
  )
  const said = body.map(({ path, message }) => `${path}: ${message}`).join('\n')
  // A dark accent has light texts.
  expect(said).not.toContain('theme.colors.accent:')
  expect(said).toMatch(
    /site\.yaml: theme\.colors\.muted: muted on paper has a contrast of 1\.\d in the light theme/,
  )
  expect(said).toMatch(/kale\.md: .*12\.3/)
  expect(said).toMatch(/kale\.md: .*odd/)
  expect(said).toMatch(/bees\.md: Unknown category 'animals'/)
  const home = await (await fetch(`${site.url}/`)).text()
  const styles = await (
    await fetch(`${site.url}${/href="(\/theme\/[^"]+\.css)"/.exec(home)?.[1]}`)
  ).text()
  // The default stands in the place of the color; a dark accent is one, and has light texts.
  expect(styles).not.toContain('#dddddd')
  expect(styles).toContain('--color-on-accent: light-dark(#ffffff, #ffffff)')
  expect(home).toContain('Kale')
  const kale = await (await fetch(`${site.url}/article/kale`)).text()
  expect(kale).toContain('12.3')
  expect(await (await fetch(`${site.url}/article/bees`)).text()).toContain('animals')
})

test('saved and offline pages, pages behind links in mails and packs are in the language of the site', async () => {
  await using site = await runningSite({
    files: {
      ...gardenFiles,
      'site.yaml': `${gardenSettings}language: de\n`,
      'downloads/plan.md':
        '---\nid: 1\ntitle: Plan\ndescription: D\nfile: plan.txt\npublishedAt: 2026-01-02\n---\n',
      'downloads/plan.txt': 'Beete',
    },
  })
  const said: ReadonlyArray<readonly [path: string, words: Array<string>]> = [
    [
      '/saved',
      [
        '<title>Gemerkt',
        'Noch nichts gemerkt',
        'Ohne Netz lesbar',
        'aria-label="{title} entfernen"',
      ],
    ],
    ['/offline', ['<title>Sie sind offline', 'Gemerkte Artikel', 'Noch einmal versuchen']],
    ['/confirm?token=x', ['<title>Anmeldung bestätigen', 'Dieser Link ist nicht vollständig']],
    ['/unsubscribe?token=x', ['<title>Abbestellen', 'Dieser Link ist nicht vollständig']],
    ['/preferences?token=x', ['<title>Ihre Themen', 'Dieser Link ist nicht vollständig']],
    ['/draft?token=x', ['Dieser Link gilt nicht mehr']],
    ['/article/tomatoes', ['data-copied="Link kopiert"', 'In diesem Browser gemerkt']],
    ['/downloads', ['Plan herunterladen']],
    ['/downloads/plan', ['Größe']],
    [
      '/downloads/plan?token=x',
      ['Dieser Download-Link ist ungültig', 'gehört zu einer anderen Datei'],
    ],
  ]
  for (const [path, words] of said) {
    const text = await (await fetch(`${site.url}${path}`)).text()
    for (const word of words) expect([path, text.includes(word) || text]).toEqual([path, true])
  }
})
