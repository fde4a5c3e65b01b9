import type { Data, Processor } from 'unified'

type Extension = NonNullable<Data['micromarkExtensions']>[number]
type Tokenize = (this: { _gfmTableDynamicInterruptHack?: boolean }, effects: unknown, ok: unknown, nok: State) => State
type State = (code: number | null) => State | undefined

/**
 * Works round a fault of micromark 4: behind indented code it takes the next line for one that interrupts a paragraph, so that an ordered list that
 * does not begin with 1, or one that begins with an empty item, becomes a paragraph (CommonMark 0.31, section 5.3: only a paragraph has that rule).
 * Used beside `remark-parse`, for pages and the editor alike.
 */
export function listBehindCode(this: Processor): void {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), extension as Extension]
}

/** Constructs that match nothing. They only tell the parser whether what it reads may be interrupted by any list. */
function telling(interruptible: boolean): { tokenize: Tokenize } {
  return {
    tokenize(_effects, _ok, nok) {
      this._gfmTableDynamicInterruptHack = interruptible
      return nok
    },
  }
}

const begins = { ...telling(true), add: 'before' as const }
const isNone = { ...telling(false), add: 'before' as const }

const extension = {
  // Tab, virtual space and space: with what indented code begins. Whatever else a line holds is read as flow, and takes it back.
  flowInitial: { [-2]: begins, [-1]: begins, 32: begins },
  flow: { null: isNone },
}
