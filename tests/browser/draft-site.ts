import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { articleFile, type RunningSite, type SiteOptions } from '../running-site.ts'
import { halves } from '../sample-pictures.ts'
import { type AdminInBrowser, type AdminVisit, adminInBrowser } from './admin.ts'

/** Enough words for an analysis. */
export const longText =
  'Warp markers hold a beat in place. Warp markers move with the grid, and the tempo of the clip follows them all the way.'

const item = (fields: Record<string, string>, body: string) =>
  `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')}---\n\n${body}\n`

const files = {
  'site.yaml':
    'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: Not affiliated.\nabout: About.\ntimeZone: Europe/Berlin\n',
  'articles/warp.md': articleFile(
    { id: '1', title: 'Warp modes', tags: '[warp]', category: 'mastering' },
    longText,
  ),
  'articles/draft.md': `---\nid: 2\ntitle: A plan\nexcerpt: What it says.\ncategory: mixing\n---\n\n${longText}\n`,
  'articles/linking.md': articleFile(
    { id: '3', title: 'Linking' },
    'Read [about warping](/article/warp).',
  ),
  'articles/hardware.md': articleFile(
    { id: '4', title: 'Odd one', category: 'sound-design' },
    'Text.',
  ),
  'news/first.md': item(
    {
      id: '1',
      title: 'First news',
      excerpt: 'E.',
      category: 'releases',
      publishedAt: '2026-01-02',
    },
    'News text.',
  ),
  'newsletters/001-issue.md': item(
    {
      id: '1',
      title: 'Issue one',
      issueNumber: '1',
      description: 'D.',
      publishedAt: '2026-01-02',
      articles:
        '\n  - title: One\n    excerpt: ""\n    content: First text.\n  - title: Two\n    excerpt: ""\n    content: Second text.',
    },
    'Opening.',
  ),
}

export interface DraftSite extends AdminInBrowser {
  /** Opens the editor of an item and waits until it is loaded. */
  edit(type: string, id: number, options?: AdminVisit): Promise<Page>
  /** The message, author and files of the last commit, with the removed and added lines. */
  lastChange(): Promise<{
    message: string
    author: string
    files: Array<string>
    lines: Array<string>
  }>
  head(): Promise<string>
  /** The text of a file of the content. */
  file(name: string): Promise<string>
  /** Changes a file and commits it, as a writer with git does. */
  commitNatively(name: string, change: (text: string) => string): Promise<void>
}

/** A small site in Berlin's time zone with an administrator, for the tests of the draft editor. */
export function draftSite(
  options: { start?: (options: SiteOptions) => Promise<RunningSite> } = {},
): DraftSite {
  const site = adminInBrowser({ files, ...options })
  const file = (name: string) => readFile(site.repository().path(`content/${name}`), 'utf8')
  const { git } = site
  return {
    ...site,
    file,
    async edit(type, id, options) {
      const page = await site.visit(editorAddress(type, id), options)
      await waitForEditor(page)
      return page
    },
    async commitNatively(name, change) {
      await site.repository().write(`content/${name}`, change(await file(name)))
      await site.repository().commit('Rewrite')
    },
    async lastChange() {
      const [message = '', author = ''] = (await git('log', '-1', '--format=%s%n%an')).split('\n')
      const names = await git('diff', '--name-only', 'HEAD~1', 'HEAD')
      const diff = await git('diff', '-U0', 'HEAD~1', 'HEAD')
      const lines = diff.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line))
      return { message, author, files: names.split('\n'), lines }
    },
    head: () => git('rev-parse', 'HEAD'),
  }
}

export const editorAddress = (type: string, id: number) =>
  `/admin/draft-editor?id=${id}&type=${type}`

/**
 * Follows a link to another screen of the admin: as for a person, the screen is a new one, and no
 * document is loaded.
 */
export async function follow(page: Page, address: string): Promise<void> {
  await clickLink(page, address)
  await page.locator('main:not([data-left])').waitFor()
}

/** Follows a link away from unsaved changes, which stay a draft in this browser. */
export async function leave(page: Page, address: string): Promise<void> {
  await clickLink(page, address)
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.locator('main:not([data-left])').waitFor()
}

function clickLink(page: Page, address: string): Promise<void> {
  return page.evaluate((href) => {
    document.querySelector('main')?.setAttribute('data-left', '')
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, address)
}

/** Follows a link to the editor of an item from another screen, and waits until it is loaded. */
export async function goToEditor(page: Page, type: string, id: number): Promise<void> {
  await follow(page, editorAddress(type, id))
  await waitForEditor(page)
}

/**
 * Opens the editor of an item in a page without one, which may have left the site, and waits until
 * it is loaded.
 */
export async function openEditor(page: Page, type: string, id: number): Promise<void> {
  await page.goto(editorAddress(type, id))
  await waitForEditor(page)
}

async function waitForEditor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).waitFor()
  await page.locator('.ProseMirror').first().waitFor()
}

/** Waits for the state word beside the title. */
export async function waitForState(page: Page, word: string): Promise<void> {
  await page
    .locator('[data-part="admin-head"] [role="status"]', { hasText: new RegExp(`^${word}$`) })
    .waitFor()
}

/** Presses Save Changes and waits for the answer to this save and its success toast. */
export async function save(page: Page): Promise<void> {
  // The toast and the state word of an earlier save may still be there.
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.ok(),
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await answered
  await page
    .locator('[data-part="toast"]', { hasText: 'Success!' })
    .getByText('Your content has been updated successfully.')
    .first()
    .waitFor()
  await waitForState(page, 'Saved')
}

/** Enters words at the end of a rich text, all at once: each key costs as much. */
export async function typeInBody(page: Page, text: string, at = 0): Promise<void> {
  await page.locator('.ProseMirror').nth(at).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(text)
}

export interface PictureFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A small picture in two colors. */
export async function picture(name: string, color: string): Promise<PictureFile> {
  return { name, mimeType: 'image/png', buffer: await halves(60, 40, color).png().toBuffer() }
}

/** Pastes a picture at the end of the last rich text. */
export async function pastePicture(page: Page, { name, buffer }: PictureFile): Promise<void> {
  const body = page.locator('.ProseMirror').last()
  await body.click()
  await page.keyboard.press('ControlOrMeta+End')
  await body.evaluate(
    (editor, { name, bytes }) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([Uint8Array.from(bytes)], name, { type: 'image/png' }))
      editor.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    { name, bytes: [...buffer] },
  )
}

/** Chooses a featured image from the device. */
export async function chooseFeatured(page: Page, chosen: PictureFile): Promise<void> {
  await page.getByRole('button', { name: 'Add Image' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Upload' }).click()
  await page.locator('input[type=file]').last().setInputFiles(chosen)
  await dialog.getByRole('button', { name: 'Use Image' }).click()
}

/** Empties the fields that an article needs. */
export async function emptyRequired(page: Page): Promise<void> {
  for (const label of ['Title', 'URL Slug', 'Excerpt'])
    await page.getByLabel(label, { exact: true }).fill('')
  await page.locator('.ProseMirror').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
}

/** Waits until each of them says that it is needed. */
export async function waitForRequired(page: Page): Promise<void> {
  for (const name of ['Title', 'Slug', 'Excerpt', 'Content'])
    await page.getByText(`${name} is required`, { exact: true }).waitFor()
}
