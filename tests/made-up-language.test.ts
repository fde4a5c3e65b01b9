import { expect, test } from 'vitest'
import { noticePage } from '../server/http/notice-page.ts'
import { issueMail } from '../server/newsletter/issue/issue-mail.ts'
import { confirmationText } from '../server/people/subscribers/confirmation-mails.ts'
import { itemTypes } from '../src/domain/item/types.ts'
import { siteTextsOf } from '../src/domain/site/profile-of.ts'
import { post } from './http-client.ts'
import { latinWords, latinWordsOf, madeUp, madeUpTexts, namesIn } from './made-up-language.ts'
import { runningSite } from './running-site.ts'
import { tone, wavOf } from './sample-sounds.ts'
import { admin, signIn } from './signed-in-site.ts'

const word = (text: string) => madeUp(text)
const words = JSON.stringify(madeUpTexts)
const settings = `name: Αυλή
tagline: Κήπος
description: Λαχανικά
disclaimer: Κήπος
about: Κήπος
language: he
email: post@garden.test
categories:
  - {key: κήπος, label: Κήπος, color: '#3f8f3a', icon: carrot}
  - {key: άδειο, label: Άδειο, color: '#c2452d', icon: apple}
levels: [ένα, δύο]
versions: free
authors: [{key: μα, name: Μα, bio: ''}]
fields:
  - {key: beds, label: Κήποι, type: number, in: [articles], slot: facts}
  - {key: done, label: Έτοιμο, type: boolean, in: [articles], slot: facts}
texts: ${words}
`
const body = `# Κήπος

${['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'].map((kind) => `> [!${kind}]\n> Νερό.`).join('\n\n')}

\`\`\`
λ
\`\`\`

<pre>λ</pre>

| Α | Β |
|---|---|
| 1 | 2 |

<table><tr><td>1</td></tr></table>

- [ ] Σκάψε
- [ ]

Νερό[^1] και χώμα[^1].

[^1]: Λίγο.

[Βίντεο](https://www.youtube.com/watch?v=abcdefghijk)

https://vimeo.com/123456789

![Ένα](/media/a.wav)

![Ένα](/media/a.wav) ![Δύο](/media/b.wav)

![Χάρτης](/media/missing.png)
`
const article = (title: string, more = '') =>
  `---\ntitle: ${title}\nexcerpt: Νερό.\ncategory: κήπος\ntags: [χώμα]\nauthor: μα\nseries: Κήποι\nbeds: 1234567\ndone: true\ntechniqueLevel: ένα\nabletonVersion: ένα\n${more}---\n\n${body}`
const files = {
  'site.yaml': settings,
  'media/a.wav': wavOf([tone(0.2)]),
  'media/b.wav': wavOf([tone(0.2)]),
  'articles/2026/ένα.md': article('Ένα', 'featured: true\npublishedAt: 2026-03-04\n'),
  'articles/2026/δύο.md': article('Δύο', 'featured: true\npublishedAt: 2025-03-04\n'),
  'articles/2026/τρία.md': article('Τρία', 'id: 9\ndraft: true\npublishedAt: 2025-03-04\n'),
  'articles/2026/αύριο.md': article('Αύριο', 'id: 10\npublishedAt: 2999-03-04\n'),
  'news/2026/νέα.md':
    '---\ntitle: Νέα\nid: 1\nexcerpt: Νερό.\npublishedAt: 2026-03-05\n---\n\nΝερό.\n',
  'newsletters/2026/001-α.md':
    '---\ntitle: Άλφα\nid: 1\nissueNumber: 1\npublishedAt: 2026-03-06\n---\n\nΝερό.\n',
  'newsletters/2026/002-β.md':
    '---\ntitle: Βήτα\nid: 2\nissueNumber: 2\npublishedAt: 2026-03-07\n---\n\nΝερό.\n',
  'downloads/plan.md':
    '---\nid: 1\ntitle: Σχέδιο\ndescription: Νερό.\nfile: plan.txt\ntags: [χώμα]\npublishedAt: 2026-01-02\n---\n\nΝερό.\n',
  'downloads/plan.txt': 'Χώμα',
  'pages/about.md': '---\ntitle: Εμείς\n---\n\nΝερό.\n',
}
const forms = ['confirm', 'unsubscribe', 'preferences', 'downloads/plan'].map(
  (path) => `/${path}?token=x`,
)

