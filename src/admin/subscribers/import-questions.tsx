import { counted } from '#domain/count-words.ts'
import type { ImportAnswer, ImportMeaning, ImportQuestion } from '#domain/subscriber-list.ts'
import { SelectField } from '../../ui/field.tsx'

const choices: ReadonlyArray<{ value: ImportMeaning | ''; label: string }> = [
  { value: '', label: 'Please choose' },
  { value: 'active', label: 'They get the newsletter' },
  { value: 'unsubscribed', label: 'They are imported as unsubscribed' },
  { value: 'leaveOut', label: 'They are left out' },
]

/** Questions about values that may be consent. Each answer updates the preview. */
export function ImportQuestions({
  questions,
  answers,
  disabled,
  onAnswer,
}: {
  questions: ReadonlyArray<ImportQuestion>
  answers: ReadonlyArray<ImportAnswer>
  disabled: boolean
  onAnswer: (question: ImportQuestion, means: ImportMeaning) => void
}) {
  if (questions.length === 0) return null
  const columns = [...new Set(questions.map(({ column }) => column))]
  return (
    <div className="mb-5 grid gap-4">
      <p className="text-small">
        <strong>Please say what these values mean.</strong> They may say who wants mails. If a
        column is about something else, choose “They get the newsletter”.
      </p>
      {columns.map((column) => {
        const its = questions.filter((question) => question.column === column)
        const note = its.find((question) => question.note)?.note
        return (
          <fieldset
            key={column}
            className="grid gap-3 pt-3 px-3.5 pb-3.5 border border-line rounded-card"
          >
            <legend className="px-1.5 font-bold">
              Column <span className="break-all">“{column}”</span>
            </legend>
            {note && <p className="text-small text-soft">{note}</p>}
            {its.map((question) => (
              <SelectField
                key={question.value}
                label={labelOf(question)}
                disabled={disabled}
                options={choices}
                value={
                  answers.find((one) => one.column === column && one.value === question.value)
                    ?.means ??
                  question.means ??
                  ''
                }
                onChange={({ target }) => {
                  if (target.value !== '') onAnswer(question, target.value as ImportMeaning)
                }}
              />
            ))}
          </fieldset>
        )
      })}
    </div>
  )
}

function labelOf({ value, count }: ImportQuestion): string {
  const rows = counted(count, 'row', 'rows')
  if (value === '*') return `Other texts (${rows})`
  return value === '' ? `Empty (${rows})` : `“${value}” (${rows})`
}
