// @vitest-environment happy-dom
import { undo } from '@milkdown/kit/prose/history'
import { expect, test } from 'vitest'
import { sampleEditor } from './sample-editor.ts'
import { createSession } from './session.ts'

test('a text shown from outside is an undo step of its own, between what is typed just before and just after', async () => {
  const editor = await sampleEditor('One')
  const session = createSession({
    editor,
    markdown: 'One',
    onMarkdown: () => {},
    onPendingChange: () => {},
    startWorker: expect.unreachable,
  })
  editor.type(' typed')
  session.show('Two')
  editor.caretBehind()
  editor.type(' typed')
  const texts = [editor.markdown()]
  while (undo(editor.view.state, editor.view.dispatch)) texts.push(editor.markdown())
  expect(texts).toEqual(['Two typed\n', 'Two\n', 'One typed\n', 'One\n'])
  session.end()
})
