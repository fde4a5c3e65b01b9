import type { Page } from 'playwright-core'
import { creatorScenes } from './creator-scenes.ts'
import { mediaScenes } from './media-scenes.ts'
import { peopleScenes } from './people-scenes.ts'
import { button, dialog, fillBeside, openDetails, openDialog, type Scene, scrollTo } from './scene.ts'
import { siteScenes } from './site-scenes.ts'

/** The data behind the pictures. */
export interface AdminWorld {
  /** An article with some history. */
  articleId: number
  /** The address of an invitation. */
  invitation: string
  /** Changes the title and the first paragraph of that article with git. */
  commitElsewhere(): Promise<unknown>
}

const newestIssue = '/admin/draft-editor?type=newsletters&id=6'

/** Every screen and dialog of the admin, as an administrator sees it. */
export function adminScenes({ articleId, commitElsewhere }: AdminWorld): Array<Scene> {
  const article = `/admin/draft-editor?type=articles&id=${articleId}`
  return [
    { name: 'admin-dashboard', path: '/admin', act: dashboard },
    { name: 'admin-dashboard-state', path: '/admin', act: (page) => dashboard(page).then(() => toState(page)) },
    { name: 'admin-dashboard-conflict', path: '/admin', act: (page) => stoppedSync(page).then(() => toState(page)) },
    { name: 'admin-manage', path: '/admin/manage-content', act: cards },
    { name: 'admin-manage-issues', path: '/admin/manage-content?type=newsletters', act: cards },
    { name: 'admin-manage-create', path: '/admin/manage-content', act: opened('Create') },
    { name: 'admin-manage-edit', path: '/admin/manage-content', act: quickEdit },
    { name: 'admin-manage-delete', path: '/admin/manage-content', act: opened(/^Delete/) },
    { name: 'admin-manage-deleted', path: '/admin/manage-content?show=deleted' },
    ...creatorScenes,
    { name: 'admin-editor', path: article, act: editor },
    { name: 'admin-editor-text', path: article, act: text },
    { name: 'admin-editor-slash', path: article, act: slash },
    { name: 'admin-editor-source', path: article, act: source },
    { name: 'admin-editor-seo', path: article, act: seo },
    { name: 'admin-editor-preview', path: article, act: preview },
    { name: 'admin-editor-history', path: article, act: history },
    { name: 'admin-editor-leave', path: article, act: leave },
    { name: 'admin-editor-move', path: article, act: move },
    { name: 'admin-editor-conflict', path: article, act: (page) => conflict(page, commitElsewhere) },
    { name: 'admin-editor-wrong', path: article, act: wrong },
    { name: 'admin-editor-issue', path: newestIssue, act: issue },
    ...mediaScenes(article),
    ...peopleScenes(newestIssue),
    ...siteScenes(article),
    { name: 'admin-account', path: '/admin/account' },
    { name: 'admin-users', path: '/admin/users', act: (page) => button(page, 'Create Invitation').click() },
    { name: 'admin-user-delete', path: '/admin/users', act: opened(/^Delete grace/) },
    { name: 'admin-signed-out', path: article, act: signedOut },
  ]
}

/** The screens for signed-out visitors. */
export function signedOutScenes({ invitation }: AdminWorld): Array<Scene> {
  return [
    { name: 'admin-login', path: '/admin/login' },
    { name: 'admin-login-failed', path: '/admin/login', act: refusedLogin },
    { name: 'admin-register', path: invitation },
  ]
}

async function dashboard(page: Page) {
  for (const part of ['.facts', 'figure svg', '.work-list'])
    await page.locator(`[data-part="dashboard-state"] ${part}`).first().waitFor()
  await page.getByRole('heading', { name: 'Remote' }).waitFor()
}

function toState(page: Page) {
  return scrollTo(page, '[data-part="dashboard-state"]')
}

