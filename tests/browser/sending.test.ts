import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailServer } from '../mail-server.ts'
import { halves } from '../sample-pictures.ts'
import { importPeople, issueFile, person, siteYaml } from '../sending-fixture.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { overflowing } from './browser.ts'
import { goToEditor, save, waitForState } from './draft-site.ts'

const server = await mailServer()
const site = adminInBrowser({
  files: {
    'site.yaml': siteYaml,
    'newsletters/001.md': issueFile({ imageUrl: '/media/pads.png', imageAlt: 'Pads' }),
    'media/pads.png': await halves(64, 40).png().toBuffer(),
    'newsletters/003.md': issueFile({ id: '3', title: 'For some', issueNumber: '9' }),
    'newsletters/002.md': issueFile({ id: '2', title: 'A draft', draft: 'true' }),
  },
  env: {
    SITE_URL: 'http://notes.example.org',
    SMTP_URL: server.url,
    MAIL_FROM: 'Test Notes <notes@example.org>',
  },
})

const people = 8
beforeAll(async () => importPeople(await site.administrator(), people))
afterAll(() => server[Symbol.asyncDispose]())

const panelOf = (page: Page) => page.getByRole('region', { name: 'Mail', exact: true })

test('a draft is sent to oneself alone and its mail previewed; an issue is scheduled for a segment, another is sent, paused and resumed, and refused recipients are tried again, in one visit', async () => {
  const page = await site.visit('/admin/draft-editor?id=3&type=newsletters')
  await schedule(page)
  await send(page)
  await sendTests(page)
})

