import type { Locator, Page } from 'playwright-core'
import { sampleFiles } from './sample-files.ts'

interface Step {
  page: Page
  /**
   * The first element of `what`, a selector of Playwright for most verbs; in it, `$dialog` is the
   * dialog in front.
   */
  part: Locator
  what: string
  value: string
  commitElsewhere(): Promise<unknown>
}

/**
 * Does a step of a scene in the page. A step is a verb and what it needs: `VERB`, `VERB WHAT` or
 * `VERB WHAT = VALUE`.
 */
export async function takeStep(
  page: Page,
  step: string,
  commitElsewhere: Step['commitElsewhere'],
): Promise<void> {
  const [, verb = '', what = '', value = ''] = /^(\w+) ?(.*?)(?: = (.*))?$/s.exec(step) ?? []
  const act = verbs[verb]
  if (!act) throw new Error(`There is no step "${step}".`)
  const part = page.locator(what.replace('$dialog', 'dialog[open] >> nth=-1')).first()
  await act({ page, part, what, value, commitElsewhere })
}

const verbs: Record<string, (step: Step) => Promise<unknown>> = {
  click: ({ part }) => part.click(),
  /** Clicks what is not there in each size. */
  maybe: async ({ part }) => (await part.isVisible()) && part.click(),
  /** Clicks a button by its name, or by a pattern `/…/`. */
  press: ({ page, what }) =>
    page
      .locator(`role=button[name=${what.startsWith('/') ? what : JSON.stringify(what)}] >> nth=0`)
      .click(),
  select: ({ part }) => part.click({ clickCount: 3 }),
  fill: ({ part, value }) => part.fill(value),
  files: ({ part, value }) => part.setInputFiles(sampleFiles[value]!),
  wait: ({ part }) => part.waitFor({ timeout: 60_000 }),
  view: ({ part }) => part.scrollIntoViewIfNeeded(),
  scroll: ({ part }) =>
    part.evaluate((shown) => shown.scrollIntoView({ block: 'start', behavior: 'instant' })),
  unfold: ({ page, what }) =>
    page
      .locator(what)
      .evaluateAll((groups) => groups.map((group) => group.setAttribute('open', ''))),
  key: ({ page, what }) => page.keyboard.press(what),
  type: ({ page, what }) => page.keyboard.type(what),
  goto: ({ page, what }) => page.goto(what),
  idle: ({ page }) => page.waitForLoadState('networkidle'),
  motion: ({ page }) => page.emulateMedia({ reducedMotion: 'no-preference' }),
  phone: async () => {},
  commit: ({ commitElsewhere }) => commitElsewhere(),
  /** From now on, the server is down for everything but what the page reads of an article. */
  down: ({ page }) =>
    page.route(/\/api\/(health|articles\/\d+)$/, (route) =>
      /\d$/.test(route.request().url()) && route.request().method() === 'GET'
        ? route.continue()
        : route.abort('connectionrefused'),
    ),
}
