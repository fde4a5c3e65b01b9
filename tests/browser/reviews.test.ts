import { expect, test } from 'vitest'
import { articleFile, eventually } from '../running-site.ts'
import { inviteAdministrator } from '../signed-in-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { editorAddress } from './draft-site.ts'

const site = adminInBrowser({
  files: { 'articles/a.md': articleFile({ id: '1', title: 'A plan', draft: 'true' }) },
})

test('a writer asks for a review, an editor finds it on the dashboard and returns it with a note, and publishes it the second time', async () => {
  const owner = await site.administrator()
  const session = { cookie: await inviteAdministrator(owner, 'ben', 'writer') }
  const writer = await site.visit(editorAddress('articles', 1), { session })
  await writer.getByRole('button', { name: 'Ask for review' }).first().click()
  await writer.getByRole('button', { name: 'Ask for Review' }).last().click()
  await writer.getByText('You have asked for a review.').waitFor()

  const editor = await site.visit('/admin')
  const queue = editor.getByRole('region', { name: 'Waiting for review' })
  const entry = queue.getByRole('link', { name: 'A plan' })
  await entry.waitFor()
  expect(await queue.innerText()).toMatch(/asked (just now|1 minute ago) by ben/)
  await expectAccessible(editor)
  await entry.click()
  await editor.getByRole('button', { name: 'Return' }).click()
  const dialog = editor.getByRole('dialog', { name: 'Return this' })
  await dialog.getByRole('textbox', { name: 'Note' }).fill('The middle is too long.')
  await dialog.getByRole('button', { name: 'Return' }).click()

  await writer.reload()
  await writer.getByText('The middle is too long.').waitFor()
  await writer.getByRole('button', { name: 'Ask again' }).click()
  await writer.getByRole('button', { name: 'Ask for Review' }).last().click()
  await editor.reload()
  await editor.getByText('ben has asked for a review.').waitFor()
  await editor.getByRole('button', { name: 'Publish now' }).first().click()
  await eventually(async () =>
    /publishedAt: /.test(await site.repository().git('show', 'HEAD:content/articles/a.md')),
  )
  await editor.getByText('ben has asked for a review.').waitFor({ state: 'detached' })
})
