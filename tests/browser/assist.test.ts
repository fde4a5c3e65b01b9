import { afterAll, expect, test } from 'vitest'
import { modelServer, saying } from '../model-server.ts'
import { articleFile } from '../running-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { editorAddress } from './draft-site.ts'

const model = await modelServer()
afterAll(() => model[Symbol.asyncDispose]())
const site = adminInBrowser({
  files: {
    'articles/a.md': articleFile({ id: '1', title: 'A' }, 'A sentence of *many* words.'),
  },
  env: { OPENAI_BASE_URL: model.url },
})

test('what the model writes is a proposal: it can be cancelled, it fails in one sentence, and taken it is one step of undo', async () => {
  const page = await site.visit(editorAddress('articles', 1), { expected: /^503 \/api\/assist$/ })
  const text = page.locator('.ProseMirror')
  const panel = page.getByRole('group', { name: 'Ask the model' })
  const press = (name: string) => panel.getByRole('button', { name }).click()
  const before = 'A sentence of many words.'
  await text.getByText(before).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page
    .getByRole('toolbar', { name: 'Selected text' })
    .getByRole('button', { name: 'Ask the model' })
    .click()

  model.answerWith(({ say }) => say('A **short**'))
  const tools = page.getByRole('toolbar', { name: 'Formatting' })
  expect(await tools.evaluate((bar) => bar.clientHeight), 'one line').toBeLessThan(60)
  await press('Shorten')
  await panel.getByText('A **short**').waitFor()
  await press('Cancel')
  await expect.poll(model.left).toBe(1)

  model.answerWith(({ res }) => res.writeHead(429, { 'Retry-After': '120' }).end('{}'))
  await press('Shorten')
  await panel.getByRole('alert').getByText('Please try again in 2 minutes.').waitFor()

  model.answerWith(saying('A **short** sentence.'))
  await press('Ask again')
  await panel.locator('ins', { hasText: 'short' }).waitFor()
  await panel.locator('del', { hasText: 'many' }).waitFor()
  expect(await text.innerText()).toContain(before)
  await expectAccessible(page)
  await press('Use these words')
  await text.locator('strong', { hasText: 'short' }).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await text.getByText(before).waitFor()

  model.answerWith(saying('1. One\n2. **Two**\n3. Three'))
  await press('Three titles')
  await press('Use as title: Two')
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Two')
})
