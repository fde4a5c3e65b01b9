import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { mailbox, nestedMail, sampleMails } from '../mails.ts'
import { temporaryFolder } from '../temp-repository.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { gate } from './browser.ts'

const site = adminInBrowser({
  files: {
    'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
    'newsletters/2026/041-before.md':
      '---\nid: 1\ntitle: Before\nissueNumber: 41\ndescription: D\npublishedAt: 2026-01-01\nmessageId: "<out@look>"\n---\n\nText.\n',
  },
})
const { git } = site
const sample = (name: string) => {
  const found = sampleMails.find((one) => one.name === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}
const fileOf = (name: string, buffer = sample(name).bytes) => ({
  name,
  mimeType: 'message/rfc822',
  buffer,
})
const give = (page: Page, ...files: Array<ReturnType<typeof fileOf>>) =>
  page.locator('input[type=file]').setInputFiles(files)
const row = (page: Page, text: string) =>
  page.locator('[data-part="import-row"]', { hasText: text })

test('mails are shown beside their originals, saved as drafts one by one or together and recognised the next time, pasted ones too; an unreadable mail shows the reason, and the original runs and loads nothing', async () => {
  const page = await site.visit('/admin', { expected: /^401 |ERR_|Failed to (fetch|create)/ })
  // It is linked from the dashboard.
  await page.getByRole('link', { name: 'Import newsletters from mails' }).click()
  await page.getByRole('heading', { name: 'Import Newsletters' }).waitFor()
  await give(page, fileOf('apple.eml'))
  await row(page, 'Polymeter – ein Tipp').waitFor()
  const newsletter = page.frameLocator('iframe[title="The newsletter"]')
  await newsletter.getByText('Words and a picture:').waitFor()
  await expect
    .poll(() => newsletter.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1)
  const original = page.frameLocator('iframe[title="The original mail"]')
  await original.getByText('Words and a picture:').waitFor()
  expect(await page.locator('iframe[title="The original mail"]').getAttribute('sandbox')).toBe(
    'allow-same-origin',
  )
  await expect.poll(() => page.getByLabel('Issue Number').inputValue()).toBe('42')
  await page.getByLabel('Description').fill('What it is about.')
  await expectAccessible(page, [1280])
  await page.getByRole('button', { name: 'Save as Draft' }).click()
  await row(page, 'A draft now; open it to go on.').waitFor()
  const text = await git('show', 'HEAD:content/newsletters/2026/042-polymeter-ein-tipp.md')
  expect(text).toContain('title: Polymeter – ein Tipp')
  expect(text).toContain('issueNumber: 42')
  expect(text).toContain('draft: true')
  expect(text).toMatch(/publishedAt: "?2026-01-02T08:30:00Z/)
  expect(text).toMatch(/messageId: .*@example\.org/)
  const [, picture = ''] = /!\[Screen\]\(\/(media\/\d{4}\/[\w-]+\.png)\)/.exec(text) ?? []
  expect(await git('ls-tree', '--name-only', 'HEAD', `content/${picture}`)).toBe(
    `content/${picture}`,
  )
  expect(await git('log', '-1', '--format=%s')).toBe('Create newsletter: Polymeter – ein Tipp')
  expect(await row(page, 'Polymeter').getByRole('link').getAttribute('href')).toBe(
    '/admin/draft-editor?id=2&type=newsletters',
  )

  // Mails of many programs.
  const others = sampleMails.filter(({ name }) => !['apple.eml', 'plain.eml'].includes(name))
  await give(
    page,
    fileOf('plain.eml'),
    fileOf('all.mbox', mailbox(others.map(({ bytes }) => bytes))),
  )
  await row(page, 'Imported before').waitFor()
  const ready = sampleMails.length - 2
  // Text typed for one mail stays while another one is shown.
  await row(page, 'Plain words').getByRole('button', { name: 'Plain words', exact: true }).click()
  await page.getByLabel('Title', { exact: true }).fill('Plainer words')
  await page.getByLabel('Issue Number').fill('7')
  await row(page, 'Issue #12')
    .getByRole('button', { name: /^Issue #12/ })
    .click()
  await expect.poll(() => page.getByLabel('Issue Number').inputValue()).toBe('12')
  await page.getByRole('button', { name: `Save all ${ready} as Drafts` }).click()
  const question = page.getByRole('dialog', { name: 'Two issues of one number?' })
  await question.getByText('stands here twice').waitFor()
  expect(await row(page, 'A draft now').count()).toBe(1)
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect.poll(() => row(page, 'A draft now').count(), { timeout: 30_000 }).toBe(ready + 1)
  const names = (await git('ls-tree', '-r', '--name-only', 'HEAD', 'content/newsletters')).split(
    '\n',
  )
  expect(names).toHaveLength(ready + 2)
  expect(names).toContain('content/newsletters/2026/007-plainer-words.md')
  const sidechain = await git(
    'show',
    'HEAD:content/newsletters/2026/012-issue-12-sidechain-plainly.md',
  )
  expect(sidechain).toContain('| Ratio | Attack |')
  expect(sidechain).not.toMatch(/unsubscribe|list-manage|<table/i)
  expect(await git('log', '-1', '--format=%an')).toBe('ada')

  // HTML and text are pasted.
  const { opened, open: release } = gate()
  await page.route(/\/api\/newsletters(\?|$)/, async (route) => {
    await opened
    await route.continue()
  })
  await page.goto('/admin/import-newsletter')
  await page
    .getByLabel('Or paste a mail, HTML or text')
    .fill('<h1>Pasted words</h1><p>Some <b>bold</b> text.</p>')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await row(page, 'Some bold text.').waitFor()
  expect(await page.getByRole('button', { name: 'Save as Draft' }).isDisabled()).toBe(true)
  expect(await page.getByLabel('Issue Number').inputValue()).toBe('')
  release()
  await expect.poll(() => page.getByLabel('Issue Number').inputValue()).toMatch(/^\d+$/)
  await page.getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Save as Draft' }).click()
  await page.getByText('Title is required').waitFor()
  await page.getByLabel('Title').fill('Pasted')
  await page.getByRole('button', { name: 'Save as Draft' }).click()
  await row(page, 'A draft now').waitFor()
  expect(await git('log', '-1', '--format=%s')).toBe('Create newsletter: Pasted')
  await page.unrouteAll()

  // The same mails are recognised.
  await give(page, fileOf('plain.eml'), fileOf('no-message-id.eml'), fileOf('latin1.eml'))
  await expect.poll(() => row(page, 'this mail is a newsletter already').count()).toBe(3)
  expect(await page.getByRole('button', { name: 'Save as Draft' }).count()).toBe(0)
  await readHostileMails(page)
})

/** An unreadable mail shows the reason, and the original runs and loads nothing. */
async function readHostileMails(page: Page) {
  await using folder = await temporaryFolder()
  const hostile =
    'From: a@b.example\r\nSubject: Look\r\nContent-Type: text/html\r\n\r\n<style>p { font-size: 31px }</style><p onclick="parent.hacked = 1" style="color: rgb(1, 2, 3); background: url(https://x.example/b.png)">Words</p>' +
    // A backslash in a name, a variable, another function that fetches, and a nested rule.
    String.raw`<style>@import "https://x.example/a.css"; @media all { b { background-image: u\rl(https://x.example/1.png); font-size: 33px } } i { --far: u\72l(https://x.example/2.png); background-image: var(--far) } u { background-image: image-set("https://x.example/3.png" 1x) } @font-face { font-family: far; src: \75rl(https://x.example/f.woff) }</style>` +
    String.raw`<b>Bold</b><i>Slanted</i><u>Lined</u><s style="background-image: \75 rl(https://x.example/4.png); color: rgb(4, 5, 6)">Struck</s>` +
    '<img src="https://x.example/p.png"><script>parent.hacked = 1</script><a href="https://x.example/">out</a>'
  const files = {
    'large.eml': Buffer.alloc(26 * 1024 * 1024, 'Subject: x\n'),
    'deep.eml': nestedMail(50),
    'hostile.eml': hostile,
  }
  const paths = Object.entries(files).map(([name, bytes]) => {
    writeFileSync(path.join(folder.path, name), bytes)
    return path.join(folder.path, name)
  })
  await page.locator('input[type=file]').setInputFiles(paths)
  await row(page, 'This mail has 26 MB; at most 25 MB are read.').waitFor()
  await row(page, 'This mail is nested more than 30 parts deep and is not read.').waitFor()
  await row(page, 'Look').getByRole('button', { name: 'Look', exact: true }).click()
  const original = page.frameLocator('iframe[title="The original mail"]')
  await original.getByText('Words').waitFor()
  expect(await original.getByText('Words').evaluate((word) => getComputedStyle(word).color)).toBe(
    'rgb(1, 2, 3)',
  )
  expect(
    await original.getByText('Words').evaluate((word) => getComputedStyle(word).fontSize),
  ).toBe('31px')
  expect(await original.getByText('Bold').evaluate((word) => getComputedStyle(word).fontSize)).toBe(
    '33px',
  )
  expect(await original.getByText('Struck').evaluate((word) => getComputedStyle(word).color)).toBe(
    'rgb(4, 5, 6)',
  )
  for (const word of ['Words', 'Bold', 'Slanted', 'Lined', 'Struck'])
    expect([
      word,
      await original
        .getByText(word, { exact: true })
        .evaluate((one) => getComputedStyle(one).backgroundImage),
    ]).toEqual([word, 'none'])
  const sheets = await original
    .locator('body')
    .evaluate((body) =>
      body.ownerDocument.adoptedStyleSheets.flatMap((sheet) =>
        [...sheet.cssRules].map((rule) => rule.cssText),
      ),
    )
  expect(sheets.join('\n')).not.toContain('x.example')
  expect(await original.locator('a').getAttribute('href')).toBeNull()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  await row(page, 'Look')
    .getByRole('button', { name: /^Remove Look/ })
    .click()
  await expect.poll(() => page.getByRole('button', { name: 'Save as Draft' }).count()).toBe(0)
}
