import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../http-client.ts'
import { mailServer } from '../mail-server.ts'
import { newsletterService } from '../newsletter-service.ts'
import { eventually } from '../running-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible, expectAccessibleAs } from './axe.ts'
import { tabTo } from './browser.ts'
import { follow } from './draft-site.ts'

const mail = await mailServer()
const service = await newsletterService()
const site = adminInBrowser({
  files: {
    'site.yaml': 'name: Session Notes\n',
    'newsletters/001.md':
      '---\nid: 1\ntitle: First\nissueNumber: 1\ndescription: D\npublishedAt: 2026-01-02\n---\n\nHello.\n',
    'downloads/sub-bass.md':
      '---\nid: 1\ntitle: Sub Bass One-Shots\ndescription: D\npublishedAt: 2026-01-02\n---\n',
    'downloads/sub-bass.zip': 'PK',
  },
  env: {
    SMTP_URL: mail.url,
    MAIL_FROM: 'Session Notes <notes@example.org>',
    NEWSLETTER_PROVIDER: 'webhook',
    NEWSLETTER_URL: service.url,
    NEWSLETTER_API_KEY: 'key',
  },
})
afterAll(async () => {
  await mail[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const list = (page: Page) => page.getByRole('list', { name: 'Subscribers' })
const emails = (page: Page) => page.locator('[data-part="subscriber-email"]').allTextContents()
const toast = (page: Page) => page.locator('[data-part="toast"]').textContent()
const filter = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) })

async function deleteBy(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: `Delete ${email}?` })
    .getByRole('button', { name: 'Delete' })
    .click()
}

beforeAll(async () => {
  const ada = await site.administrator()
  const rows = Array.from(
    { length: 60 },
    (_, at) => `reader${at}@example.org,${at % 10 === 0 ? 'unsubscribed' : ''}`,
  )
  await ada.call('POST', '/api/subscribers/import', ['email,status', ...rows].join('\n'), {
    'Content-Type': 'text/csv',
  })
})

