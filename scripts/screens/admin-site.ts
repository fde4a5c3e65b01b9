import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { mailServer } from '../../tests/mail-server.ts'
import { siteProcess } from '../../tests/running-site.ts'
import { admin, inviteAdministrator, signIn } from '../../tests/signed-in-site.ts'
import { git, temporaryFolder } from '../../tests/temp-repository.ts'

const warpModes = 'content/articles/2026/warp-modes.md'
const text = { excerpt: 'What it is about.', content: 'Some words to begin with.\n' }
const names = ['wren', 'kit', 'noor', 'sasha', 'imre', 'lou', 'mika', 'june', 'otis', 'pilar', 'quinn', 'rosa']

/**
 * The sample site with typical data: versions, a draft, a deleted item, a broken file, two administrators, a remote.
 */
export async function adminSite(now: number) {
  const folder = await temporaryFolder()
  const remote = path.join(folder.path, 'session-notes.git')
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
  const call = async <Body = { id: number }>(method: string, address: string, body?: unknown, headers = {}) => {
    const answer = await ada.call<Body & { message?: string }>(method, address, body, headers)
    if (answer.status >= 300) throw new Error(`${method} ${address} answered ${answer.status}: ${answer.body.message}`)
    return answer.body
  }
  await call('PATCH', '/api/auth/profile', { name: 'Ada Lovelace', email: 'ada@example.org' })
  await inviteAdministrator(ada, 'grace')
  const invitation = new URL((await call<{ url: string }>('POST', '/api/auth/invitations')).url)
  const list = await call<Array<{ id: number; slug: string }>>('GET', '/api/articles')
  const articleId = list.find(({ slug }) => slug === 'warp-modes')!.id
  const address = `/api/articles/${articleId}`
  await call('PATCH', address, { tags: ['warping', 'sampling', 'groove'] })
  const excerpt = 'Six ways to stretch audio, how to pick one in five seconds, and when to pick none.'
  await call('PATCH', address, { excerpt })
  const create = (title: string, category: string, publishedAt: string | null) =>
    call('POST', '/api/articles', { ...text, title, category, publishedAt })
  await create('Clip envelopes as modulators', 'sound_design', null)
  await create('A year in loops', 'composition', '2031-01-02T08:00:00Z')
  const mistake = await create('Sent too early', 'mixing', null)
  await call('DELETE', `/api/articles/${mistake.id}`)
  const rows = names.map((name, at) => `${name}@example.org,${at === 3 ? 'unsubscribed' : ''}`)
  const csv = ['email,status', ...rows].join('\n')
  await call('POST', '/api/subscribers/import', csv, { 'Content-Type': 'text/csv' })
  await call('PATCH', '/api/settings', { postalAddress: 'Session Notes, 12 Loop Lane, Springfield' })
  await site.repository.write('content/news/2026/half-finished.md', '---\ntitle: Half\n---\n\nMore to come.\n')
  await site.repository.commit('Add a note')
  await site.repository.write('content/articles/2026/next-one.md', '---\ntitle: The next one\n---\n')
  await ada.call('POST', '/api/sync')
  return {
    url: site.url,
    /** The editor of an article with some history. */
    article: `/admin/draft-editor?type=articles&id=${articleId}`,
    /** The address of an invitation. */
    invitation: invitation.pathname + invitation.search,
    /** Changes the title and the first paragraph of that article with git. */
    async commitElsewhere(): Promise<void> {
      const minutes = Math.floor(Math.random() * 90) + 10
      const before = await readFile(site.repository.path(warpModes), 'utf8')
      const changed = before
        .replace(/^title: .*$/m, (line) => `${line.replace(/ \([^()]*\)$/, '')} (${minutes} minutes)`)
        .replace(/^(---\n[\s\S]*?\n---\n+[^\n]*?)( It takes.*)?\n/, '$1 It takes two minutes to hear.\n')
      await site.repository.write(warpModes, changed)
      await site.repository.git('commit', '-qm', 'Say how long it takes', '--', warpModes)
    },
    async signIn(context: BrowserContext): Promise<void> {
      const [name = '', value = ''] = (await signIn(site)).cookie.split(/=(.*)/s)
      await context.addCookies([{ name, value, url: site.url, httpOnly: true, sameSite: 'Lax' }])
    },
    async [Symbol.asyncDispose](): Promise<void> {
      for (const part of [site, mail, folder]) await part[Symbol.asyncDispose]()
    },
  }
}
