import { chainCommands, joinBackward, newlineInCode, splitBlock } from '@milkdown/kit/prose/commands'
import { redo } from '@milkdown/kit/prose/history'
import { keymap } from '@milkdown/kit/prose/keymap'
import { splitListItem } from '@milkdown/kit/prose/schema-list'
import { type Command, Plugin, TextSelection } from '@milkdown/kit/prose/state'
import { goToNextCell } from '@milkdown/kit/prose/tables'
import { $prose } from '@milkdown/kit/utils'
import {
  exitBlock,
  insertLineBreak,
  setAlignment,
  setHighlight,
  setTextStyle,
  toggleCodeBlock,
  toggleFormat,
  toggleQuote,
} from './commands.ts'
import { indentItem, toggleList } from './list-commands.ts'
import { movePicture } from './pictures/move-picture.ts'
import { leaveTable, nextCell } from './table-commands.ts'
import { enterDevice } from './views/device-view.ts'

/**
 * All keys of the text but undo's: those of the kit's presets are left out (`create-editor.ts`), because some of them
 * change what nobody asked them to.
 */
export function keysPlugin(actions: { save: () => void; link: () => void; announce: (text: string) => void }) {
  const act =
    (action: () => void): Command =>
    () => {
      action()
      return true
    }
  const bindings: Record<string, Command> = {
    'Mod-s': act(actions.save),
    'Mod-k': act(actions.link),
    'Mod-Shift-z': redoOnly,
    'Mod-b': toggleFormat('strong'),
    'Mod-i': toggleFormat('emphasis'),
    'Mod-u': toggleFormat('underline'),
    'Mod-e': toggleFormat('inlineCode'),
    'Mod-Shift-x': toggleFormat('strike_through'),
    'Mod-Shift-h': (state, dispatch) => {
      const marked = (state.storedMarks ?? state.selection.$from.marks()).some((mark) => mark.type.name === 'highlight')
      const { from, to } = state.selection
      const highlight = state.schema.marks.highlight
      const has = highlight ? state.doc.rangeHasMark(from, to, highlight) : false
      return setHighlight(marked || has ? null : 'yellow')(state, dispatch)
    },
    'Mod-Alt-0': setTextStyle(0),
    'Mod-Alt-1': setTextStyle(1),
    'Mod-Alt-2': setTextStyle(2),
    'Mod-Alt-3': setTextStyle(3),
    'Mod-Alt-4': setTextStyle(4),
    'Mod-Alt-5': setTextStyle(5),
    'Mod-Alt-6': setTextStyle(6),
    'Mod-Alt-c': toggleCodeBlock,
    'Mod-Shift-7': toggleList('ordered'),
    'Mod-Shift-8': toggleList('bullet'),
    'Mod-Shift-9': toggleList('task'),
    'Mod-Shift-b': toggleQuote,
    'Mod-Shift-l': setAlignment('left'),
    'Mod-Shift-e': setAlignment('center'),
    'Mod-Shift-r': setAlignment('right'),
    'Mod-Shift-j': setAlignment('justify'),
    'Alt-ArrowUp': movePicture('up', actions.announce),
    'Alt-ArrowDown': movePicture('down', actions.announce),
    'Mod-]': indentItem(1),
    'Mod-[': indentItem(-1),
    Tab: chainCommands(indentCode, nextCell, indentItem(1)),
    'Shift-Tab': chainCommands(goToNextCell(-1), indentItem(-1)),
    Enter: chainCommands(enterDevice, leaveTable, splitItem),
    'Shift-Enter': chainCommands(newlineInCode, insertLineBreak, splitBlock),
    'Mod-Enter': chainCommands(leaveTable, exitBlock),
    Backspace: chainCommands(joinItem, leaveEmptyHeading),
    ArrowDown: leaveLastCode,
  }
  return $prose(() => keymap(bindings))
}

/** A click on a link places the caret in it; it must not reach the router, which follows every link of the page. */
export const linkClicks = $prose(
  () =>
    new Plugin({
      props: {
        handleDOMEvents: {
          click(_view, event) {
            if (event.target instanceof Element && event.target.closest('a')) event.stopPropagation()
            return false
          },
        },
      },
    }),
)

/**
 * Brings the selection of the state up to date with that of the document before a key acts. Chromium reports a moved
 * caret in a later task, and handles waiting keys first: after a long task, or with keys of a macro, Enter would split
 * the text where the caret was before.
 */
export const caretBeforeKeys = $prose(
  () =>
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown(view) {
            if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
            return false
          },
        },
      },
    }),
)

/**
 * Tab inserts two spaces in code. In lists and tables, it indents or goes to the next cell; elsewhere it moves the
 * focus.
 */
const indentCode: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.type.spec.code) return false
  dispatch?.(state.tr.insertText('  '))
  return true
}

const splitItem: Command = (state, dispatch) => {
  const item = state.schema.nodes.list_item
  return item ? splitListItem(item)(state, dispatch) : false
}

/** At the start of a list item, joins it with the one before; the first one leaves its list. */
const joinItem: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection
  const isAtStart = empty && state.selection instanceof TextSelection && $from.parentOffset === 0
  return isAtStart && $from.node(-1).type.name === 'list_item' ? joinBackward(state, dispatch, view) : false
}

/** Makes a paragraph of an empty heading at the start of the text, which nothing could remove otherwise. */
const leaveEmptyHeading: Command = (state, dispatch) => {
  const { parent, pos } = state.selection.$from
  return parent.type.name === 'heading' && parent.content.size === 0 && pos === 1
    ? setTextStyle(0)(state, dispatch)
    : false
}

/** The down key in the last line of code at the end of the document adds a paragraph. */
const leaveLastCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const atEnd = empty && state.selection instanceof TextSelection && $from.parentOffset === $from.parent.content.size
  if (!$from.parent.type.spec.code || !atEnd || $from.after() !== state.doc.content.size) return false
  return exitBlock(state, dispatch)
}

/** Always returns true: with nothing to redo, the next binding of the key would undo. */
const redoOnly: Command = (state, dispatch) => redo(state, dispatch) || true
