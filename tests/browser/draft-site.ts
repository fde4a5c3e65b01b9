import type { Page } from 'playwright-core'
import { articleFile } from '../running-site.ts'
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
  'articles/warp.md': articleFile({ id: '1', title: 'Warp modes', tags: '[warp]', category: 'mastering' }, longText),
  'articles/draft.md': `---\nid: 2\ntitle: A plan\nexcerpt: What it says.\ncategory: mixing\n---\n\n${longText}\n`,
  'articles/linking.md': articleFile({ id: '3', title: 'Linking' }, 'Read [about warping](/article/warp).'),
  'articles/hardware.md': articleFile({ id: '4', title: 'Odd one', category: 'sound-design' }, 'Text.'),
  'news/first.md': item(
    { id: '1', title: 'First news', excerpt: 'E.', category: 'releases', publishedAt: '2026-01-02' },
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
  lastChange(): Promise<{ message: string; author: string; files: Array<string>; lines: Array<string> }>
  head(): Promise<string>
}

/** A small site in Berlin's time zone with an administrator, for the tests of the draft editor. */
export function draftSite(): DraftSite {
  const site = adminInBrowser({ files })
  const git = async (...args: Array<string>) => (await site.repository().git(...args)).trim()
  return {
    ...site,
    async edit(type, id, options = { walk: 'editor' }) {
      const page = await site.visit(`/admin/draft-editor?id=${id}&type=${type}`, options)
      await page.getByRole('button', { name: 'Save Changes' }).waitFor()
      await page.locator('.ProseMirror').first().waitFor()
      return page
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

/** Waits for the state word beside the title. */
export async function waitForState(page: Page, word: string): Promise<void> {
  await page.locator('[data-part="admin-head"] [role="status"]', { hasText: new RegExp(`^${word}$`) }).waitFor()
}

/** Presses Save Changes and waits for the success toast. */
export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page
    .locator('[data-part="toast"]', { hasText: 'Success!' })
    .getByText('Your content has been updated successfully.')
    .waitFor()
  await waitForState(page, 'Saved')
}

/** Types at the end of a rich text. */
export async function typeInBody(page: Page, text: string, at = 0): Promise<void> {
  await page.locator('.ProseMirror').nth(at).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(text)
}
