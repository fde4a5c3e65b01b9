import type { Page } from 'playwright-core'
import { button, dialog, openDetails, openDialog, type Scene } from './scene.ts'

const mail = (page: Page) => page.getByRole('region', { name: 'Mail', exact: true })

const csv = `email,status
wren@example.org,active
kit@example.org,unsubscribed
not an address,active
`

/** Ghost's export with an additional column. */
const askingCsv = `email,subscribed_to_emails,created_at,Wants the weekly mail
wren@example.org,true,2024-02-03T04:05:06.000Z,yes
kit@example.org,false,2024-02-03T04:05:06.000Z,no
robin@example.org,true,2024-02-03T04:05:06.000Z,no
`

/** Subscribers, and the mail of an issue. */
export function peopleScenes(issue: string): Array<Scene> {
  return [
    { name: 'admin-subscribers', path: '/admin/subscribers', act: people },
    { name: 'admin-subscribers-add', path: '/admin/subscribers', act: opened('Add') },
    { name: 'admin-subscribers-import', path: '/admin/subscribers', act: lookedAt(csv) },
    { name: 'admin-subscribers-import-asks', path: '/admin/subscribers', act: lookedAt(askingCsv) },
    { name: 'admin-subscribers-delete', path: '/admin/subscribers', act: remove },
    { name: 'admin-mail', path: issue, act: panel },
    { name: 'admin-mail-preview', path: issue, act: preview },
    { name: 'admin-mail-send', path: issue, act: ask },
  ]
}

async function people(page: Page) {
  await page.locator('[data-part="subscriber-list"]').waitFor()
}

function opened(name: string | RegExp) {
  return async (page: Page) => {
    await people(page)
    await openDialog(page, name)
  }
}

async function remove(page: Page) {
  await people(page)
  await button(page, /^Actions/).click()
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
  await dialog(page).waitFor()
}

/** Previews a file, so that nothing is written. */
const lookedAt = (text: string) => async (page: Page) => {
  await opened('Import CSV')(page)
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog(page).getByRole('button', { name: 'Preview' }).click()
  await dialog(page).getByRole('button', { name: 'Another file' }).waitFor()
}

async function panel(page: Page) {
  await page.locator('.ProseMirror').first().waitFor()
  await openDetails(page)
  await mail(page)
    .getByRole('button', { name: /^Send to/ })
    .scrollIntoViewIfNeeded()
}

async function preview(page: Page) {
  await panel(page)
  await mail(page).getByRole('button', { name: 'Preview as mail' }).click()
  await page.frameLocator('.preview-frame').getByRole('heading', { level: 1 }).waitFor()
}

async function ask(page: Page) {
  await panel(page)
  await mail(page)
    .getByRole('button', { name: /^Send to/ })
    .click()
  await dialog(page).waitFor()
}