/** Shows a sync that stopped at a conflict; a real one needs two people. */
async function stoppedSync(page: Page) {
  await page.route('**/api/sync', async (route) => {
    const answer = await route.fetch()
    const stopped = {
      state: 'conflict',
      ahead: 2,
      behind: 1,
      error: {
        message:
          'The remote and this site have both changed content/articles/2026/warp-modes.md in ways that do not fit together.',
      },
      conflicts: ['content/articles/2026/warp-modes.md'],
    }
    await route.fulfill({ json: { ...((await answer.json()) as object), ...stopped } })
  })
  await page.reload()
  await dashboard(page)
  await page.unroute('**/api/sync')
}

async function cards(page: Page) {
  await page
    .getByRole('link', { name: /Open in Editor|Open .* in/ })
    .first()
    .waitFor()
}

const opened = (name: string | RegExp) => (page: Page) => openDialog(page, name)

async function quickEdit(page: Page) {
  await opened(/^Quick Edit/)(page)
  await dialog(page).getByLabel('Title').waitFor()
}

async function editor(page: Page) {
  await page.locator('.ProseMirror').first().waitFor()
}

async function text(page: Page) {
  await editor(page)
  await page.locator('.ProseMirror p').first().click({ clickCount: 3 })
  await page.locator('[data-part="floating-bar"]').waitFor()
  await scrollTo(page, '[data-part="editor-frame"]')
}

async function slash(page: Page) {
  await editor(page)
  await page.locator('.ProseMirror p').first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await page.getByRole('listbox').waitFor()
  await scrollTo(page, '[data-part="editor-frame"]')
}

async function source(page: Page) {
  await editor(page)
  await button(page, 'Markdown source').click()
  await scrollTo(page, '[data-part="editor-frame"]')
}

async function seo(page: Page) {
  await editor(page)
  await page.getByRole('tab', { name: 'SEO Analysis' }).click()
  await page.getByText('SEO score').waitFor()
}

async function preview(page: Page) {
  await editor(page)
  await button(page, 'Preview').click()
  await page.frameLocator('.preview-frame').getByRole('heading', { level: 1 }).waitFor()
}

async function history(page: Page) {
  await editor(page)
  await button(page, 'History').click()
  await page.getByRole('link', { name: 'The page as it was' }).waitFor()
}

async function leave(page: Page) {
  await editor(page)
  await fillBeside(page, 'Excerpt', 'Six ways to stretch audio.')
  await button(page, 'Back to Content').click()
  await dialog(page).waitFor()
}

async function wrong(page: Page) {
  await editor(page)
  await page.getByLabel('Title', { exact: true }).fill('')
  await fillBeside(page, 'Excerpt', '')
  await button(page, 'Save Changes').click()
  await page.getByText('Title is required').waitFor()
}

async function conflict(page: Page, commitElsewhere: AdminWorld['commitElsewhere']) {
  await editor(page)
  await page.getByLabel('Title', { exact: true }).fill('Warp modes, and when to use which')
  await page.locator('.ProseMirror p').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' That is how I do it.')
  await commitElsewhere()
  await button(page, 'Save Changes').click()
  await page.getByRole('dialog', { name: 'Somebody else changed this too' }).waitFor()
}

async function move(page: Page) {
  await editor(page)
  await openDetails(page)
  await button(page, 'Move URL').click()
  await page
    .getByText(/link(?:s)? (?:here|to this article)/)
    .first()
    .waitFor()
}

async function issue(page: Page) {
  await editor(page)
  await scrollTo(page, '#issue-articles')
}

async function signedOut(page: Page) {
  await editor(page)
  await fillBeside(page, 'Excerpt', 'Six ways to stretch audio.')
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await button(page, 'Save Changes').click()
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
  await page.context().addCookies(cookies)
}

async function refusedLogin(page: Page) {
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Password').fill('not it')
  await button(page, 'Login').click()
  await page.locator('[data-part="login"] [role="alert"]').waitFor()
}
