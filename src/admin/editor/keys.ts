import {
  baseKeymap,
  chainCommands,
  joinBackward,
  joinTextblockBackward,
  joinTextblockForward,
  lift,
  newlineInCode,
  pcBaseKeymap,
  selectNodeBackward,
  selectNodeForward,
  splitBlock,
} from '@milkdown/kit/prose/commands'
import { redo } from '@milkdown/kit/prose/history'
import { undoInputRule } from '@milkdown/kit/prose/inputrules'
import { keymap } from '@milkdown/kit/prose/keymap'
import type { ResolvedPos } from '@milkdown/kit/prose/model'
import { splitListItem } from '@milkdown/kit/prose/schema-list'
import { type Command, Plugin, TextSelection } from '@milkdown/kit/prose/state'
import { goToNextCell } from '@milkdown/kit/prose/tables'
import { $prose } from '@milkdown/kit/utils'
import { exitBlock, insertLineBreak, setTextStyle } from './commands.ts'
import { indentItem } from './list-commands.ts'
import { movePicture } from './pictures/move-picture.ts'
import { nodesOf } from './schema/type-names.ts'
import { leaveTable, nextCell } from './table-commands.ts'
import { type Tool, tools } from './tools.ts'
import { enterDevice } from './views/device-view.ts'

/** The keys of the tools, and of the levels of headings. */
const shortcuts: Readonly<Record<string, Command>> = Object.fromEntries([
  ...Object.values<Tool>(tools).flatMap(({ keys, run }) =>
    keys && run ? [[keyName(keys), run]] : [],
  ),
  ...[0, 1, 2, 3, 4, 5, 6].map((level) => [`Mod-Alt-${level}`, setTextStyle(level)]),
])

/** `Shift+X` as ProseMirror names it. */
function keyName(keys: string): string {
  return `Mod-${keys.replace('+', '-').replace(/[A-Z]$/, (letter) => letter.toLowerCase())}`
}

/**
 * All keys of the text but undo's: those of the kit's presets are left out (`create-editor.ts`),
 * because some of them change what nobody asked them to.
 */
export function keysPlugin(actions: {
  save: () => void
  link: () => void
  announce: (text: string) => void
}) {
  const act =
    (action: () => void): Command =>
    () => {
      action()
      return true
    }
  const bindings: Record<string, Command> = {
    ...shortcuts,
    'Mod-s': act(actions.save),
    'Mod-k': act(actions.link),
    'Mod-Shift-z': redoOnly,
    'Mod-Shift-h': tools.highlight.run,
    'Alt-ArrowUp': movePicture('up', actions.announce),
    'Alt-ArrowDown': movePicture('down', actions.announce),
    'Mod-]': indentItem(1),
    'Mod-[': indentItem(-1),
    Tab: chainCommands(indentCode, nextCell, indentItem(1)),
    'Shift-Tab': chainCommands(goToNextCell(-1), indentItem(-1)),
    Enter: chainCommands(enterDevice, leaveTable, splitItem),
    'Shift-Enter': chainCommands(newlineInCode, insertLineBreak, splitBlock),
    'Mod-Enter': chainCommands(leaveTable, exitBlock),
    Backspace: deleteBack,
    ArrowDown: leaveLastCode,
  }
  // The same keys as in the kit, which differ between platforms.
  for (const [key, command] of Object.entries(baseKeymap)) {
    if (command === pcBaseKeymap['Shift-Backspace']) bindings[key] = deleteBack
    if (command === pcBaseKeymap.Delete) bindings[key] = deleteAhead
  }
  return $prose(() => keymap(bindings))
}

/**
 * What happens before the editor acts. A click on a link places the caret in it, and must not reach
 * the router, which follows every link of the page. Before a key acts, the selection of the state
 * is brought up to date with that of the document: Chromium reports a moved caret in a later task,
 * and handles waiting keys first. After a long task, or with keys of a macro, Enter would split the
 * text where the caret was before.
 */
export const eventsBefore = $prose(
  () =>
    new Plugin({
      props: {
        handleDOMEvents: {
          click(_view, event) {
            if (event.target instanceof Element && event.target.closest('a'))
              event.stopPropagation()
            return false
          },
          keydown(view) {
            if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
            return false
          },
        },
      },
    }),
)

/**
 * Tab inserts two spaces in code. In lists and tables, it indents or goes to the next cell;
 * elsewhere it moves the focus.
 */
const indentCode: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.type.spec.code) return false
  dispatch?.(state.tr.insertText('  '))
  return true
}

const splitItem: Command = (state, dispatch) =>
  splitListItem(nodesOf(state).list_item)(state, dispatch)

/** At the start of a list item, joins it with the one before; the first one leaves its list. */
const joinItem: Command = (state, dispatch, view) => {
  const { $from } = state.selection
  return (
    $from.node(-1).type.name === 'list_item' &&
    $from.index(-1) === 0 &&
    ($from.index(-2) > 0 ? joinBackward : lift)(state, dispatch, view)
  )
}

/** Removes an empty block above an edge as a whole, so that its neighbour keeps its kind. */
function removeEmpty(edgeOf: ($from: ResolvedPos) => number): Command {
  return ({ selection, doc, tr }, dispatch) => {
    const edge = edgeOf(selection.$from)
    const { nodeBefore: above, nodeAfter: below } = doc.resolve(edge)
    if (!above?.isTextblock || above.childCount > 0 || !below) return false
    dispatch?.(tr.delete(edge - above.nodeSize, edge).scrollIntoView())
    return true
  }
}

/**
 * Lets keys that delete over the edge of a block join only its text, or select what has none. The
 * kit's own commands move the block into a list or quote beside it, or lift the next one out of its
 * list.
 */
function deleteOver(side: 'backward' | 'forward', ...commands: ReadonlyArray<Command>): Command {
  const all = chainCommands(...commands)
  return (state, dispatch, view) => {
    const { $cursor } = state.selection as TextSelection
    if (!$cursor || !view?.endOfTextblock(side)) return false
    return all(state, dispatch, view) || true
  }
}

/**
 * Makes a paragraph of an empty heading at the start of the text, which nothing could remove
 * otherwise.
 */
const leaveEmptyHeading: Command = (state, dispatch) => {
  const { parent, pos } = state.selection.$from
  return (
    parent.type.name === 'heading' &&
    parent.content.size === 0 &&
    pos === 1 &&
    setTextStyle(0)(state, dispatch)
  )
}

const deleteBack = deleteOver(
  'backward',
  joinItem,
  leaveEmptyHeading,
  undoInputRule,
  removeEmpty(($from) => $from.before()),
  joinTextblockBackward,
  selectNodeBackward,
)

const deleteAhead = deleteOver(
  'forward',
  removeEmpty(($from) => $from.after()),
  joinTextblockForward,
  selectNodeForward,
)

/** The down key in the last line of code at the end of the document adds a paragraph. */
const leaveLastCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const atEnd =
    empty &&
    state.selection instanceof TextSelection &&
    $from.parentOffset === $from.parent.content.size
  if (!$from.parent.type.spec.code || !atEnd || $from.after() !== state.doc.content.size)
    return false
  return exitBlock(state, dispatch)
}

/** Always returns true: with nothing to redo, the next binding of the key would undo. */
const redoOnly: Command = (state, dispatch) => redo(state, dispatch) || true
