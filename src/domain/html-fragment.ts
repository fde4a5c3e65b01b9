import { rehype } from 'rehype'

/** Parses HTML that is a part of a page, and writes it again. */
export const fragmentParser = rehype().data('settings', { fragment: true }).freeze()
