import { Selection } from '@milkdown/kit/prose/state'
import { $view } from '@milkdown/kit/utils'
import { sourceBlockSchema } from '../schema/things.ts'

/**
 * A source block: its Markdown in a text field, edited in place. Backspace in an empty field
 * removes the block.
 */
export const sourceBlockView = $view(sourceBlockSchema.node, () => (node, view, getPos) => {
  const dom = document.createElement('div')
  dom.className = 'source-block'
  dom.contentEditable = 'false'
  const label = document.createElement('span')
  label.className = 'source-block-label'
  label.textContent = 'Source'
  label.title = 'This part is kept as it is written, since rich text cannot show it.'
  const field = document.createElement('textarea')
  field.spellcheck = false
  field.setAttribute('aria-label', 'Markdown source of this block')
  dom.append(label, field)

  const show = (value: string) => {
    if (field.value !== value) field.value = value
    field.rows = value.split('\n').length
  }
  show(node.attrs.value)

  const place = () => getPos() ?? null
  const leave = (direction: 1 | -1) => {
    const pos = place()
    if (pos === null) return
    const edge = direction === 1 ? pos + 1 : pos
    view.dispatch(
      view.state.tr
        .setSelection(Selection.near(view.state.doc.resolve(edge), direction))
        .scrollIntoView(),
    )
    view.focus()
  }
  field.addEventListener('input', () => {
    const pos = place()
    if (pos !== null) view.dispatch(view.state.tr.setNodeAttribute(pos, 'value', field.value))
  })
  field.addEventListener('keydown', (event) => {
    const pos = place()
    if (event.key === 'Backspace' && field.value === '' && pos !== null) {
      event.preventDefault()
      view.dispatch(view.state.tr.delete(pos, pos + 1))
      view.focus()
    } else if (
      event.key === 'Escape' ||
      (event.key === 'ArrowDown' && field.selectionStart === field.value.length)
    ) {
      event.preventDefault()
      leave(1)
    } else if (event.key === 'ArrowUp' && field.selectionEnd === 0) {
      event.preventDefault()
      leave(-1)
    }
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