/** A draft can be sent to oneself alone, and its mail be previewed. */
async function sendTests(page: Page) {
  const panel = panelOf(page)
  server.mails.length = 0
  // The panel says why it goes to nobody else.
  await goToEditor(page, 'newsletters', 2)
  await panel.getByText('Only a published issue can be sent to all.').waitFor()
  await panel.getByRole('button', { name: 'Send a test' }).click()
  await panel.getByText('Please enter a valid email address.').waitFor()
  await expectAccessible(page, [1280])
  await panel.getByLabel('Address for the test').fill('proof@example.org')
  await page.keyboard.press('Enter')
  await page.getByText('Look for it in the inbox of proof@example.org.').first().waitFor()
  expect(await panel.getByRole('button', { name: /^Send to/ }).isDisabled()).toBe(true)
  const ada = await site.administrator()
  await ada.call('PATCH', '/api/auth/profile', { name: 'Ada', email: 'ada@example.org' })
  await page.reload()
  await panel.getByRole('button', { name: 'Send a test to me' }).click()
  await page.getByText('Look for it in the inbox of ada@example.org.').first().waitFor()
  expect(server.mails.map(({ to }) => to)).toEqual([['proof@example.org'], ['ada@example.org']])
  // Unsaved changes would not be in it.
  await page.getByLabel('Description').fill('Another one.')
  await panel.getByText('Save your changes first: what is saved goes out.').waitFor()
  expect(await panel.getByRole('button', { name: 'Send a test to me' }).isDisabled()).toBe(true)
  server.mails.length = 0

  // The mail of the typed text can be previewed: HTML and text, on a phone, light and dark.
  await page.getByLabel('Title', { exact: true }).fill('Typed title')
  await panel.getByRole('button', { name: 'Preview as mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mail preview' })
  const mail = page.frameLocator('.preview-frame')
  await mail.getByRole('heading', { level: 1, name: 'Typed title' }).waitFor()
  const colors = () =>
    mail.locator('.sheet').evaluate((sheet) => {
      const { color, backgroundColor } = getComputedStyle(sheet)
      return [color, backgroundColor]
    })
  expect(await colors()).toEqual(['rgb(23, 22, 26)', 'rgb(255, 253, 248)'])
  expect(
    await mail
      .locator('table')
      .last()
      .evaluate((table) => table.getBoundingClientRect().width),
  ).toBe(600)
  expect(await mail.getByRole('link', { name: 'Unsubscribe' }).getAttribute('href')).toMatch(
    /\/unsubscribe\?token=test$/,
  )
  await dialog.getByRole('button', { name: 'Dark mode' }).click()
  await expect.poll(colors).toEqual(['rgb(244, 239, 230)', 'rgb(29, 27, 32)'])
  await dialog.getByRole('button', { name: 'Phone' }).click()
  await expect
    .poll(() => page.locator('.preview-frame').evaluate((frame) => frame.clientWidth))
    .toBeLessThanOrEqual(390)
  expect(await mail.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
  await expectAccessible(page, [1280])
  await mail.getByRole('link', { name: 'Unsubscribe' }).focus()
  await page.locator('.preview-frame[data-focused]').waitFor()
  await dialog.getByRole('button', { name: 'Plain text' }).click()
  expect(await dialog.getByLabel('The plain text of the mail').inputValue()).toContain(
    'TYPED TITLE',
  )
}

/** An issue is scheduled for a segment and called off by the keyboard. */
async function schedule(page: Page) {
  const panel = panelOf(page)
  await panel.locator('summary', { hasText: 'To whom:' }).press('Enter')
  await panel.getByLabel('Mixing').press('Space')
  await panel.getByLabel(/^import/).press('Space')
  await panel.getByText('readers of Mixing; subscribed at import').waitFor()
  await panel.getByRole('button', { name: 'Send to 8 subscribers' }).waitFor()
  await panel.getByText('Send at a time').press('Enter')
  await panel.getByRole('button', { name: 'Schedule the mail' }).press('Enter')
  await panel.getByText('Please choose a date and a time.').waitFor()
  await expectAccessible(page, [390])
  expect(await overflowing(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await panel.getByLabel('Send at', { exact: true }).fill('2099-01-02T10:00')
  await panel.getByRole('button', { name: 'Schedule the mail' }).press('Enter')
  await panel.getByText('Goes out on January 2, 2099').waitFor()
  await panel.getByText('To readers of Mixing; subscribed at import.').waitFor()
  await panel.getByRole('button', { name: 'Call it off' }).press('Enter')
  await panel.getByRole('button', { name: 'Send to 8 subscribers' }).waitFor()
}

test('a reader chooses topics without an account', async () => {
  const ada = await site.administrator()
  const { body } = await ada.call<Array<{ unsubscribeUrl: string }>>('GET', '/api/subscribers')
  const token = new URL(body[0]?.unsubscribeUrl ?? '').searchParams.get('token')
  const reader = await site.visit(`/preferences?token=${token}`, { session: 'none' })
  await reader.getByRole('heading', { level: 1, name: 'What would you like to get?' }).waitFor()
  await expectAccessible(reader, [390])
  await reader.getByLabel('Hardware').press('Space')
  await reader.getByRole('button', { name: 'Save' }).press('Enter')
  await reader.getByRole('heading', { level: 1, name: 'Your topics are saved' }).waitFor()
  expect(await reader.getByLabel('Hardware').isChecked()).toBe(true)
  expect(await reader.getByLabel('Mixing').isChecked()).toBe(false)
  await reader.getByLabel('Hardware').press('Space')
  await reader.getByRole('button', { name: 'Save' }).press('Enter')
  await expect.poll(() => reader.getByLabel('Hardware').isChecked()).toBe(false)
})

/**
 * An issue is sent after a confirmation, paused, resumed, and cannot be sent again; refused
 * recipients are tried again.
 */
async function send(page: Page) {
  const panel = panelOf(page)
  server.mails.length = 0
  await goToEditor(page, 'newsletters', 1)
  await panel.getByText('The saved issue goes to 8 subscribers').waitFor()
  // A quick server would have all mails before the pause.
  const release = server.hold()
  await panel.getByRole('button', { name: 'Send to 8 subscribers' }).click()
  const question = page.getByRole('dialog', { name: 'Send issue #7?' })
  await question.getByText('A mail can’t be taken back').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(server.mails).toHaveLength(0)
  await panel.getByRole('button', { name: 'Send to 8 subscribers' }).click()
  await question.getByRole('button', { name: 'Send now' }).click()
  await panel.getByRole('button', { name: 'Pause' }).click()
  await panel.getByRole('button', { name: 'Resume' }).waitFor()
  await panel.getByText('Paused').waitFor()
  await page.getByText('The mail of this issue is out').waitFor()
  release()
  await panel.getByRole('button', { name: 'Resume' }).click()
  await panel.getByText('8 of 8 sent').waitFor()
  await panel.getByText('Sent', { exact: true }).waitFor()
  expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(
    Array.from({ length: people }, (_, at) => person(at)),
  )
  expect(await panel.getByRole('button', { name: /^Send to/ }).count()).toBe(0)
  await page.getByLabel('Description').fill('Changed afterwards.')
  await save(page)
  await page
    .getByText('The issue was changed since: the change shows on the site, not in the mail.')
    .waitFor()
  await waitForState(page, 'Saved')
  expect(server.mails).toHaveLength(people)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflowing(page)).toEqual([])
  }

  // Refused recipients are listed, and can be tried again.
  const ada = await site.administrator()
  const { body: third } = await ada.call<{ id: number }>('POST', '/api/newsletters', {
    title: 'Third',
    description: 'D',
    content: 'Text',
    publishedAt: '2026-01-02',
  })
  await goToEditor(page, 'newsletters', third.id)
  server.mails.length = 0
  server.refuse(550)
  await panel.getByRole('button', { name: 'Send to 8 subscribers' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await panel.getByText('8 bounced: refused by the mail server').waitFor()
  await panel.getByText('Who may not have it').click()
  await panel.getByText(person(3)).waitFor()
  await panel.getByText('The SMTP server rejected the mail (550).').first().waitFor()
  await expectAccessible(page, [1280])
  server.refuse(null)
  await panel.getByRole('button', { name: 'Try the refused again' }).click()
  await panel.getByText('8 of 8 sent').waitFor()
  expect(server.mails).toHaveLength(people)
}
