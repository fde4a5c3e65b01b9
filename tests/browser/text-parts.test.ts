import { expect, test } from 'vitest'
import { ask } from '../http-client.ts'
import { parseHtml } from '../parse-html.ts'
import { articleFile } from '../running-site.ts'
import { quieterM4a } from '../sample-sounds.ts'
import { siteInBrowser, texts } from './browser.ts'

const body = `The settings:

\`\`\`device
device: Glue Compressor
Attack: 30 ms
Release: { value: Auto, note: Slow and fast }
\`\`\`

\`\`\`device
device: Glue Compressor
Attack: 31 ms
\`\`\`

[How it sounds](https://www.youtube.com/watch?v=dQw4w9WgXcQ)

https://one.bandcamp.com/track/song

https://example.org/watch?v=dQw4w9WgXcQ
`
const sounds =
  '![Alone](/media/steps.m4a)\n\n![First](/media/steps.m4a) ![Second](/media/again.m4a)\n'
const { visit, site } = siteInBrowser({
  files: {
    'articles/parts.md': articleFile({ id: '1', title: 'Parts' }, body),
    'articles/sounds.md': articleFile({ id: '2', title: 'Sounds' }, sounds),
    'media/steps.m4a': quieterM4a,
    'media/again.m4a': Buffer.concat([quieterM4a, Buffer.from('\0\0\0\x08free', 'latin1')]),
  },
})

test('settings are copied with one press, and nothing is asked of the host of a video before its press; without script it is a link', async () => {
  const asked: Array<string> = []
  const page = await visit('/article/parts', {
    expected: /^foreign request: https:\/\/www\.youtube-nocookie\.com\//,
    async arrange(page) {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', {
          value: {
            async writeText(text: string) {
              document.body.dataset.copied = text
            },
          },
        })
      })
      await page.route(/^https:/, (route) => {
        asked.push(route.request().url())
        return route.fulfill({ body: '<h1>The player</h1>', contentType: 'text/html' })
      })
    },
  })
  const table = page.getByRole('table', { name: 'Settings of Glue Compressor' })
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([
    'Parameter',
    'Value',
    'Note',
  ])
  const release = table
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Release' }) })
  expect(await release.getByRole('cell').allTextContents()).toEqual(['Auto', 'Slow and fast'])
  const copy = page.getByRole('button', { name: 'Copy' })
  await copy.click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.locator('body').getAttribute('data-copied')).toBe(
    'Glue Compressor\nAttack: 30 ms\nRelease: Auto (Slow and fast)',
  )
  // The attack has no such step.
  expect(await texts(page, '.prose pre')).toEqual(['device: Glue Compressor Attack: 31 ms'])

  const play = page.getByRole('button', { name: 'Play here: How it sounds' })
  await play.waitFor()
  await page.locator('.embed').first().hover()
  await play.focus()
  expect(await page.locator('iframe').count()).toBe(0)
  expect(asked).toEqual([])
  await page.keyboard.press('Enter')
  const frame = page.frameLocator('iframe[title="How it sounds"]')
  await frame.getByRole('heading', { name: 'The player' }).waitFor()
  expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'])
  expect(await page.locator('.embed').nth(1).getByRole('button').count()).toBe(0)
  expect(await page.locator('.prose > p > a').getAttribute('href')).toBe(
    'https://example.org/watch?v=dQw4w9WgXcQ',
  )

  // Without script the card of a video is a link, and every button of a text needs the script.
  const document = parseHtml((await ask(site().url, '/article/parts')).text)
  const links = [...document.querySelectorAll('.embed-link a')]
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Open on YouTube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['Open on Bandcamp', 'https://one.bandcamp.com/track/song'],
  ])
  const buttons = [...document.querySelectorAll('.prose button')]
  expect(buttons.length).toBeGreaterThan(0)
  expect(buttons.filter((button) => !button.closest('[data-needs-script]'))).toEqual([])
})

test('the waveform of AAC, which the server can not decode, is drawn when one sound or a comparison plays', async () => {
  const page = await visit('/article/sounds')
  for (const [name, count] of [
    ['Alone', 1],
    ['Compare First with Second', 2],
  ] as const) {
    const player = page.getByRole('group', { name })
    /** The heights of the bars of each waveform. */
    const bars = () =>
      player
        .locator('.sound-seek path')
        .evaluateAll((all) =>
          all.map((path) =>
            [...(path.getAttribute('d') ?? '').matchAll(/v(\d+)/g)].map(([, height]) =>
              Number(height),
            ),
          ),
        )
    expect((await bars()).flat()).toEqual([])
    await player.getByRole('button', { name: 'Play' }).click()
    await expect
      .poll(async () => (await bars()).map((heights) => heights.length))
      .toEqual(Array(2 * count).fill(200))
    for (const heights of await bars()) {
      const [loud = 0, quiet = 0] = [heights[60], heights[150]]
      expect(loud).toBeGreaterThan(2 * quiet)
    }
  }
})
