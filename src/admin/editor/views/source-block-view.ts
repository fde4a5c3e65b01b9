import { $view } from '@milkdown/kit/utils'
import { sourceBlockSchema } from '../schema/things.ts'
import { attributeSetter, element, putCaret } from './dom.ts'

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
