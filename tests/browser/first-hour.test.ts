import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../http-client.ts'
import { type MailServer, mailServer } from '../mail-server.ts'
import { articleFile, eventually, runningSite } from '../running-site.ts'
import { halves } from '../sample-pictures.ts'
import { siteYaml } from '../sending-fixture.ts'
import { siteInBrowser } from './browser.ts'

/** The effort of one step without the typing: presses of a finger, and keys. */
interface Effort {
  presses: number
  keys: number
}

/**
 * Somebody at the screen, with a finger, which takes the presses of a pointer, or with the keyboard
 * alone.
 */
interface Hands {
  begin(step: string): void
  press(place: Locator): Promise<void>
  /** Presses a link; with keys alone by the palette, which finds it by these words. */
  go(link: Locator, words: string): Promise<void>
  key(name: string): Promise<void>
  /** Goes to a field and replaces what it holds. */
  fill(field: Locator, words: string): Promise<void>
  /** Puts a picture below the text; the finger also takes the proposed alternative text. */
  illustrate(): Promise<void>
  readonly efforts: Readonly<Record<string, Effort>>
}

const text = (page: Page) => page.locator('.ProseMirror').first()
const isFocused = (place: Locator) =>
  place.evaluate((element) => element === document.activeElement)

function handsOf(page: Page, withKeys: boolean): Hands {
  const efforts: Record<string, Effort> = {}
  let now: Effort = { presses: 0, keys: 0 }
  const key = async (name: string) => {
    now.keys += 1
    await page.keyboard.press(name)
  }
  const goTo = async (place: Locator) => {
    await place.waitFor()
    for (let steps = 0; steps < 90; steps += 1) {
      if (await isFocused(place)) return
      await key('Tab')
    }
    throw new Error(`Tab does not reach ${place}.`)
  }
  const click = async (place: Locator) => {
    now.presses += 1
    await place.click()
  }
  return {
    efforts,
    begin(step) {
      now = { presses: 0, keys: 0 }
      efforts[step] = now
    },
    key,
    async press(place) {
      if (!withKeys) return click(place)
      await goTo(place)
      await key('Enter')
    },
    async go(link, words) {
      await link.waitFor()
      if (!withKeys) return click(link)
      await key('ControlOrMeta+k')
      await page.getByRole('combobox', { name: 'Find or do' }).waitFor()
      await page.keyboard.insertText(words)
      const found = page.getByRole('listbox', { name: 'Found' })
      await found.getByRole('option', { name: words, selected: true }).waitFor()
      await key('Enter')
    },
    async fill(field, words) {
      await (withKeys ? goTo(field) : click(field))
      await field.fill(words)
    },
    async illustrate() {
      const buffer = await halves(200, 120).png().toBuffer()
      if (!withKeys) {
        now.presses += 1
        await dropBelowText(page, buffer.toString('base64'))
        await click(page.locator('.ProseMirror img[draggable]'))
        return click(page.getByRole('button', { name: 'Use “Two loops”' }))
      }
      // Listening takes the browser longer than a key does.
      const chooser = page.waitForEvent('filechooser')
      await page.keyboard.type('/image')
      await key('Enter')
      const dialog = page.getByRole('dialog', { name: 'Insert Image' })
      await expect
        .poll(() => isFocused(dialog.getByRole('button', { name: 'Click to choose an image' })))
        .toBe(true)
      await key('Enter')
      await (await chooser).setFiles({ name: 'two loops.png', mimeType: 'image/png', buffer })
      const insert = dialog.getByRole('button', { name: 'Insert Image', exact: true })
      await goTo(insert)
      await key('Enter')
    },
  }
}

async function dropBelowText(page: Page, base64: string): Promise<void> {
  await text(page).evaluate((place, encoded) => {
    const dataTransfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    dataTransfer.items.add(new File([bytes], 'two loops.png', { type: 'image/png' }))
    const last = place.lastElementChild?.getBoundingClientRect()
    const at = { clientX: (last?.left ?? 0) + 5, clientY: (last?.bottom ?? 0) - 1 }
    for (const type of ['dragover', 'drop'])
      place.dispatchEvent(
        new DragEvent(type, { dataTransfer, ...at, bubbles: true, cancelable: true }),
      )
  }, base64)
}

/** The most presses and keys of each step. By the keyboard alone, most of them are Tab. */
const most = {
  'the keyboard alone': {
    register: 12,
    write: 4,
    link: 1,
    illustrate: 8,
    save: 1,
    schedule: 3,
    publish: 9,
    correct: 20,
    mail: 110,
  },
  'a finger on a phone': {
    register: 3,
    write: 2,
    link: 1,
    illustrate: 3,
    save: 1,
    schedule: 4,
    publish: 4,
    correct: 4,
    mail: 9,
  },
}

