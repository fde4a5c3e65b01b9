import { expect, test } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { bodyFromHtml } from './markdown/body-from-html.ts'

const box = (attributes: string) => `<input type="checkbox" ${attributes}>`

test.each([
  [
    'GitHub',
    `<ul class="contains-task-list"><li class="task-list-item">${box('checked disabled')} done</li><li class="task-list-item"> ${box('disabled')} open</li></ul>`,
  ],
  [
    'GitHub, loose',
    `<ul><li>\n<p>${box('checked disabled')} done</p>\n</li><li>\n<p>${box('disabled')} open</p></li></ul>`,
  ],
  [
    'Google Docs',
    '<ul><li dir="ltr" role="checkbox" aria-checked="true" style="list-style-type:none"><img src="data:image/png;base64,AA" alt="checked" aria-roledescription="checkbox"><p dir="ltr" role="presentation"><span style="text-decoration:line-through">done</span></p></li><li role="checkbox" aria-checked="false"><img src="data:image/png;base64,AA" alt="unchecked"><p><span>open</span></p></li></ul>',
  ],
  [
    'Tiptap',
    `<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label>${box('checked')}<span></span></label><p>done</p></li><li data-checked="false"><label>${box('')}</label><p>open</p></li></ul>`,
  ],
  [
    'CKEditor',
    `<ul class="todo-list"><li><label>${box('checked disabled')}<span>done</span></label></li><li><label>${box('disabled')}<span>open</span></label></li></ul>`,
  ],
  [
    'Notion',
    '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>done</span></li><li><div class="checkbox checkbox-off"></div> <span>open</span></li></ul>',
  ],
  ['Quill', '<ol><li data-list="checked">done</li><li data-list="unchecked">open</li></ol>'],
])('a checklist of %s keeps what was done', (_name, html) => {
  for (const markdown of [htmlToMarkdown(html), bodyFromHtml(html)])
    expect(markdown?.trim().replace(/^\d\./gm, '-').replace(/\n+/g, '\n')).toBe(
      '- [x] done\n- [ ] open',
    )
})
