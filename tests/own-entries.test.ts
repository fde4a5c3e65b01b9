import { afterAll, beforeEach, expect, test } from 'vitest'
import type { LookFields, SiteSettingsAnswer } from '#domain/site-files.ts'
import { articleFile, publish } from './running-site.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

/** A site that has nothing of its own but its name, with one article. */
const files = {
  'site.yaml': 'name: Beats\n',
  'articles/gain.md': articleFile({
    id: '1',
    title: 'Gain',
    slug: 'gain',
    abletonVersion: "'12.1'",
  }),
}

const site = await siteWithAdministrator(files)
const ada = await signIn(site)
beforeEach(() => publish(site, files))
afterAll(() => site[Symbol.asyncDispose]())

type Settings = LookFields & SiteSettingsAnswer['settings']
const read = async () => (await ada.call<SiteSettingsAnswer>('GET', '/api/settings')).body
const settings = async () => (await read()).settings as Settings
const yaml = () => site.repository.git('show', 'HEAD:content/site.yaml')
const textOf = async (path: string) => (await fetch(`${site.url}${path}`)).text()
const house = {
  key: 'house',
  label: 'House',
  color: '#3f8f3a',
  icon: 'star',
  sidebar: true,
} as const

/** For each key of the form: the first entry of the site's own, added to what the form shows. */
const firstEntries: { [Key in keyof LookFields]: (shown: Settings) => LookFields[Key] } = {
  subject: () => 'default',
  categories: ({ categories }) => [...categories, house],
  levels: () => ['beginner', 'intermediate', 'advanced', 'expert'],
  versions: () => ['live_12', 'live_13'],
  parts: ({ parts }) => ({ ...parts, downloads: false }),
  logo: () => '/media/logo.png',
  favicon: () => '/media/icon.png',
  theme: () => ({ colors: { accent: '#7fb0ff' } }),
  navigation: () => [{ label: 'Home', url: '/', mobile: true }],
  footer: () => ({ links: [{ label: 'Home', url: '/' }] }),
  texts: () => ({ latestArticles: 'Fresh' }),
}

test.each(Object.keys(firstEntries) as Array<keyof LookFields>)(
  'the first entry of “%s” changes nothing else, and without it the file is as before',
  async (key) => {
    const before = await settings()
    const { status } = await ada.call('PATCH', '/api/settings', {
      [key]: firstEntries[key](before),
    })
    expect(status).toBe(200)
    expect(await settings()).toEqual({ ...before, [key]: firstEntries[key](before) })
    expect((await fetch(`${site.url}/category/mixing`)).status).toBe(200)
    const pages = (await textOf('/')) + (await textOf('/article/gain'))
    const came = [
      'Practical Ableton Live craft',
      'Get Ableton Racks',
      '/theme/default/mixing/gain.svg',
      'Live 12.1<',
    ]
    expect(came.filter((text) => !pages.includes(text))).toEqual([])
    await ada.call('PATCH', '/api/settings', { [key]: before[key] })
    expect(await yaml()).toBe(files['site.yaml'])
  },
)

test('the addresses that covers had lead to covers of today', async () => {
  for (const [old, cover] of [
    ['/fallback/mixing.svg', '/theme/default/mixing/mixing.svg'],
    ['/theme/default/mixing.svg', '/theme/default/mixing/mixing.svg'],
    ['/theme/5f/house.svg', '/theme/5f/house/house.svg'],
  ]) {
    const { status, headers } = await fetch(`${site.url}${old}`, { redirect: 'manual' })
    expect([old, status, headers.get('location')]).toEqual([old, 301, cover])
  }
})

test('a category beside those that the site came with has a page and a cover; the others keep theirs, and levels and versions', async () => {
  const { settings: before, articlesIn } = await read()
  expect(articlesIn).toEqual({ mixing: 1 })
  const { categories } = before as Settings
  expect(categories).toHaveLength(13)
  await publish(site, {
    ...files,
    'articles/disco.md': articleFile({ id: '2', title: 'Disco', slug: 'disco', category: 'house' }),
  })
  await ada.call('PATCH', '/api/settings', { categories: [...categories, house] })
  expect(await yaml()).toContain('subject: default')
  expect(await textOf('/category/house')).toMatch(/\/theme\/(?!default)\w+\/house\/disco\.svg/)
  expect(await textOf('/category/mixing')).toContain('/theme/default/mixing/gain.svg')
  const sheet = /href="(\/theme\/[^"]+\.css)"/.exec(await textOf('/'))?.[1] ?? ''
  const rules = [...(await textOf(sheet)).matchAll(/data-category="(\w+)"/g)].map(
    ([, name]) => name,
  )
  expect(rules).toEqual(['house'])
  const article = await ada.call('GET', '/api/articles/1')
  expect(article.body).toMatchObject({ category: 'mixing' })
  const made = await ada.call('POST', '/api/articles', {
    title: 'New',
    excerpt: 'E',
    content: 'C',
    category: 'house',
    techniqueLevel: 'beginner',
    abletonVersion: 'live_12',
  })
  expect(made.body).toMatchObject({ category: 'house' })
})

test('a site that lists categories without a subject is about another one, and stays so when a category is added', async () => {
  await publish(site, {
    ...files,
    'site.yaml': 'name: Garden\ncategories:\n  - {key: beds, label: Beds}\n',
  })
  const { subject, categories } = await settings()
  expect(subject).toBe('own')
  await ada.call('PATCH', '/api/settings', { categories: [...categories, house] })
  expect(await yaml()).not.toContain('subject')
  expect(await textOf('/')).not.toContain('Ableton')
})
