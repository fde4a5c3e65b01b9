import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AdminVisit } from './admin.ts'
import type { DraftSite } from './draft-site.ts'

/**
 * What a browser without a network complains about, and the refusals that a repeated save may get.
 */
export const lost =
  /ERR_|Failed to update|^40[149] |Failed to fetch|no-response|^50[023] |^422 |Load failed|FetchEvent|NetworkError/

/**
 * Opens the admin with its service worker, and waits until the newest items, and what else is
 * given, are stored.
 */
export async function visitWithWorker(
  site: DraftSite,
  path: string,
  { stored = [], ...options }: AdminVisit & { stored?: ReadonlyArray<string> } = {},
): Promise<Page> {
  const page = await site.visit(path, { serviceWorkers: 'allow', expected: lost, ...options })
  // The page itself looks again: each call of the driver costs as much as many looks.
  await page.evaluate(
    async (wanted) => {
      await navigator.serviceWorker.ready
      const isStored = (one: string) => caches.match(one, { ignoreVary: true })
      while (!(await Promise.all(wanted.map(isStored))).every(Boolean))
        await new Promise((resolve) => setTimeout(resolve, 100))
    },
    ['/api/articles', '/api/articles/4', '/api/newsletters/1', ...stored],
  )
  return page
}

/** The entries that wait to be sent, on the screen of the device. */
export const queue = (page: Page) =>
  page.getByRole('list', { name: 'Waiting to be sent' }).locator('li')

/** The drafts on the screen of the device. */
export const drafts = (page: Page) => page.getByRole('list', { name: 'Drafts in this browser' })

/** Waits until the screen of the device says that nothing waits. */
export const nothingWaits = (page: Page) => page.getByText('Nothing waits to be sent.').waitFor()

/** Confirms the cancellation of the whole queue; repeats it while an entry is being sent. */
export async function withdraw(page: Page): Promise<void> {
  const refusal = page.getByRole('dialog').getByRole('alert')
  for (;;) {
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByText('Nothing waits').or(refusal).first().waitFor()
    if (!(await refusal.isVisible())) return
    expect(await refusal.textContent()).toBe('This is just being sent. Look again in a moment.')
  }
}

/** The subjects of the commits since one, the oldest first. */
export async function subjectsSince(site: DraftSite, from: string): Promise<Array<string>> {
  const log = await site.repository().git('log', '--reverse', '--format=%s', `${from}..HEAD`)
  return log.trim().split('\n')
}

/** Signs another person in with this page's browser. */
export async function signInAs(site: DraftSite, page: Page, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await page
    .context()
    .addCookies([{ name, value, url: site.url(), httpOnly: true, sameSite: 'Lax' }])
}