test('the list has pages, is searched and filtered, shows all stored data, a person is added, once, and deleted, a CSV file is imported after a preview and a question about consent, and a failing newsletter service is reported', async () => {
  const page = await site.visit('/admin', {
    expected: /^(409|422) |status of (409|422)|(409|422): /,
  })
  await page.getByRole('link', { name: 'Manage subscribers' }).click()
  await page.getByRole('heading', { level: 1, name: 'Subscribers' }).waitFor()
  // Other tests add people of other hosts.
  await page.getByRole('searchbox', { name: 'Search subscribers' }).fill('@example.org')
  await page.getByText('1 to 50 of 60').waitFor()
  expect((await emails(page))[0]).toBe('reader59@example.org')
  await page.getByRole('button', { name: 'Older' }).click()
  await page.getByText('51 to 60 of 60').waitFor()
  await expect.poll(() => emails(page)).toHaveLength(10)
  expect(await page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Newer' }).click()
  await page.getByText('1 to 50 of 60').waitFor()
  await expectAccessible(page, [1280])

  // It is searched and filtered, and an empty answer says so.
  await page.getByRole('searchbox', { name: 'Search subscribers' }).fill('READER5')
  await expect.poll(() => emails(page)).toHaveLength(11)
  await filter(page, 'Unsubscribed').click()
  await expect.poll(() => emails(page)).toEqual(['reader50@example.org'])
  expect(await filter(page, 'Unsubscribed').getAttribute('aria-pressed')).toBe('true')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  const text = readFileSync(await download.path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(2)
  expect(text).toContain('reader50@example.org,unsubscribed')
  await page.getByRole('searchbox').fill('nobody at all')
  await page.getByText('No matching subscribers found.').waitFor()

  // A row shows all stored data.
  await filter(page, 'All').click()
  await page.getByRole('searchbox', { name: 'Search subscribers' }).fill('@example.org')
  await expect.poll(async () => (await emails(page))[0]).toBe('reader59@example.org')
  await tabTo(page, '[data-part="subscriber-more"] > summary')
  await page.keyboard.press('Enter')
  const facts = page.locator('[data-part="subscriber-facts"]').first()
  await facts.getByText('wording import').waitFor()
  expect(await facts.textContent()).toContain('/unsubscribe?token=')

  // A person is added, once, and deleted.
  const dialog = page.getByRole('dialog')
  const add = async (email: string) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Add' }).click()
  }
  await add('nobody')
  await dialog.getByText('Please enter a valid email address.').waitFor()
  await dialog.getByLabel('Email').fill('zoe@example.org')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => toast(page)).toContain('zoe@example.org is asked by mail to confirm.')
  await expect.poll(async () => (await emails(page))[0]).toBe('zoe@example.org')
  await filter(page, 'Unconfirmed').click()
  await expect.poll(() => emails(page)).toEqual(['zoe@example.org'])
  await add('reader1@example.org')
  await dialog.getByText('This address is on the list already.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  // Her mail is out before the server hangs up.
  await eventually(async () => mail.mails.some(({ to }) => to[0] === 'zoe@example.org'))
  mail.hangUp('after data')
  await add('unsure@example.org')
  const ada = await site.administrator()
  const unsure = await eventually(async () => {
    const { body } = await ada.call<Array<{ id: number; unsure: boolean }>>(
      'GET',
      '/api/subscribers?q=unsure@',
    )
    return body.find((person) => person.unsure)
  })
  mail.hangUp(null)
  await page.reload()
  await page.getByRole('searchbox', { name: 'Search subscribers' }).fill('@example.org')
  await filter(page, 'Unconfirmed').click()
  await expect.poll(() => emails(page)).toEqual(['unsure@example.org', 'zoe@example.org'])
  await list(page).getByText('Unsure', { exact: true }).click()
  await list(page).getByText('The mail server did not say whether it took the mail').waitFor()
  await ada.call('DELETE', `/api/subscribers/${unsure.id}`)
  await deleteBy(page, 'zoe@example.org')
  await expect.poll(() => toast(page)).toContain('Subscriber deleted')
  await page.getByText('No matching subscribers found.').waitFor()

  // A CSV file is previewed with a report before it is imported.
  await filter(page, 'All').click()
  await page.getByRole('searchbox', { name: 'Search subscribers' }).fill('')
  await list(page).waitFor()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const look = async (text: string) => {
    await dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await dialog.getByRole('button', { name: 'Preview' }).click()
  }
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Please choose a CSV file.').waitFor()
  await look('name,phone\nAda,1')
  await dialog.getByText('No column is called "email"').waitFor()
  await look(
    'email,subscribed_to_emails\nnew@import.example,true\nreader1@example.org,true\nwrong,\nleft@import.example,false',
  )
  await dialog.getByText('2 people would be added').waitFor()
  expect(await dialog.textContent()).toContain('Nothing is written yet.')
  const kinds = dialog.getByRole('list', { name: 'How they are imported' }).getByRole('listitem')
  expect(await kinds.allTextContents()).toEqual([
    'Get the newsletter1',
    'Are imported as unsubscribed1',
  ])
  expect((await emails(page))[0]).not.toContain('import.example')
  await expectAccessible(page, [1280])
  await dialog.getByRole('button', { name: 'Import 2 people' }).click()
  await dialog.getByText('2 people added').waitFor()
  expect(await dialog.textContent()).toContain('2 of 4 rows skipped.')
  await dialog.getByText('The skipped rows').click()
  expect(await dialog.getByRole('row').allTextContents()).toEqual([
    'LineAddressWhy',
    '3reader1@example.orgIs on the list already',
    '4wrongNot a valid email address',
  ])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect
    .poll(async () => (await emails(page)).slice(0, 2))
    .toEqual(['left@import.example', 'new@import.example'])
  await filter(page, 'Unsubscribed').click()
  await expect.poll(async () => (await emails(page))[0]).toBe('left@import.example')
  await filter(page, 'All').click()

  // A column that may contain consent.
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'email,Mailing\nyes@ask.example,yes\nno@ask.example,no thanks\nnever@ask.example,never',
    ),
  })
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const question = dialog.getByRole('group', { name: 'Column “Mailing”' })
  await question.waitFor()
  const take = dialog.getByRole('button', { name: /^Import/ })
  expect(await take.isDisabled()).toBe(true)
  await question.getByLabel('“yes” (1 row)').selectOption('They get the newsletter')
  await question.getByLabel('“no thanks” (1 row)').selectOption('They are imported as unsubscribed')
  expect(await take.isDisabled()).toBe(true)
  await expectAccessible(page, [1280])
  await question.getByLabel('“never” (1 row)').selectOption('They are left out')
  await dialog.getByRole('button', { name: 'Import 2 people' }).click()
  await dialog.getByText('2 people added').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('searchbox', { name: 'Search subscribers' }).fill('ask.example')
  await expect.poll(() => emails(page)).toEqual(['no@ask.example', 'yes@ask.example'])
  await showFailingService(page)
})

