import type { Data, Processor } from 'unified'

type Extension = NonNullable<Data['micromarkExtensions']>[number]
type Tokenize = (
  this: { _gfmTableDynamicInterruptHack?: boolean },
  effects: unknown,
  ok: unknown,
  nok: State,
) => State
type State = (code: number | null) => State | undefined

/**
 * Works around a bug in micromark 4: after indented code, it treats the next line as one that
 * interrupts a paragraph, so that an ordered list which does not begin with 1, or a list which
 * begins with an empty item, becomes a paragraph (CommonMark 0.31, section 5.3, has that rule for
 * paragraphs only). Used with `remark-parse` by the renderer and the editor.
 */
export function listBehindCode(this: Processor): void {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), extension as Extension]
}

/**
 * Constructs that never match; they only set whether the parser may let any list interrupt the
 * current construct.
 */
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
  // Tab, virtual space and space: the characters that begin indented code. Any other line is read
  // as flow, which resets the flag.
  flowInitial: { [-2]: begins, [-1]: begins, 32: begins },
  flow: { null: isNone },
}
