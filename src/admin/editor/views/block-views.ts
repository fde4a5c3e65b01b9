import { codeBlockSchema } from '@milkdown/kit/preset/commonmark'
import { $view } from '@milkdown/kit/utils'
import { listItem } from '../schema/lists-and-tables.ts'
import { sourceBlockSchema } from '../schema/things.ts'
import { attributeSetter, element, putCaret } from './dom.ts'

/** A code block with a field for its language. */
export const codeBlockView = $view(codeBlockSchema.node, () => (node, view, getPos) => {
  const setLanguage = attributeSetter(view, getPos, 'language')
  const field = element('input', {
    className: 'code-language',
    ariaLabel: 'Language of this code',
    placeholder: 'Language',
    spellcheck: false,
    autocomplete: 'off',
    value: node.attrs.language,
    contentEditable: 'false',
  })
  const contentDOM = element('code', {})
  const pre = element('pre', { spellcheck: false })
  const dom = element('div', { className: 'code-block' })
  pre.append(contentDOM)
  dom.append(field, pre)

  field.addEventListener('change', () => {
    // After a space, code meta would begin, which only a source block can represent.
    field.value = field.value.trim().replace(/[\s`]+/g, '-')
    setLanguage(field.value)
  })
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    view.focus()
  })

  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== node.type) return false
      if (document.activeElement !== field) field.value = next.attrs.language
      return true
    },
    stopEvent: (event) => event.target === field,
    ignoreMutation: (change) => !contentDOM.contains(change.target),
  }
})

/** A list item; items of task lists have a checkbox. */
export const taskItemView = $view(listItem.node, () => (node, view, getPos) => {
  const dom = element('li', {})
  if (node.attrs.checked === null)
    return {
      dom,
      contentDOM: dom,
      update: (next) => next.type === node.type && next.attrs.checked === null,
    }

  dom.className = 'task-item'
  const box = element('input', { type: 'checkbox', contentEditable: 'false', ariaLabel: 'Done' })
  const contentDOM = element('div', {})
  dom.append(box, contentDOM)
  const show = (checked: boolean) => {
    box.checked = checked
    dom.dataset.checked = String(checked)
  }
  show(node.attrs.checked)
  const setChecked = attributeSetter(view, getPos, 'checked')
  box.addEventListener('change', () => setChecked(box.checked))
  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== node.type || next.attrs.checked === null) return false
      show(next.attrs.checked)
      return true
    },
    stopEvent: (event) => event.target === box,
    ignoreMutation: (change) => change.type !== 'selection' && !contentDOM.contains(change.target),
  }
})

/**
 * A source block: its Markdown in a text field, edited in place. Backspace in an empty field
 * removes the block.
 */
export const sourceBlockView = $view(sourceBlockSchema.node, () => (node, view, getPos) => {
  const dom = element('div', { className: 'source-block', contentEditable: 'false' })
  const field = element('textarea', {
    spellcheck: false,
    ariaLabel: 'Markdown source of this block',
  })
  const label = element('span', {
    className: 'source-block-label',
    textContent: 'Source',
    title: 'This part is kept as it is written, since rich text cannot show it.',
  })
  dom.append(label, field)

  const show = (value: string) => {
    if (field.value !== value) field.value = value
    field.rows = value.split('\n').length
  }
  show(node.attrs.value)

  const setValue = attributeSetter(view, getPos, 'value')
  field.addEventListener('input', () => setValue(field.value))
  field.addEventListener('keydown', (event) => {
    const { key } = event
    const { value, selectionStart, selectionEnd } = field
    const pos = getPos()
    const isBelow = key === 'Escape' || (key === 'ArrowDown' && selectionStart === value.length)
    if (pos === undefined) return
    if (key === 'Backspace' && value === '') view.dispatch(view.state.tr.delete(pos, pos + 1))
    else if (isBelow) putCaret(view, pos + 1, 1)
    else if (key === 'ArrowUp' && selectionEnd === 0) putCaret(view, pos, -1)
    else return
    event.preventDefault()
    view.focus()
  })

  return {
    dom,
    update(next) {
      if (next.type !== node.type) return false
      show(next.attrs.value)
      return true
    },
    selectNode: () => dom.classList.add('is-selected'),
    deselectNode: () => dom.classList.remove('is-selected'),
    stopEvent: (event) => event.target === field,
    ignoreMutation: () => true,
  }
})
