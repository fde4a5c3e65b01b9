import { expect, test } from 'vitest'
import { articleFile } from '../running-site.ts'
import { mp3Of, tone } from '../sample-sounds.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'

const [dry, wet] = await Promise.all([mp3Of(tone(0.5)), mp3Of(tone(0.5, -29))])
const site = adminInBrowser({
  files: {
    'articles/one.md': articleFile({ id: '1', title: 'Written with sounds' }, 'Listen.\n'),
    'media/2026/drums-dry.mp3': dry,
    'media/2026/drums-wet.mp3': wet,
  },
})

test('sounds have a tab with their number, and two of them, chosen in the / menu, are one player that plays and switches in the editor and in the preview', async () => {
  const page = await site.visit('/admin/media')
  const tab = page.getByRole('tab', { name: 'Sounds 2' })
  await tab.click()
  await page.getByText('2 files', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?show=sounds')
  await expectAccessible(page, [1280])

  await page.goto('/admin/draft-editor?type=articles&id=1')
  const text = page.locator('.ProseMirror')
  await text.getByText('Listen.').click()
  const choose = async (word: string) => {
    await page.keyboard.press('Enter')
    await page.keyboard.type(`/${word}`)
    await page.getByRole('option', { name: new RegExp(`^${word}$`, 'i') }).waitFor()
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('End')
  await choose('compare')
  await page
    .getByRole('dialog', { name: 'Choose the First Sound' })
    .getByRole('button', { name: 'Use drums-dry.mp3' })
    .click()
  await page
    .getByRole('dialog', { name: 'Choose the Second Sound' })
    .getByRole('button', { name: 'Use drums-wet.mp3' })
    .click()
  const name = 'Compare Drums dry with Drums wet'
  const player = text.getByRole('group', { name })
  await player.getByRole('button', { name: 'Drums wet' }).click()
  await player.getByRole('button', { name: 'Pause' }).click()
  await player.getByRole('button', { name: 'Play' }).waitFor()
  await expectAccessible(page, [1280])

  await text.getByText('Listen.').click()
  await page.keyboard.press('End')
  await choose('video')
  await page.keyboard.type('example.org')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This is no address of a video or track').waitFor()
  await page.getByLabel('Video or track').fill('https://youtu.be/dQw4w9WgXcQ')
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: 'Preview' }).click()
  const shown = page.frameLocator('iframe[title^="Preview of"]').getByRole('group', { name })
  await shown.getByRole('button', { name: 'Drums wet' }).click()
  await shown.getByRole('button', { name: 'Pause' }).waitFor()
  expect(await shown.getByRole('button', { name: 'Drums wet' }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect
    .poll(() => site.git('show', 'HEAD:content/articles/one.md'))
    .toContain(
      [
        'Listen.',
        'https://youtu.be/dQw4w9WgXcQ',
        '![Drums dry](/media/2026/drums-dry.mp3) ![Drums wet](/media/2026/drums-wet.mp3)',
      ].join('\n\n'),
    )
})
