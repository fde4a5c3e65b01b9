import type { ImportAnswer, ImportMeaning, ImportReport } from '#domain/subscriber-list.ts'
import { createTurns } from '../../platform/turns.ts'
import { type ConsentColumn, type Reading, readingOf, strongest } from './consent-columns.ts'
import type { ImportRow, ReadList } from './import-rows.ts'

type Person = ImportRow & { kind: 'person' }

/** The decision for one person: import, skip with a reason, or ask first. */
export type Decision =
  | { kind: 'take'; as: Exclude<Reading, 'nothing' | 'leaveOut'> }
  | { kind: 'skip'; reason: string }
  | { kind: 'ask' }

/** Key of the answer for all unknown values of a free-text column. */
const anyOther = '*'
const shownReadings = 100

const notes: Readonly<Partial<Record<ConsentColumn['kind'], string>>> = {
  pays: 'Substack says here who pays. Readers who do not pay may want the newsletter too.',
}

/**
 * Interprets the consent columns of a list, with the answers of the administrator for unknown
 * values. Yields to other work.
 */
export async function planImport(
  { rows, consent }: ReadList,
  answers: ReadonlyArray<ImportAnswer>,
) {
  const turns = createTurns()
  const answered = new Map(answers.map(({ column, value, means }) => [keyOf(column, value), means]))
  const asked = (at: number, value: string) =>
    (consent[at] as ConsentColumn).isText ? anyOther : value

  /** Meaning of each consent column for a person: null where the administrator must decide. */
  function readings({ says: rowReadings }: Person): Array<Reading | null> {
    return rowReadings.map((value, at) => readingOf((consent[at] as ConsentColumn).kind, value))
  }

  const questions = new Map<string, ImportReport['questions'][number]>()
  const known = new Map<string, ImportReport['readings'][number]>()
  for (const row of rows) {
    if (turns.isDue()) await turns.take()
    if (row.kind === 'fault') continue
    const rowReadings = readings(row)
    // No question is needed when another column says that the person unsubscribed.
    const matters = !rowReadings.includes('unsubscribed')
    for (const [at, reading] of rowReadings.entries()) {
      const { name: column, kind } = consent[at] as ConsentColumn
      const value = reading === null ? asked(at, row.says[at] ?? '') : (row.says[at] ?? '')
      const key = keyOf(column, value)
      if (reading === null && matters) {
        const question = questions.get(key)
        const note = notes[kind]
        if (question) question.count += 1
        else
          questions.set(key, {
            column,
            value,
            count: 1,
            means: answered.get(key) ?? null,
            ...(note && { note }),
          })
      } else if (reading !== null && reading !== 'nothing') {
        const before = known.get(key)
        if (before) before.count += 1
        else known.set(key, { column, value, count: 1, means: reading })
      }
    }
  }

  return {
    decide(person: Person): Decision {
      const rowReadings = readings(person)
      if (rowReadings.includes('unsubscribed')) return { kind: 'take', as: 'unsubscribed' }
      const all: Array<Reading> = person.neverAgreed ? ['leaveOut'] : []
      for (const [at, reading] of rowReadings.entries()) {
        const { name } = consent[at] as ConsentColumn
        const found: Reading | ImportMeaning | undefined =
          reading ?? answered.get(keyOf(name, asked(at, person.says[at] ?? '')))
        if (found === undefined) return { kind: 'ask' }
        all.push(found)
      }
      const as = strongest(all)
      if (as !== 'leaveOut') return { kind: 'take', as }
      return { kind: 'skip', reason: 'The file does not say that they agreed to get mails' }
    },
    questions: [...questions.values()],
    readings: [...known.values()]
      .sort((one, other) => other.count - one.count)
      .slice(0, shownReadings),
  }
}

const keyOf = (column: string, value: string) => `${column}\n${value}`
