import { expect, test } from 'vitest'
import { ask, post } from './http-client.ts'
import { type MailServer, mailServer, type ReceivedMail } from './mail-server.ts'
import { articleFile, eventually, runningSite } from './running-site.ts'

const origin = 'https://notes.example.org'
const welcome =
  '---\nsubject: Welcome to {site}\n---\n\nGood to have you at {site}.\n\nYour file: [get it]({download}).\n\nUntil soon.\n'

const siteOf = (mail: MailServer, files: Record<string, string>) =>
  runningSite({
    files: {
      'site.yaml': 'name: Notes\n',
      'articles/a.md': articleFile({ id: '1', title: 'A' }),
      'downloads/pack.md': '---\nid: 1\ntitle: Pack\n---\n',
      'downloads/pack.zip': 'PK',
      ...files,
    },
    env: { SITE_URL: origin, SMTP_URL: mail.url, MAIL_FROM: 'Notes <post@example.org>' },
  })
type Site = Awaited<ReturnType<typeof siteOf>>

const mailsTo = (mail: MailServer, email: string) => mail.mails.filter(({ to }) => to[0] === email)
const arrived = (mail: MailServer, email: string, count: number) =>
  eventually(async () => mailsTo(mail, email).length === count)
const linkIn = ({ text }: ReceivedMail, path: string) =>
  new RegExp(`${origin}(${path}\\S+?)[)>.]*(?:\\s|$)`).exec(text)?.[1] ?? ''

async function subscribe(site: Site, mail: MailServer, email: string, fields = {}) {
  const body = { email, source: 'footer', custom_fields: fields }
  expect((await post(site.url, '/api/subscribe', body)).status).toBe(200)
  await arrived(mail, email, 1)
  return linkIn(mailsTo(mail, email)[0] as ReceivedMail, '/confirm')
}

test('who confirms gets the welcome mail once, with the file that they asked for', async () => {
  await using mail = await mailServer()
  await using site = await siteOf(mail, { 'mails/welcome.md': welcome })
  const link = await subscribe(site, mail, 'ada@example.org', { download_id: '1' })
  await ask(site.url, link)
  for (let at = 0; at < 3; at += 1)
    expect((await ask(site.url, link, { method: 'POST' })).status).toBe(200)
  await arrived(mail, 'ada@example.org', 2)
  expect((await ask(site.url, link, { method: 'POST' })).status).toBe(200)
  // A second person's mails show that those of the first are through.
  const other = await subscribe(site, mail, 'bob@example.org')
  await ask(site.url, other, { method: 'POST' })
  await arrived(mail, 'bob@example.org', 2)
  const [, first, ...more] = mailsTo(mail, 'ada@example.org')
  expect(more).toEqual([])
  expect(first?.header('Subject')).toBe('Welcome to Notes')
  expect(first?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(first?.text).toContain('Good to have you at Notes.')
  const file = linkIn(first as ReceivedMail, '/downloads/pack')
  expect((await ask(site.url, file)).status).toBe(200)
  const [, second] = mailsTo(mail, 'bob@example.org')
  expect(second?.text).toContain('Until soon.')
  expect(second?.text).not.toContain('Your file')
})

test('a welcome mail that the mail server puts off goes out later', async () => {
  await using mail = await mailServer()
  await using site = await siteOf(mail, { 'mails/welcome.md': welcome })
  const link = await subscribe(site, mail, 'ada@example.org')
  mail.refuse(451)
  expect((await ask(site.url, link, { method: 'POST' })).status).toBe(200)
  mail.refuse(null)
  await arrived(mail, 'ada@example.org', 2)
})

test('a site without the file sends no welcome mail', async () => {
  await using mail = await mailServer()
  await using site = await siteOf(mail, {})
  const link = await subscribe(site, mail, 'ada@example.org')
  expect((await ask(site.url, link, { method: 'POST' })).status).toBe(200)
  await subscribe(site, mail, 'bob@example.org')
  expect(mailsTo(mail, 'ada@example.org')).toHaveLength(1)
})
