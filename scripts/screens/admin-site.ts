import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { ask } from '../../tests/http-client.ts'
import { mailServer } from '../../tests/mail-server.ts'
import { type SiteWithProcess, siteProcess } from '../../tests/running-site.ts'
import { type Administrator, admin, signIn } from '../../tests/signed-in-site.ts'
import { git, temporaryFolder } from '../../tests/temp-repository.ts'
import type { AdminWorld } from './admin-scenes.ts'

export interface AdminSite extends AsyncDisposable {
  site: SiteWithProcess
  world: AdminWorld
  /** Signs a browser context in. */
  signIn(context: BrowserContext): Promise<void>
}

const warpModes = 'content/articles/2026/warp-modes.md'

/**
 * The sample site with typical data: versions, a draft, a deleted item, a broken file, two administrators, a remote.
 */
export async function adminSite(now: number): Promise<AdminSite> {
  const folder = await temporaryFolder()
  const remote = path.join(folder.path, 'session-notes.git')
  await git(folder.path, ['init', '-q', '--bare', remote])
  const mail = await mailServer()
  const site = await siteProcess({
    committedAt: now,
    env: {
      ...admin,
      GIT_REMOTE: remote,
      GIT_SYNC_SECONDS: '3600',
      SMTP_URL: mail.url,
      MAIL_FROM: 'Session Notes <notes@example.org>',
    },
  })
  const ada = await signIn(site)
  await ada.call('PATCH', '/api/auth/profile', { name: 'Ada Lovelace', email: 'ada@example.org' })
  const { body: invited } = await ada.call<{ code: string }>('POST', '/api/auth/invitations')
  await register(site, { username: 'grace', code: invited.code })
  const { body: invitation } = await ada.call<{ url: string }>('POST', '/api/auth/invitations')
  const articleId = await work(ada)
  await subscribe(ada)
  await ada.call('PATCH', '/api/settings', { postalAddress: 'Session Notes, 12 Loop Lane, Springfield' })
  await site.repository.write('content/news/2026/half-finished.md', '---\ntitle: Half\n---\n\nMore to come.\n')
  await site.repository.commit('Add a note')
  await site.repository.write('content/articles/2026/next-one.md', '---\ntitle: The next one\n---\n')
  await ada.call('POST', '/api/sync')
  const { pathname, search } = new URL(invitation.url)
  return {
    site,
    world: {
      articleId,
      invitation: pathname + search,
      async commitElsewhere() {
        const text = await readFile(site.repository.path(warpModes), 'utf8')
        const changed = text
          .replace(
            /^title: .*/m,
            (title) => `${title.replace(/ \(.*\)$/, '')} (${Math.floor(Math.random() * 90) + 10} minutes)`,
          )
          .replace(/^(---\n[\s\S]*?\n---\n+[^\n]*?)( It takes.*)?\n/, '$1 It takes two minutes to hear.\n')
        await site.repository.write(warpModes, changed)
        await site.repository.git('commit', '-qm', 'Say how long it takes', '--', warpModes)
      },
    },
    async signIn(context) {
      const { cookie } = await signIn(site)
      const [name = '', value = ''] = cookie.split(/=(.*)/s)
      await context.addCookies([{ name, value, url: site.url, httpOnly: true, sameSite: 'Lax' }])
    },
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      await mail[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

interface Item {
  id: number
  slug: string
  revision: string
}

/** Some days of an administrator's work; returns the id of the most edited article. */
async function work(ada: Administrator): Promise<number> {
  const { body: list } = await ada.call<Array<Item>>('GET', '/api/articles')
  const warp = list.find(({ slug }) => slug === 'warp-modes')
  if (!warp) throw new Error('The sample content has no article at /article/warp-modes.')
  const edit = async (patch: object) => {
    const { body } = await ada.call<Item>('GET', `/api/articles/${warp.id}`)
    return (await ada.call<Item>('PATCH', `/api/articles/${warp.id}`, { ...patch, revision: body.revision })).body.id
  }
  await edit({ tags: ['warping', 'sampling', 'groove'] })
  const id = await edit({
    excerpt: 'Six ways to stretch audio, how to pick one in five seconds, and when to pick none.',
  })
  const text = { excerpt: 'What it is about.', content: 'Some words to begin with.\n' }
  await ada.call('POST', '/api/articles', {
    ...text,
    title: 'Clip envelopes as modulators',
    category: 'sound_design',
    publishedAt: null,
  })
  await ada.call('POST', '/api/articles', {
    ...text,
    title: 'A year in loops',
    category: 'composition',
    publishedAt: '2031-01-02T08:00:00Z',
  })
  const { body: mistake } = await ada.call<Item>('POST', '/api/articles', {
    ...text,
    title: 'Sent too early',
    category: 'mixing',
    publishedAt: null,
  })
  await ada.call('DELETE', `/api/articles/${mistake.id}`)
  return id
}

/** Some subscribers, and one who has unsubscribed. */
async function subscribe(ada: Administrator): Promise<void> {
  const names = ['wren', 'kit', 'noor', 'sasha', 'imre', 'lou', 'mika', 'june', 'otis', 'pilar', 'quinn', 'rosa']
  const rows = names.map((name, at) => `${name}@example.org,${at === 3 ? 'unsubscribed' : ''}`)
  await ada.call('POST', '/api/subscribers/import', ['email,status', ...rows].join('\n'), {
    'Content-Type': 'text/csv',
  })
}

async function register(site: SiteWithProcess, person: { username: string; code: string }): Promise<void> {
  const answer = await ask(site.url, '/api/auth/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...person, password: 'a sentence that is long enough' }),
  })
  if (answer.status >= 300) throw new Error(`registering answered ${answer.status}: ${answer.text}`)
}
