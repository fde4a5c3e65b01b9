import { readFile } from 'node:fs/promises'
import { mailServer } from '../../tests/mail-server.ts'
import { siteProcess } from '../../tests/running-site.ts'
import { admin, inviteAdministrator, signIn } from '../../tests/signed-in-site.ts'
import { git, temporaryFolder } from '../../tests/temp-repository.ts'

const warpModes = 'content/articles/2026/warp-modes.md'
const list = `email,status
wren@example.org,
kit@example.org,
noor@example.org,
sasha@example.org,unsubscribed
imre@example.org,
lou@example.org,
mika@example.org,
june@example.org,
otis@example.org,
pilar@example.org,
quinn@example.org,
rosa@example.org,`

/**
 * The sample site with typical data: versions, a draft, a deleted item, a broken file, two
 * administrators, a remote.
 */
export async function adminSite(now: number) {
  const folder = await temporaryFolder()
  const remote = `${folder.path}/session-notes.git`
  await git(folder.path, ['init', '-q', '--bare', remote])
  const mail = await mailServer()
  const site = await siteProcess({
    committedAt: now,
    env: {
      ...admin,
      // An issue is not sent from a site that others cannot reach.
      SITE_URL: 'http://notes.example.org',
      GIT_REMOTE: remote,
      GIT_SYNC_SECONDS: '3600',
      SMTP_URL: mail.url,
      MAIL_FROM: 'Session Notes <notes@example.org>',
    },
  })
  const ada = await signIn(site)
  const call = async <Body = { id: number }>(
    method: string,
    address: string,
    body?: unknown,
    headers = {},
  ) => {
    const answer = await ada.call<Body & { message?: string }>(method, address, body, headers)
    if (answer.status >= 300)
      throw new Error(`${method} ${address} answered ${answer.status}: ${answer.body.message}`)
    return answer.body
  }
  await call('PATCH', '/api/auth/profile', { name: 'Ada Lovelace', email: 'ada@example.org' })
  await inviteAdministrator(ada, 'grace')
  const invitation = new URL((await call<{ url: string }>('POST', '/api/auth/invitations')).url)
  const articles = await call<Array<{ id: number; slug: string }>>('GET', '/api/articles')
  const { id } = articles.find(({ slug }) => slug === 'warp-modes')!
  await call('PATCH', `/api/articles/${id}`, { tags: ['warping', 'sampling', 'groove'] })
  await call('PATCH', `/api/articles/${id}`, {
    excerpt: 'Six ways to stretch audio, how to pick one in five seconds, and when to pick none.',
  })
  const create = (title: string, category: string, publishedAt: string | null = null) =>
    call('POST', '/api/articles', {
      title,
      category,
      publishedAt,
      excerpt: 'About it.',
      content: 'Some words.\n',
    })
  await create('Clip envelopes as modulators', 'sound_design')
  await create('A year in loops', 'composition', '2031-01-02T08:00:00Z')
  await call('DELETE', `/api/articles/${(await create('Sent too early', 'mixing')).id}`)
  await call('POST', '/api/subscribers/import', list, { 'Content-Type': 'text/csv' })
  await call('PATCH', '/api/settings', {
    postalAddress: 'Session Notes, 12 Loop Lane, Springfield',
  })
  await site.repository.write(
    'content/news/2026/half-finished.md',
    '---\ntitle: Half\n---\n\nMore to come.\n',
  )
  await site.repository.commit('Add a note')
  await site.repository.write(
    'content/articles/2026/next-one.md',
    '---\ntitle: The next one\n---\n',
  )
  await ada.call('POST', '/api/sync')
  return {
    site,
    ada,
    /** The editor of an article with some history. */
    article: `/admin/draft-editor?type=articles&id=${id}`,
    /** The address of an invitation. */
    invitation: invitation.pathname + invitation.search,
    /** Changes the title and the first paragraph of that article with git. */
    async commitElsewhere(): Promise<void> {
      const minutes = Math.ceil(Math.random() * 90)
      const before = await readFile(site.repository.path(warpModes), 'utf8')
      const changed = before
        .replace(/^(title: .*?)( \(\d+ minutes\))?$/m, `$1 (${minutes} minutes)`)
        .replace(
          /^(---\n[\s\S]*?\n---\n+[^\n]*?)( It takes.*)?\n/,
          '$1 It takes two minutes to hear.\n',
        )
      await site.repository.write(warpModes, changed)
      await site.repository.git('commit', '-qm', 'Say how long it takes', '--', warpModes)
    },
    async [Symbol.asyncDispose](): Promise<void> {
      for (const part of [site, mail, folder]) await part[Symbol.asyncDispose]()
    },
  }
}
