import { type Command, NodeSelection } from '@milkdown/kit/prose/state'
import { isInTable } from '@milkdown/kit/prose/tables'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $view } from '@milkdown/kit/utils'
import { insertBlocks } from '../insert-blocks.ts'
import { deviceSchema } from '../schema/things.ts'
import { nodesOf } from '../schema/type-names.ts'
import { DeviceForm } from './device-form.ts'
import { attributeSetter, putCaret } from './dom.ts'

/** The settings of a device, edited as a form in the text. Escape leaves it. */
export const deviceView = $view(deviceSchema.node, () => (node, view, getPos) => {
  const form = new DeviceForm(node.attrs.value, attributeSetter(view, getPos, 'value'))
  form.dom.addEventListener('keydown', (event) => {
    const pos = getPos()
    if (event.key !== 'Escape' || pos === undefined) return
    event.preventDefault()
    putCaret(view, pos + 1, 1)
    view.focus()
  })
  // What is edited is selected, so that a snippet can be made of it.
  form.dom.addEventListener('focusin', () => {
    const pos = getPos()
    const { doc, selection, tr } = view.state
    if (pos === undefined || (selection instanceof NodeSelection && selection.from === pos)) return
    view.dispatch(tr.setSelection(NodeSelection.create(doc, pos)))
  })
  return {
    dom: form.dom,
    update: (next) => next.type === node.type && form.show(next.attrs.value),
    selectNode: () => form.dom.classList.add('is-selected'),
    deselectNode: () => form.dom.classList.remove('is-selected'),
    stopEvent: (event) => event.target !== form.dom,
    ignoreMutation: () => true,
  }
})

/** Inserts settings and places the focus in them. */
export const insertDevice: Command = (state, dispatch, view) => {
  if (isInTable(state)) return false
  const { device, paragraph } = nodesOf(state)
  const block = device.create({ value: 'device: Compressor\nThreshold: -20 dB' })
  insertBlocks(state, dispatch, [block, paragraph.create()], 1)
  // The caller gives the focus back to the text.
  if (view && dispatch)
    requestAnimationFrame(() => {
      view.state.doc.descendants((node, pos) => {
        if (node === block) focusForm(view, pos)
        return true
      })
    })
  return true
}

/** Enter on selected settings goes into their form. */
export const enterDevice: Command = (state, _dispatch, view) => {
  const { selection } = state
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'device') return false
  if (view) focusForm(view, selection.from)
  return true
}

function focusForm(view: EditorView, pos: number) {
  const dom = view.nodeDOM(pos)
  if (dom instanceof HTMLElement) dom.querySelector<HTMLElement>('[data-field="device"]')?.focus()
}
