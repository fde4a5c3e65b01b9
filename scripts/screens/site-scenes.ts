import type { Page } from 'playwright-core'
import { dialog, fillBeside, openDetails, openDialog, type Scene, scrollTo } from './scene.ts'

const mails = [
  ['Leave room', 'The quiet bar before the drop does more than any riser. Cut all but one tail, and wait.'],
  ['One clip, four lengths', 'Loop the hats at seven sixteenths over a straight kick. They meet after seven bars.'],
].map(([subject, text]) =>
  Buffer.from(
    [
      'From: Session Notes <notes@example.org>',
      'To: readers@example.org',
      'Date: Mon, 16 Nov 2026 08:00:00 +0000',
      `Subject: ${subject}`,
      'Content-Type: text/html; charset=utf-8',
      '',
      `<h1>${subject}</h1><p>${text}</p><h2>Try it</h2><ol><li>Duplicate the last bar.</li><li>Mute it all.</li></ol>`,
      '<p>You subscribed to this. <a href="https://example.org/unsubscribe">Unsubscribe</a></p>',
    ].join('\r\n'),
  ),
)

/** Downloads, the site's texts, the import of mails, and the data in this browser. */
export function siteScenes(article: string): Array<Scene> {
  return [
    { name: 'admin-downloads', path: '/admin/downloads', act: downloads },
    { name: 'admin-download-edit', path: '/admin/downloads', act: edit },
    { name: 'admin-download-remove', path: '/admin/downloads', act: remove },
    { name: 'admin-site', path: '/admin/site', act: (page) => page.getByLabel('Tagline').waitFor() },
    { name: 'admin-site-page', path: '/admin/site?page=about', act: (page) => page.locator('.ProseMirror').waitFor() },
    { name: 'admin-import', path: '/admin/import-newsletter', act: begun },
    { name: 'admin-import-mails', path: '/admin/import-newsletter', act: given },
    { name: 'admin-device', path: '/admin/device', act: (page) => page.getByText('Nothing waits').waitFor() },
    { name: 'admin-device-waiting', path: article, act: waiting },
    { name: 'admin-manage-picture', path: '/admin/manage-content', act: picture },
  ]
}

async function downloads(page: Page) {
  await page.locator('[data-part="download-row"]').first().waitFor()
}

async function edit(page: Page) {
  await downloads(page)
  await openDialog(page, /^Edit/)
}

async function remove(page: Page) {
  await downloads(page)
  await openDialog(page, /^Remove/)
}

async function begun(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function given(page: Page) {
  await begun(page)
  const files = mails.map((buffer, at) => ({ name: `issue-${at + 7}.eml`, mimeType: 'message/rfc822', buffer }))
  await page.locator('input[type=file]').setInputFiles(files)
  await page.locator('[data-part="import-row"]').nth(1).waitFor()
  await page.frameLocator('iframe[title="The original mail"]').locator('body').waitFor()
  await scrollTo(page, 'main [data-part="import-review"]')
}

/** A change that was saved while the server was down, and a draft of another item. */
async function waiting(page: Page) {
  await page.locator('.ProseMirror').first().waitFor()
  await page.route(/\/api\/(health|articles\/\d+$)/, (route) =>
    route.request().method() === 'GET' && !route.request().url().endsWith('health')
      ? route.continue()
      : route.abort('connectionrefused'),
  )
  await fillBeside(page, 'Excerpt', 'Six ways to stretch audio, and one to leave it alone.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Your last change waits on this device.').waitFor()
  await page.goto('/admin/draft-editor?type=newsletters&id=6')
  await page.locator('.ProseMirror').first().waitFor()
  await fillBeside(page, 'Description', 'Typed on a train.')
  await page.waitForTimeout(500)
  await page.goto('/admin/device')
  await page.locator('.device-list').nth(1).waitFor()
  await page.unrouteAll()
}

async function picture(page: Page) {
  await page
    .getByRole('button', { name: /^Quick Edit/ })
    .first()
    .click()
  await dialog(page).getByLabel('Content').waitFor()
  await openDetails(page)
  await dialog(page).getByRole('button', { name: 'Choose from media' }).scrollIntoViewIfNeeded()
}
