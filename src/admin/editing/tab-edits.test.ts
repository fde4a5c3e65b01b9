import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Edits, TabEdits } from './tab-edits.ts'

const base = 'Alpha.\n\nOmega.\n'

/**
 * A form in a tab: types at the end of a paragraph, passes edits on with a delay, and gets those of
 * the other tab.
 */
class Tab {
  form = base
  readonly inbox: Array<Edits<string>> = []
  readonly #edits = new TabEdits<string>(null)
  readonly #paragraph: number

  constructor(paragraph: number) {
    this.#paragraph = paragraph
  }

  type(text: string) {
    const paragraphs = this.form.trimEnd().split('\n\n')
    paragraphs[this.#paragraph] += text
    this.form = `${paragraphs.join('\n\n')}\n`
  }

  send(other: Tab, at: number) {
    const edits = this.#edits.take(this.form, base, at)
    if (edits) other.inbox.push(edits)
  }

  receive() {
    const edits = this.inbox.shift()
    if (edits) this.form = this.#edits.apply(this.form, edits)
  }
}

const step = fc.record({
  tab: fc.constantFrom(0, 1),
  does: fc.constantFrom('type', 'type', 'send', 'receive'),
})

test('letters typed in two tabs stay in both, however late the messages between them arrive', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const tabs = [new Tab(0), new Tab(1)] as const
      const typed = ['', '']
      let at = 0
      const send = (one: 0 | 1) => tabs[one].send(tabs[one === 0 ? 1 : 0], ++at)
      for (const { tab, does } of steps) {
        if (does === 'send') send(tab as 0 | 1)
        else if (does === 'receive') tabs[tab as 0 | 1].receive()
        else {
          const letter = String.fromCharCode(97 + (typed[tab]?.length ?? 0))
          typed[tab] += letter
          tabs[tab as 0 | 1].type(letter)
        }
      }
      for (let round = 0; round < 3; round++) {
        send(0)
        send(1)
        for (const tab of tabs) while (tab.inbox.length > 0) tab.receive()
      }
      const expected = `Alpha.${typed[0]}\n\nOmega.${typed[1]}\n`
      expect(tabs.map(({ form }) => form)).toEqual([expected, expected])
    }),
    { numRuns: 500 },
  )
})

test('what was saved or discarded is not sent again', () => {
  const edits = new TabEdits<string>(null)
  expect(edits.take('typed', '', 1)).toEqual({ values: 'typed', was: '', at: 1 })
  edits.replace(null)
  expect(edits.take('typed', 'typed', 2)).toBeNull()
  expect(edits.take('typed more', 'typed', 3)).toEqual({
    values: 'typed more',
    was: 'typed',
    at: 3,
  })
})
