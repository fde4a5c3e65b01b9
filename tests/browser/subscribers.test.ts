import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from '../http-client.ts'
import { mailServer } from '../mail-server.ts'
import { newsletterService } from '../newsletter-service.ts'
import { eventually } from '../running-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { tabTo } from './browser.ts'

const mail = await mailServer()
const service = await newsletterService()
const site = adminInBrowser({
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
const emails = (page: Page) => page.locator('.subscriber-email').allTextContents()
const toast = (page: Page) => page.locator('.toast').textContent()
const filter = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

async function deleteBy(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: `Delete ${email}?` })
    .getByRole('button', { name: 'Delete' })
    .click()
}

/** One page for all walks over the list: opening a page costs more than what is done on it. */
const visitList = () =>
  site.visit('/admin/subscribers', { walk: 'list', expected: /^(409|422) |status of (409|422)|(409|422): / })

beforeAll(async () => {
  const ada = await site.administrator()
  const rows = Array.from({ length: 60 }, (_, at) => `reader${at}@example.org,${at % 10 === 0 ? 'unsubscribed' : ''}`)
  await ada.call('POST', '/api/subscribers/import', ['email,status', ...rows].join('\n'), {
    'Content-Type': 'text/csv',
  })
})

test('the dashboard leads to the list, which has pages', async () => {
  const page = await visitList()
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Manage subscribers' }).click()
  await page.getByRole('heading', { level: 1, name: 'Subscribers' }).waitFor()
  await page.getByText('1 to 50 of 60').waitFor()
  expect((await emails(page))[0]).toBe('reader59@example.org')
  await page.getByRole('button', { name: 'Older' }).click()
  await page.getByText('51 to 60 of 60').waitFor()
  await expect.poll(() => emails(page)).toHaveLength(10)
  expect(await page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Newer' }).click()
  await page.getByText('1 to 50 of 60').waitFor()
  await expectAccessible(page, [390])
})

test('the list is searched and filtered, and an empty answer says so', async () => {
  const page = await visitList()
  await list(page).waitFor()
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
})

test('a row tells all that is stored', async () => {
  const page = await visitList()
  await list(page).waitFor()
  await tabTo(page, '.subscriber-more > summary')
  await page.keyboard.press('Enter')
  const facts = page.locator('.subscriber-facts').first()
  await facts.getByText('wording import').waitFor()
  expect(await facts.textContent()).toContain('/unsubscribe?token=')
})

test('a person is added, once, and deleted', async () => {
  const page = await visitList()
  await list(page).waitFor()
  const dialog = page.getByRole('dialog')
  const add = async (email: string) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Add' }).click()
  }
  await add('nobody')
  await dialog.getByText('Please enter a valid email address.').waitFor()
  await expectAccessible(page, [390])
  await page.setViewportSize({ width: 1280, height: 800 })
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
  mail.hangUp('after data')
  await add('unsure@example.org')
  const ada = await site.administrator()
  const unsure = await eventually(async () => {
    const { body } = await ada.call<Array<{ id: number; unsure: boolean }>>('GET', '/api/subscribers?q=unsure@')
    return body.find((person) => person.unsure)
  })
  mail.hangUp(null)
  await page.reload()
  await filter(page, 'Unconfirmed').click()
  await expect.poll(() => emails(page)).toEqual(['unsure@example.org', 'zoe@example.org'])
  await list(page).getByText('Unsure', { exact: true }).click()
  await list(page).getByText('The mail server did not say whether it took the mail').waitFor()
  await ada.call('DELETE', `/api/subscribers/${unsure.id}`)
  await deleteBy(page, 'zoe@example.org')
  await expect.poll(() => toast(page)).toContain('Subscriber deleted')
  await page.getByText('No matching subscribers found.').waitFor()
})

test('a CSV file is taken in, with a report, and a wrong one is refused', async () => {
  const page = await visitList()
  await list(page).waitFor()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog')
  const send = async (text: string) => {
    await dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  }
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByText('Please choose a CSV file.').waitFor()
  await send('name,phone\nAda,1')
  await dialog.getByText('No column is called "email"').waitFor()
  await send('email\nnew@import.example\nreader1@example.org\nwrong')
  await dialog.getByText('1 person added').waitFor()
  expect(await dialog.textContent()).toContain('2 of 3 rows skipped.')
  await dialog.getByText('The skipped rows').click()
  expect(await dialog.getByRole('row').allTextContents()).toEqual([
    'LineAddressWhy',
    '3reader1@example.orgIs on the list already',
    '4wrongNot a valid email address',
  ])
  await expectAccessible(page, [390])
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.poll(async () => (await emails(page))[0]).toBe('new@import.example')
})