describe.each([
  { by: 'the keyboard alone', width: 1280, height: 800 },
  { by: 'a finger on a phone', width: 390, height: 844 },
] as const)('by $by', ({ by, width, height }) => {
  let server: MailServer
  beforeAll(async () => {
    server = await mailServer()
  })
  const browser = siteInBrowser({
    files: {
      'site.yaml': siteYaml,
      'articles/2026/warp.md': articleFile({
        id: '1',
        title: 'Warp modes',
        excerpt: 'About warping.',
      }),
    },
    env: { SITE_URL: 'http://notes.example.org', MAIL_FROM: 'Test Notes <notes@example.org>' },
    start: (options) => runningSite({ ...options, env: { ...options.env, SMTP_URL: server.url } }),
    cookies: ['session-notes', 'session-notes-saved'],
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const viewport = { width, height }
  const withKeys = by === 'the keyboard alone'
  const own = '/article/swing-without-rules'
  const visitor = () => ask(browser.site().url, own)
  const title = (page: Page) => page.getByLabel('Title', { exact: true })
  const saved = (page: Page) =>
    page.locator('[data-part="admin-head"] [role="status"]', { hasText: /^Saved$/ }).waitFor()
  /**
   * Opens the group of fields about publishing, which is in a sheet where the window has no room
   * for it.
   */
  const showPublishing = async (page: Page, person: Hands) => {
    const sheet = page.getByRole('dialog', { name: 'Details' })
    if (width > 1024 || (await sheet.isVisible())) return
    await person.press(page.getByRole('button', { name: 'Details' }))
    await person.press(sheet.locator('summary', { hasText: 'Publishing' }))
  }
  /** The steps that took more than they may. */
  const beyond = (efforts: Hands['efforts']) =>
    Object.entries(efforts).filter(([step, { presses, keys }]) => {
      const limits: Readonly<Record<string, number>> = most[by]
      return presses + keys > (limits[step] ?? 0) || (withKeys && presses > 0)
    })

  test('a new person registers, writes, links, illustrates, schedules, publishes, corrects and mails an issue', async () => {
    const { output, repository } = browser.site()
    const code = await eventually(async () => /\/auth\?code=[\w-]+/.exec(output())?.[0])
    const page = await browser.visit(code, { viewport })
    const person = handsOf(page, withKeys)
    const file = () =>
      repository.git(
        'show',
        `HEAD:content/articles/${new Date().getFullYear()}/swing-without-rules.md`,
      )

    person.begin('register')
    await person.fill(page.getByLabel('Username'), 'grace')
    await person.fill(page.getByLabel('Password', { exact: true }), 'a long enough sentence')
    await person.press(page.getByRole('button', { name: 'Create account' }))
    await page.waitForURL('**/admin')

    person.begin('write')
    await person.go(page.getByRole('link', { name: 'Write', exact: true }), 'Write an article')
    await expect.poll(() => isFocused(title(page))).toBe(true)
    await page.keyboard.type('Swing without rules')
    await person.key('Enter')
    await page.keyboard.insertText('Swing moves every second note a little later. Begin with ')

    person.begin('link')
    await page.keyboard.type('[[warp')
    await page.getByRole('option', { name: /Warp modes/ }).waitFor()
    await person.key('Enter')
    await page.keyboard.type('.')
    await page.keyboard.press('Enter')

    person.begin('illustrate')
    await person.illustrate()
    await page.locator('.ProseMirror img[draggable]').waitFor()
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)

    person.begin('save')
    await person.key('ControlOrMeta+S')
    await page.waitForURL(/\/admin\/draft-editor\?id=\d+&type=articles/)
    await page.getByRole('heading', { level: 1, name: 'Edit Article' }).waitFor()
    await text(page).waitFor()
    const lines =
      /Begin with \[Warp modes\]\(\/article\/warp\)\.\n\n!\[(.*)\]\(\/media\/\d+\/two-loops\.png\)/
    expect(lines.exec(await file())?.[1]).toBe(withKeys ? '' : 'Two loops')

    person.begin('schedule')
    await showPublishing(page, person)
    await person.fill(page.getByLabel('Publication Date'), '2099-01-02T10:00')
    await person.key('ControlOrMeta+S')
    await saved(page)
    expect(await file()).toMatch(/publishedAt: "?2099-01-02/)
    expect((await visitor()).status).toBe(404)

    person.begin('publish')
    await showPublishing(page, person)
    await person.press(page.getByRole('button', { name: 'Publish now' }))
    await eventually(async () => (await visitor()).status === 200)

    await page.goto('/admin')
    person.begin('correct')
    const activity = page.getByRole('region', { name: 'Recent Activity' })
    await person.go(
      activity.getByRole('link', { name: 'Swing without rules' }).first(),
      'Swing without rules',
    )
    await text(page).waitFor()
    await person.press(withKeys ? title(page) : text(page))
    await person.key('ControlOrMeta+Home')
    await page.keyboard.type('Corrected: ')
    await person.key('ControlOrMeta+S')
    await eventually(async () => (await visitor()).text.includes('Corrected: Swing moves'))

    // The person mails an issue with what was published.
    await page.goto('/admin')
    const readers = ['one@example.org', 'two@example.org']
    const answer = await page.request.post('/api/subscribers/import', {
      data: ['email', ...readers].join('\n'),
      headers: { 'Content-Type': 'text/csv', Origin: browser.site().url },
    })
    expect(answer.status()).toBe(200)

    person.begin('mail')
    await person.go(page.getByRole('link', { name: 'New Issue' }), 'New issue')
    const dialog = page.getByRole('dialog', { name: 'Create newsletter' })
    await dialog.getByLabel('Title').waitFor()
    await person.press(dialog.getByRole('button', { name: 'Create', exact: true }))
    await dialog.waitFor({ state: 'detached' })
    await person.press(page.getByRole('link', { name: 'Open in Editor' }))
    await page.getByRole('heading', { level: 1, name: 'Edit Newsletter' }).waitFor()
    await text(page).waitFor()
    await showPublishing(page, person)
    await person.press(page.getByRole('button', { name: 'Publish now' }))
    await saved(page)
    const panel = page.getByRole('region', { name: 'Mail', exact: true })
    await person.press(panel.getByRole('button', { name: 'Send to 2 subscribers' }))
    await person.press(page.getByRole('button', { name: 'Send now' }))
    await panel.getByText('2 of 2 sent').waitFor()
    expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(readers)
    expect(server.mails[0]?.text).toContain('Swing without rules')
    expect(beyond(person.efforts)).toEqual([])
  })
})
