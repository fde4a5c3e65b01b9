import { $view } from '@milkdown/kit/utils'
import { listItem } from '../schema/lists-and-tables.ts'

/** A list item; items of task lists have a checkbox. */
export const taskItemView = $view(listItem.node, () => (node, view, getPos) => {
  const dom = document.createElement('li')
  if (node.attrs.checked === null)
    return {
      dom,
      contentDOM: dom,
      update: (next) => next.type === node.type && next.attrs.checked === null,
    }

  dom.className = 'task-item'
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.contentEditable = 'false'
  box.setAttribute('aria-label', 'Done')
  const contentDOM = document.createElement('div')
  dom.append(box, contentDOM)
  const show = (checked: boolean) => {
    box.checked = checked
    dom.dataset.checked = String(checked)
  }
  show(node.attrs.checked)
  box.addEventListener('change', () => {
    const pos = getPos()
    if (pos !== undefined)
      view.dispatch(view.state.tr.setNodeAttribute(pos, 'checked', box.checked))
  })
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