test('a newsletter service that fails is told to the administrator, on both screens', async () => {
  service.answer(() => ({ status: 500 }))
  const ada = await site.administrator()
  await ada.call('POST', '/api/subscribers/import', 'email\nlate@example.org', { 'Content-Type': 'text/csv' })
  await eventually(async () => (await ada.call('GET', '/api/subscribers/summary')).body.service)
  await eventually(async () => {
    const { body } = await ada.call<{ service: { problem: unknown } }>('GET', '/api/subscribers/summary')
    return body.service.problem
  })
  const page = await visitList()
  await page.goto('/admin')
  const card = page.getByRole('region', { name: 'Subscribers' })
  await card.getByText('The webhook is out of order (500).').waitFor()
  await card.getByText('1 person is not synced').waitFor()
  await page.goto('/admin/subscribers')
  await page.getByText('The webhook is out of order (500).').waitFor()
  await filter(page, 'Not synced').click()
  await expect.poll(() => emails(page)).toEqual(['late@example.org'])
  const departures = page.getByRole('region', { name: 'Deleted here, not yet at the newsletter service' })
  await deleteBy(page, 'late@example.org')
  await expect.poll(() => toast(page)).toContain('The newsletter service could not be told yet.')
  await departures.getByText('late@example.org').waitFor()
  await departures.getByText('The webhook is told as soon as it answers').waitFor()
  await expectAccessible(page, [390])
  await page.setViewportSize({ width: 1280, height: 800 })
  await departures.getByRole('button', { name: 'I removed them there' }).click()
  const question = page.getByRole('dialog', { name: 'Removed at the service?' })
  await question.getByText('Only say so when late@example.org is no longer on the list of The webhook').waitFor()
  await question.getByRole('button', { name: 'Yes, removed there' }).click()
  await departures.waitFor({ state: 'detached' })
  service.answer(() => ({ status: 200 }))
})

test('a subscription says that a mail comes, and its link confirms with a button', async () => {
  const page = await site.visit('/about', { session: 'none' })
  const form = page.locator('footer form')
  await form.getByRole('textbox', { name: 'Email address' }).fill('reader@confirm.example')
  await form.getByRole('button').click()
  await expect.poll(() => toast(page)).toContain('Subscription received!')
  expect(await toast(page)).toContain('Please confirm it with the link in the mail that is on its way to you.')
  const { text } = await eventually(async () => mail.mails.find(({ to }) => to[0] === 'reader@confirm.example'))
  const link = new URL(/https?:\/\/\S+\/confirm\?token=\S+/.exec(text)?.[0] ?? '')
  await page.goto(link.pathname + link.search)
  await page.getByRole('heading', { level: 1, name: 'Confirm your subscription' }).waitFor()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { level: 1, name: 'You are on the list' }).waitFor()
})

test('without script: subscribing, confirming and leaving are pages', async () => {
  const page = await site.visit('/about', { session: 'none', javaScriptEnabled: false, expected: /^400 / })
  const form = page.locator('footer form')
  await form.getByRole('textbox', { name: 'Email address' }).fill('plain@confirm.example')
  await form.getByRole('button').click()
  await page.getByRole('heading', { level: 1, name: 'Subscription received!' }).waitFor()
  const sent = await eventually(async () => mail.mails.find(({ to }) => to[0] === 'plain@confirm.example'))
  const link = new URL(/https?:\/\/\S+\/confirm\?token=\S+/.exec(sent.text)?.[0] ?? '')
  await page.goto(link.pathname + link.search)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { level: 1, name: 'You are on the list' }).waitFor()
  const leave = new URL(/<(.+)>/.exec(sent.header('List-Unsubscribe') ?? '')?.[1] ?? '')
  await page.goto(leave.pathname + leave.search)
  await page.getByRole('heading', { level: 1, name: 'Leave the newsletter?' }).waitFor()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { level: 1, name: 'You are unsubscribed' }).waitFor()
  await page.goto('/unsubscribe?token=1.x')
  await page.getByRole('heading', { level: 1, name: 'This link is not whole' }).waitFor()
})

test('the page to leave is accessible in its states', async () => {
  await post(site.url(), '/api/subscribe', { email: 'leaver@confirm.example', source: 'footer' })
  const ada = await site.administrator()
  const { body } = await ada.call<Array<{ unsubscribeUrl: string }>>('GET', '/api/subscribers?q=leaver')
  const leave = new URL(body[0]?.unsubscribeUrl ?? '')
  const page = await site.visit(leave.pathname + leave.search, { session: 'none' })
  await expectAccessible(page, [390])
  await tabTo(page, 'main button[type="submit"]')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'You are unsubscribed' }).waitFor()
  await expectAccessible(page, [1280])
})
