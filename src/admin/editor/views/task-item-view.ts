import { $view } from '@milkdown/kit/utils'
import { listItem } from '../schema/lists-and-tables.ts'
import { attributeSetter, element } from './dom.ts'

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