test('no page, feed or form of a site in a made-up language has a word of another one', async () => {
  await using site = await runningSite({ files, env: admin })
  const seen = new Map<string, number>()
  const found = new Map<string, Array<string>>()
  const note = (path: string, words: ReadonlyArray<string>) => {
    if (words.length > 0) found.set(path, [...new Set(words)])
  }
  const ada = await signIn(site)
  const linkOf = async (path: string) =>
    new URL((await ada.call<{ url: string }>('POST', path)).body.url)
  const [invitation, used] = [
    await linkOf('/api/auth/invitations'),
    await linkOf('/api/auth/invitations'),
  ]
  // Without the cookie, whose session a registration would end.
  const registered = await post(site.url, '/api/auth/register', {
    username: 'beta',
    password: 'νερό και χώμα 7',
    code: used.searchParams.get('code'),
  })
  const { user } = JSON.parse(registered.text)
  const reset = await linkOf(`/api/users/${user.id}/reset`)
  const waiting = [
    ...[invitation, reset].map(({ pathname, search }) => pathname + search),
    '/',
    '/saved',
    '/offline',
    '/auth',
    '/auth?code=x',
    '/auth/reset',
    '/auth/reset?code=x',
    '/draft?token=x',
    '/subscribed',
    '/search?q=%CE%B6%CE%B6%CE%B6%CE%B6',
  ]
  waiting.push(
    `/search?q=${encodeURIComponent('νερό')}`,
    `/search?q=${encodeURIComponent('νερο χωμα κηπο')}`,
    ...forms,
  )
  waiting.push(
    '/nowhere',
    '/article/nowhere',
    '/news/77',
    '/newsletter/77',
    '/news?page=9',
    '/author/nobody',
    '/media/none.png',
  )
  waiting.push(
    '/subscribed?problem=email',
    '/subscribed?problem=later',
    '/subscribed?confirm=mail',
    `/${'x'.repeat(3000)}`,
  )
  waiting.push(
    '/rss.xml',
    '/atom.xml',
    '/feed.json',
    '/site.webmanifest',
    '/downloads/plan?problem=expired',
  )
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    const answer = await fetch(`${site.url}${path}`, { headers: { Accept: 'text/html,*/*;q=0.8' } })
    seen.set(path, answer.status)
    const type = answer.headers.get('content-type') ?? ''
    const text = await answer.text()
    if (type.includes('html')) {
      note(path, latinWordsOf(text))
      for (const [, href = ''] of text.matchAll(/ href="(\/(?!assets|fonts|media|theme)[^"#]*)"/g))
        if (!/^\/admin/.test(href)) waiting.push(href.replaceAll('&amp;', '&'))
    } else if (type.includes('json')) note(path, namesIn(JSON.parse(text)))
    else if (/xml/.test(type) && !path.includes('sitemap')) note(path, latinWords(titlesIn(text)))
  }
  expect([...found]).toEqual([])
  const form = await (await fetch(`${site.url}${invitation.pathname}${invitation.search}`)).text()
  expect(form).toContain(word('Create account'))
  const status = (path: string) => [path, seen.get(path)]
  expect(
    ['/', '/news/1', '/newsletter/2', '/downloads', '/about', '/nowhere', '/media/none.png'].map(
      status,
    ),
  ).toEqual([
    ...['/', '/news/1', '/newsletter/2', '/downloads', '/about'].map((path) => [path, 200]),
    ['/nowhere', 404],
    ['/media/none.png', 404],
  ])
  expect([...seen.keys()].filter((path) => path.startsWith('/article/')).length).toBe(3)

  for (const path of ['τρία', 'αύριο']) {
    const page = await fetch(`${site.url}/article/${encodeURIComponent(path)}`, {
      headers: { Cookie: ada.cookie },
    })
    expect(page.status).toBe(200)
    expect([path, latinWordsOf(await page.text())]).toEqual([path, []])
  }
  const shared = await ada.call<{ url: string }>('POST', '/api/draft-links', {
    type: 'articles',
    id: 9,
  })
  const { pathname, search } = new URL(shared.body.url)
  const page = await (await fetch(`${site.url}${pathname}${search}`)).text()
  expect(page).toContain(word('It was shared with you until').slice(0, 12))
  expect(latinWordsOf(page)).toEqual([])
})

const made = {
  name: 'Αυλή',
  disclaimer: 'Κήπος',
  language: 'he',
  timeZone: 'UTC',
  texts: madeUpTexts,
}

test('mails, short answers and share pictures are in the language of the site, and run in its direction', () => {
  const html =
    '<aside class="callout"><p>Α</p><p>Β</p></aside><figure class="sound"><audio src="/media/a.wav" aria-label="Ήχος"></audio></figure>'
  const issue = issueMail(
    {
      id: null,
      title: '',
      issueNumber: 3,
      description: '',
      publishedAt: '2026-03-06T00:00:00Z',
      imageUrl: null,
      imageAlt: '',
      opening: { markdown: '> [!TIP]\n> Νερό.\n\n![](/media/a.wav) ![Ήχος](/media/a.wav)', html },
      articles: [],
    },
    { settings: made, siteUrl: 'https://garden.test' },
  )
  const mail = confirmationText(made, 'https://garden.test/confirm?token=x')
  const pages = [
    issue.html.join('https://garden.test/x'),
    mail.html,
    noticePage({ language: 'he', text: siteTextsOf(made) }, 431, {
      title: 'addressTooLong',
      text: 'headTooLongText',
    }),
  ]
  for (const page of pages) {
    expect(latinWordsOf(page)).toEqual([])
    expect(page).toContain('<html lang="he" dir="rtl">')
  }
  const texts = [issue.subject, issue.text.join('https://garden.test/x'), mail.subject, mail.text]
  expect(texts.flatMap(latinWords)).toEqual([])
  const profile = { categories: { label: word }, text: siteTextsOf(made) }
  expect(latinWords(itemTypes.news.sharedAs({} as never, profile).kicker)).toEqual([])
  expect(
    latinWords(itemTypes.newsletters.sharedAs({ issueNumber: 1 } as never, profile).kicker),
  ).toEqual([])
  expect(
    latinWordsOf(noticePage(null, 414, { title: 'addressTooLong', text: 'addressTooLongText' })),
  ).toEqual([])
})

/** The titles and names in a feed; `feed.json` has the same texts. */
function titlesIn(xml: string): string {
  return [...xml.matchAll(/<(title|subtitle|name|category)\b[^>]*>([^<]*)</g)]
    .map(([, , inner = '']) => inner)
    .join('\n')
}
