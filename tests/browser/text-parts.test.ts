import { expect, test } from 'vitest'
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
const sounds = '![Alone](/media/steps.m4a)\n\n![First](/media/steps.m4a) ![Second](/media/again.m4a)\n'
const { visit } = siteInBrowser({
  files: {
    'articles/parts.md': articleFile({ id: '1', title: 'Parts' }, body),
    'articles/sounds.md': articleFile({ id: '2', title: 'Sounds' }, sounds),
    'media/steps.m4a': quieterM4a,
    'media/again.m4a': Buffer.concat([quieterM4a, Buffer.from('\0\0\0\x08free', 'latin1')]),
  },
})

test('the settings of a device are a table, and one press copies them as text', async () => {
  const page = await visit('/article/parts', {
    arrange: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', {
          value: {
            async writeText(text: string) {
              document.body.dataset.copied = text
            },
          },
        })
      }),
  })
  const table = page.getByRole('table', { name: 'Settings of Glue Compressor' })
  expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Parameter', 'Value', 'Note'])
  const release = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Release' }) })
  expect(await release.getByRole('cell').allTextContents()).toEqual(['Auto', 'Slow and fast'])
  const copy = page.getByRole('button', { name: 'Copy' })
  await copy.click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.locator('body').getAttribute('data-copied')).toBe(
    'Glue Compressor\nAttack: 30 ms\nRelease: Auto (Slow and fast)',
  )
  // The attack has no such step.
  expect(await texts(page, '.prose pre')).toEqual(['device: Glue Compressor Attack: 31 ms'])
})

test('nothing is asked of the host of a video before a press, and then its player is shown', async () => {
  const asked: Array<string> = []
  const page = await visit('/article/parts', {
    expected: /^foreign request: https:\/\/www\.youtube-nocookie\.com\//,
    arrange: (page) =>
      page.route(/^https:/, (route) => {
        asked.push(route.request().url())
        return route.fulfill({ body: '<h1>The player</h1>', contentType: 'text/html' })
      }),
  })
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
  expect(await page.locator('.prose > p > a').getAttribute('href')).toBe('https://example.org/watch?v=dQw4w9WgXcQ')
})

test('without script the card of a video is a link, and settings have no button', async () => {
  const page = await visit('/article/parts', { javaScriptEnabled: false })
  expect(await texts(page, '.embed-link')).toEqual(['Open on YouTube', 'Open on Bandcamp'])
  expect(await page.getByRole('link', { name: 'Open on YouTube' }).getAttribute('href')).toBe(
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  )
  expect(await page.locator('.prose button:visible').count()).toBe(0)
})

test.each([
  ['one sound', 'Alone', 1],
  ['a comparison', 'Compare First with Second', 2],
])('the waveform of AAC, which the server can not decode, is drawn when %s plays', async (_what, name, count) => {
  const page = await visit('/article/sounds')
  const player = page.getByRole('group', { name })
  /** The heights of the bars of each waveform. */
  const bars = () =>
    player
      .locator('.sound-seek path')
      .evaluateAll((all) =>
        all.map((path) => [...(path.getAttribute('d') ?? '').matchAll(/v(\d+)/g)].map(([, height]) => Number(height))),
      )
  expect((await bars()).flat()).toEqual([])
  await player.getByRole('button', { name: 'Play' }).click()
  await expect.poll(async () => (await bars()).map((heights) => heights.length)).toEqual(Array(2 * count).fill(200))
  for (const heights of await bars()) {
    const [loud = 0, quiet = 0] = [heights[60], heights[150]]
    expect(loud).toBeGreaterThan(2 * quiet)
  }
})
