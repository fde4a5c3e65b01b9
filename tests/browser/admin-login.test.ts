import { expect, test } from 'vitest'
import { admin } from '../signed-in-site.ts'
import { adminInBrowser } from './admin.ts'

const site = adminInBrowser()

test('the dashboard opens for a signed-in browser', async () => {
  const page = await site.visit('/admin')
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
})

test('signing in leads back to the asked page', async () => {
  const page = await site.visit('/admin', { session: 'none' })
  await page.waitForURL('**/admin/login')
  await page.getByLabel('Username').fill(admin.ADMIN_USERNAME)
  await page.getByLabel('Password').fill(admin.ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/admin')
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
  expect(await page.title()).toContain('Admin Dashboard')
})