/** A failing newsletter service is reported to the administrator, on both screens. */
async function showFailingService(page: Page) {
  const ada = await site.administrator()
  // The people of the earlier tests are synced first.
  await eventually(async () => {
    const { body } = await ada.call<{ service: { waiting: number } }>(
      'GET',
      '/api/subscribers/summary',
    )
    return body.service.waiting === 0
  })
  service.answer(() => ({ status: 500 }))
  await ada.call('POST', '/api/subscribers/import', 'email\nlate@example.org', {
    'Content-Type': 'text/csv',
  })
  await eventually(async () => (await ada.call('GET', '/api/subscribers/summary')).body.service)
  await eventually(async () => {
    const { body } = await ada.call<{ service: { problem: unknown } }>(
      'GET',
      '/api/subscribers/summary',
    )
    return body.service.problem
  })
  await follow(page, '/admin')
  const card = page.getByRole('region', { name: 'Subscribers' })
  await card.getByText('The webhook has an internal error (500).').waitFor()
  await card.getByText('1 person is not synced').waitFor()
  await page.getByRole('link', { name: 'Manage subscribers' }).click()
  await page.getByText('The webhook has an internal error (500).').waitFor()
  await filter(page, 'Not synced').click()
  await expect.poll(() => emails(page)).toEqual(['late@example.org'])
  const departures = page.getByRole('region', {
    name: 'Deleted here, not yet at the newsletter service',
  })
  await deleteBy(page, 'late@example.org')
  await expect.poll(() => toast(page)).toContain('The newsletter service could not be told yet.')
  await departures.getByText('late@example.org').waitFor()
  await departures.getByText('The webhook is asked to remove them until it answers').waitFor()
  await expectAccessible(page, [1280])
  await departures.getByRole('button', { name: 'I removed them there' }).click()
  const question = page.getByRole('dialog', { name: 'Removed at the service?' })
  await question
    .getByText('Only say so when late@example.org is no longer on the list of The webhook')
    .waitFor()
  await question.getByRole('button', { name: 'Yes, removed there' }).click()
  await departures.waitFor({ state: 'detached' })
  service.answer(() => ({ status: 200 }))
}

/** The address of the link in the mail to a person. */
async function confirmLink(email: string): Promise<string> {
  const { text } = await eventually(async () => mail.mails.find(({ to }) => to[0] === email))
  const link = new URL(/https?:\/\/\S+\/confirm\?token=\S+/.exec(text)?.[0] ?? '')
  return link.pathname + link.search
}

test('“please confirm” stays where the form was, a download waits for the confirmation, and the confirmed page and the page to leave lead on', async () => {
  const page = await site.visit('/', { session: 'none' })
  const footer = page.locator('footer')
  await footer.locator('summary').click()
  await footer
    .locator('form')
    .getByRole('textbox', { name: 'Email address' })
    .fill('reader@confirm.example')
  await footer.locator('form').getByRole('button').click()
  await expect
    .poll(() => toast(page))
    .toMatch(
      /Subscription received!.*Please confirm it with the link in the mail that is on its way to you\./,
    )
  const asked = footer.getByRole('status').filter({ hasText: 'Subscription received!' })
  await asked.getByText('reader@confirm.example').waitFor()
  expect(await footer.locator('form').count()).toBe(0)
  // The toast is gone; the instruction stays.
  await page.locator('[data-part="toast"]').getByRole('button', { name: 'Dismiss' }).click()
  await page.locator('[data-part="toast"]').waitFor({ state: 'detached' })
  expect(await asked.textContent()).toContain('Please confirm it with the link in the mail')
  await expectAccessibleAs(page, 'light')
  await asked.getByRole('button', { name: 'Use another address' }).click()
  await footer.getByRole('textbox', { name: 'Email address' }).waitFor()

  // After the confirmation, people get the download that they asked for.
  await page.getByRole('button', { name: /Sub Bass One-Shots/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Email address' }).fill('taker@confirm.example')
  const [first] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Get the download' }).click(),
  ])
  await first.cancel()
  await dialog
    .getByText('Please confirm it with the link in the mail that is on its way to you. It goes')
    .waitFor()
  await page.goto(await confirmLink('taker@confirm.example'))
  await page.getByRole('heading', { level: 1, name: 'Confirm your subscription' }).waitFor()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { level: 1, name: 'You are on the list' }).waitFor()
  await expectAccessibleAs(page, 'light')
  const ada = await site.administrator()
  const { body } = await ada.call<Array<{ id: number; title: string; status: string }>>(
    'GET',
    '/api/newsletters',
  )
  const newest = body.find(({ status }) => status === 'published')
  const next = page.getByRole('link', { name: `Read the newest issue: ${newest?.title}` })
  expect(await next.getAttribute('href')).toBe(`/newsletter/${newest?.id}`)
  const [second] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download .*Sub Bass One-Shots/ }).click(),
  ])
  expect(second.suggestedFilename()).toBe(first.suggestedFilename())

  const { body: leavers } = await ada.call<Array<{ unsubscribeUrl: string }>>(
    'GET',
    '/api/subscribers?q=taker',
  )
  const leave = new URL(leavers[0]?.unsubscribeUrl ?? '')
  await page.goto(leave.pathname + leave.search)
  await expectAccessibleAs(page, 'dark')
  await tabTo(page, 'main button[type="submit"]')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'You are unsubscribed' }).waitFor()
  expect((await ask(site.url(), '/unsubscribe?token=1.x')).text).toContain('This link is not whole')
  // The lists of other tests have no one else who is unconfirmed.
  const { body: readers } = await ada.call<Array<{ id: number }>>(
    'GET',
    '/api/subscribers?q=reader%40confirm',
  )
  await ada.call('DELETE', `/api/subscribers/${readers[0]?.id}`)
})
