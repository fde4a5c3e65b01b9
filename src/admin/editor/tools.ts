import { redo, undo } from '@milkdown/kit/prose/history'
import type { Command } from '@milkdown/kit/prose/state'
import { addColumnAfter, addColumnBefore, deleteTable } from '@milkdown/kit/prose/tables'
import {
  insertRule,
  setAlignment,
  setCallout,
  setTextStyle,
  toggleCallout,
  toggleCodeBlock,
  toggleFormat,
  toggleHeading,
  toggleQuote,
} from './commands.ts'
import { toggleList } from './list-commands.ts'
import type { MediumKind } from './pictures/ask-media.ts'
import type { EditorSnapshot } from './snapshot.ts'
import { addRow, insertTable, removeColumn, removeRow } from './table-commands.ts'
import { insertDevice } from './views/device-view.ts'

/** A panel in the second line of the toolbar. */
export type PanelKind = 'link' | 'video' | 'highlight' | 'align' | 'assist' | 'snippet'

/** What a button of the toolbars, a key or an entry of the slash menu does. */
export interface Tool {
  label: string
  /** The shortcut, without Ctrl or Command. */
  keys?: string
  /** The slash menu offers it, also for these words. */
  words?: string
  /** What it is, where its name does not say it. */
  kind?: 'Snippet' | 'Preset'
  run?: Command
  /** The panel that it opens. */
  opens?: PanelKind
  /** What it asks for in a dialog. */
  asks?: MediumKind
  /** Whether its button has no pressed state; others have it while their name is active. */
  isAction?: true
  /** Where its button does nothing. */
  notIn?: ReadonlyArray<'code' | 'table'>
  /** What its button needs. */
  needs?: keyof EditorSnapshot & `can${string}`
}

export type ToolName = keyof typeof tools

/** All tools of the editor, those of the slash menu in its order. */
export const tools = {
  undo: {
    label: 'Undo',
    keys: 'Z',
    run: undo,
    isAction: true,
    needs: 'canUndo',
  },
  redo: {
    label: 'Redo',
    keys: 'Shift+Z',
    run: redo,
    isAction: true,
    needs: 'canRedo',
  },
  strong: {
    label: 'Bold',
    keys: 'B',
    run: toggleFormat('strong'),
    notIn: ['code'],
  },
  emphasis: {
    label: 'Italic',
    keys: 'I',
    run: toggleFormat('emphasis'),
    notIn: ['code'],
  },
  underline: {
    label: 'Underline',
    keys: 'U',
    run: toggleFormat('underline'),
    notIn: ['code'],
  },
  strike_through: {
    label: 'Strikethrough',
    keys: 'Shift+X',
    run: toggleFormat('strike_through'),
    notIn: ['code'],
  },
  inlineCode: {
    label: 'Inline code',
    keys: 'E',
    run: toggleFormat('inlineCode'),
    notIn: ['code'],
  },
  highlight: {
    label: 'Highlight',
    run: toggleFormat('highlight', { color: 'yellow' }),
    opens: 'highlight',
    notIn: ['code'],
  },
  assist: {
    label: 'Ask the model',
    opens: 'assist',
    notIn: ['code'],
  },
  text: {
    label: 'Text',
    words: 'paragraph plain',
    run: setTextStyle(0),
  },
  h1: {
    label: 'Heading 1',
    words: 'h1 title',
    run: toggleHeading(1),
  },
  h2: {
    label: 'Heading 2',
    words: 'h2 section',
    run: toggleHeading(2),
  },
  h3: {
    label: 'Heading 3',
    words: 'h3 subsection',
    run: toggleHeading(3),
  },
  bullet: {
    label: 'Bullet list',
    keys: 'Shift+8',
    words: 'ul unordered',
    run: toggleList('bullet'),
  },
  ordered: {
    label: 'Numbered list',
    keys: 'Shift+7',
    words: 'ol ordered',
    run: toggleList('ordered'),
  },
  task: {
    label: 'Task list',
    keys: 'Shift+9',
    words: 'todo check box',
    run: toggleList('task'),
  },
  quote: {
    label: 'Quote',
    keys: 'Shift+B',
    words: 'blockquote',
    run: toggleQuote,
  },
  tip: {
    label: 'Tip',
    words: 'callout note box',
    run: setCallout('TIP'),
  },
  warning: {
    label: 'Warning',
    words: 'callout caution box',
    run: setCallout('WARNING'),
  },
  callout: {
    label: 'Callout',
    run: toggleCallout,
  },
  align: {
    label: 'Alignment',
    opens: 'align',
    notIn: ['code'],
  },
  left: {
    label: 'Align left',
    keys: 'Shift+L',
    run: setAlignment('left'),
  },
  center: {
    label: 'Align center',
    keys: 'Shift+E',
    run: setAlignment('center'),
  },
  right: {
    label: 'Align right',
    keys: 'Shift+R',
    run: setAlignment('right'),
  },
  justify: {
    label: 'Justify',
    keys: 'Shift+J',
    run: setAlignment('justify'),
    notIn: ['table'],
  },
  image: {
    label: 'Image',
    words: 'picture photo media',
    asks: 'image',
    isAction: true,
    notIn: ['code'],
  },
  sound: {
    label: 'Sound',
    words: 'audio music player',
    asks: 'sound',
  },
  comparison: {
    label: 'Compare',
    words: 'sounds audio ab before after',
    asks: 'comparison',
  },
  video: {
    label: 'Video',
    words: 'youtube vimeo soundcloud bandcamp track embed',
    opens: 'video',
  },
  link: {
    label: 'Link',
    keys: 'K',
    words: 'url address page',
    opens: 'link',
    notIn: ['code'],
  },
  table: {
    label: 'Table',
    words: 'grid rows columns',
    run: insertTable,
    isAction: true,
    notIn: ['code', 'table'],
  },
  device: {
    label: 'Device settings',
    words: 'parameters panel knob preset',
    run: insertDevice,
    isAction: true,
    notIn: ['code', 'table'],
  },
  code: {
    label: 'Code block',
    keys: 'Alt+C',
    words: 'fence source',
    run: toggleCodeBlock,
  },
  rule: {
    label: 'Divider',
    words: 'horizontal rule line hr',
    run: insertRule,
    isAction: true,
    notIn: ['table'],
  },
  snippet: {
    label: 'Save as snippet',
    opens: 'snippet',
    needs: 'canStore',
  },
  rowAbove: {
    label: 'Add row above',
    run: addRow('above'),
    isAction: true,
  },
  rowBelow: {
    label: 'Add row below',
    run: addRow('below'),
    isAction: true,
  },
  removeRow: {
    label: 'Remove row',
    run: removeRow,
    isAction: true,
  },
  columnBefore: {
    label: 'Add column before',
    run: addColumnBefore,
    isAction: true,
  },
  columnAfter: {
    label: 'Add column after',
    run: addColumnAfter,
    isAction: true,
  },
  removeColumn: {
    label: 'Remove column',
    run: removeColumn,
    isAction: true,
  },
  removeTable: {
    label: 'Remove table',
    run: deleteTable,
    isAction: true,
  },
} satisfies Record<string, Tool>
