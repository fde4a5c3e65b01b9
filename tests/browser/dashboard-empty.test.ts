import { expect, test } from 'vitest'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'

const site = adminInBrowser({ files: { 'site.yaml': 'name: Empty\n' } })

test('the dashboard of an empty site says so in every part', async () => {
  const page = await site.visit('/admin')
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await card('Drafts').getByText('Nothing is half written.').waitFor()
  await card('Schedule').getByText('Nothing is scheduled.').waitFor()
  await card('Published lately').getByText('Nothing is published yet.').waitFor()
  await card('Downloads').getByText('The site offers no downloads.').waitFor()
  await card('Mail').getByText('Without a mail server').waitFor()
  await card('Content problems').getByText('Every content file can be read.').waitFor()
  await card('Subscribers').getByRole('img', { name: 'Subscribers: from 0 to 0.' }).waitFor()
  expect(await page.getByRole('region', { name: 'Uncommitted files' }).count()).toBe(0)
  await expectAccessible(page)
})
