import type { Page } from 'playwright-core'
import { rawText, sampleFiles } from './sample-files.ts'

/**
 * Does a step of a scene in the page. A step is a verb and what it needs: `VERB`, `VERB WHAT` or `VERB WHAT =
 * VALUE`.
 */
export async function takeStep(page: Page, step: string, commitElsewhere: () => Promise<unknown>): Promise<void> {
  const [call = ''] = step.split(' = ', 1)
  const value = step.slice(call.length + ' = '.length)
  const [verb = ''] = call.split(' ', 1)
  const what = call.slice(verb.length + 1)
  const act = verbs[verb]
  if (!act) throw new Error(`There is no step "${step}".`)
  await act({ page, what, value, commitElsewhere })
}

interface Step {
  page: Page
  /** A selector of Playwright for most verbs; in it, `$dialog` is the dialog in front. */
  what: string
  value: string
  commitElsewhere(): Promise<unknown>
}

const found = ({ page, what }: Step) => page.locator(what.replace('$dialog', 'dialog[open] >> nth=-1')).first()

/** The first button of a name, or of a pattern `/…/`. */
const button = (page: Page, name: string) =>
  page.getByRole('button', { name: /^\/.*\/$/.test(name) ? new RegExp(name.slice(1, -1)) : name, exact: true }).first()

const verbs: Record<string, (step: Step) => Promise<unknown>> = {
  click: (step) => found(step).click(),
  select: (step) => found(step).click({ clickCount: 3 }),
  fill: (step) => found(step).fill(step.value),
  files: (step) => found(step).setInputFiles(sampleFiles[step.value]!),
  wait: (step) => found(step).waitFor({ timeout: 60_000 }),
  view: (step) => found(step).scrollIntoViewIfNeeded(),
  scroll: (step) => found(step).evaluate((part) => part.scrollIntoView({ block: 'start', behavior: 'instant' })),
  press: ({ page, what }) => button(page, what).click(),
  label: ({ page, what, value }) => page.getByLabel(what, { exact: true }).fill(value),
  beside: fillBeside,
  details: ({ page }) => openDetails(page),
  raw: ({ page }) => page.getByLabel('Raw Content').fill(rawText),
  discard: ({ page }) => discardDraft(page),
  save: ({ page }) => savePages(page),
  key: ({ page, what }) => page.keyboard.press(what),
  type: ({ page, what }) => page.keyboard.type(what),
  goto: ({ page, what }) => page.goto(what),
  idle: ({ page }) => page.waitForLoadState('networkidle'),
  motion: ({ page }) => page.emulateMedia({ reducedMotion: 'no-preference' }),
  phone: async () => {},
  commit: ({ commitElsewhere }) => commitElsewhere(),
  down: ({ page }) => refuseWrites(page),
}

/** Shows the fields beside the text: on a phone, opens their sheet and its groups. */
async function openDetails(page: Page): Promise<void> {
  const details = page.getByRole('button', { name: 'Details' })
  if (!(await details.isVisible())) return
  await details.click()
  await page.locator('dialog[open] [data-part="field-group"]').evaluateAll((groups) => {
    for (const group of groups) group.setAttribute('open', '')
  })
}

/** Fills a field beside the text. */
async function fillBeside({ page, what, value }: Step): Promise<void> {
  await openDetails(page)
  await page.getByLabel(what).fill(value)
  const close = page.getByRole('button', { name: 'Close Details' })
  if (await close.isVisible()) await close.click()
}

/** Removes the restored draft of the scene before. */
async function discardDraft(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const discard = page.getByRole('button', { name: 'Discard' })
  if (await discard.isVisible()) await discard.click()
}

async function savePages(page: Page): Promise<void> {
  for (const address of ['/article/warp-modes', '/news/4', '/article/roar-parallel-saturation']) {
    await page.goto(address)
    await page.locator('[data-save]').click()
    await page.getByText('Kept for reading offline').waitFor()
  }
  await page.goto('/saved')
  await page.getByText('Readable offline').filter({ visible: true }).nth(2).waitFor()
}

/** A server that is down for everything but what the page reads of an article. */
async function refuseWrites(page: Page): Promise<void> {
  await page.route(/\/api\/(health|articles\/\d+$)/, (route) =>
    route.request().method() === 'GET' && !route.request().url().endsWith('health')
      ? route.continue()
      : route.abort('connectionrefused'),
  )
}
