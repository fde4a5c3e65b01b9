import { expect, test } from 'vitest'
import { gardenFiles, gardenSettings, specifiedWords } from './garden-site.ts'
import { type MailServer, mailServer } from './mail-server.ts'
import { eventually, runningSite } from './running-site.ts'
import { admin, inviteAdministrator, signIn } from './signed-in-site.ts'

const draft =
  '---\ntitle: Later\nid: 9\nexcerpt: E\ncategory: tools\ndraft: true\npublishedAt: 2026-03-04\n---\n\nSharpen.\n'
const files = {
  ...gardenFiles,
  'site.yaml': `${gardenSettings}postalAddress: 1 Hedge Lane\n`,
  'articles/2026/later.md': draft,
}

test('mails, the pages that they lead to, drafts and the analysis of a site about gardening have none of the words of the specification', async () => {
  await using mail = await mailServer()
  await using site = await runningSite({
    files,
    env: {
      ...admin,
      SITE_URL: 'http://garden.example.org',
      SMTP_URL: mail.url,
      MAIL_FROM: 'Green Fingers <post@example.org>',
    },
  })
  const ada = await signIn(site)
  const bob = await inviteAdministrator(ada, 'bob')
  const pages = new Set<string>()

  await ada.call(
    'POST',
    '/api/subscribe',
    { email: 'reader@example.org', source: 'footer' },
    { Cookie: '' },
  )
  await linksOf(mail, 1, pages)

  await ada.call(
    'PATCH',
    '/api/auth/profile',
    { name: 'Bob', email: 'bob@example.org' },
    { Cookie: bob },
  )
  await ada.call('POST', '/api/auth/reset', { username: 'bob' }, { Cookie: '' })
  await linksOf(mail, 2, pages)

  const taken = await ada.call('POST', '/api/subscribers/import', 'email\nother@example.org', {
    'Content-Type': 'text/csv',
  })
  expect(taken.status).toBe(200)
  const path = '/api/newsletters/1/sending'
  expect((await ada.call('POST', path, { action: 'test', to: 'me@example.org' })).status).toBe(200)
  await linksOf(mail, 3, pages)
  const { body: issue } = await ada.call<{ revision: string }>('GET', '/api/newsletters/1')
  expect((await ada.call('POST', path, { action: 'start', revision: issue.revision })).status).toBe(
    200,
  )
  await linksOf(mail, 4, pages)

  const link = await ada.call<{ url: string }>('POST', '/api/draft-links', {
    type: 'articles',
    id: 9,
  })
  expect(link.status).toBe(201)
  pages.add(new URL(link.body.url).href)
  const { body: invitation } = await ada.call<{ url: string }>('POST', '/api/auth/invitations')
  pages.add(invitation.url)

  const shown = new Set<string>()
  for (const url of pages) {
    const { pathname, search } = new URL(url)
    const answer = await fetch(`${site.url}${pathname}${search}`)
    // The link of a test mail unsubscribes nobody.
    expect([200, 400]).toContain(answer.status)
    const text = await answer.text()
    expect([pathname, wordsIn(text)]).toEqual([pathname, null])
    shown.add(new URL(answer.url).pathname.replace(/^\/draft\/.*/, '/draft'))
  }
  expect([...shown]).toEqual(
    expect.arrayContaining(['/confirm', '/unsubscribe', '/preferences', '/auth/reset', '/draft']),
  )
})

test('the analysis names categories and topics of the garden alone', async () => {
  await using site = await runningSite({ files, env: admin })
  const ada = await signIn(site)
  const content =
    'Prune young fruit trees\n\nCut the fruit trees back in winter. Fruit trees want light and air. The compost echo is a good sound: the operator of the shredder can take note. Version 12.1 of the plan is live.\n'
  const { body } = await ada.call('POST', '/api/analyze-content', {
    content,
    contentType: 'article',
  })
  expect(body).toMatchObject({ category: 'fruit_trees', abletonVersion: null, devices: [] })
  expect(
    wordsIn(JSON.stringify({ ...body, content: '', excerpt: '', metaDescription: '' })),
  ).toBeNull()
  const empty = await ada.call('POST', '/api/analyze-content', { content: 'Rain, and rain again.' })
  expect(empty.body.category).toBe('vegetables')
})

function wordsIn(text: string): ReadonlyArray<string> | null {
  return text.match(specifiedWords)
}

/**
 * Waits for the mail with this number, reads its texts, and adds the addresses in it to `pages`.
 */
async function linksOf({ mails }: MailServer, number: number, pages: Set<string>) {
  const received = await eventually(async () => mails[number - 1])
  const texts = [
    received.header('Subject'),
    received.header('From'),
    received.text,
    decoded(received.raw),
  ].join('\n')
  expect(wordsIn(texts)).toBeNull()
  for (const [url] of received.text.matchAll(/http:\/\/garden\.example\.org\/[^\s)>\]]+/g))
    pages.add(url)
}

/** The HTML of a mail, whose lines are broken and whose signs are escaped in transfer. */
function decoded(raw: string): string {
  return raw.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
}
