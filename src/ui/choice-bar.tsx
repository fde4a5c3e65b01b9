import { groupedNumber } from '#domain/count-words.ts'

/** One choice of few, as pressed buttons in a row, each with its count where there is one. */
export function ChoiceBar<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: ReadonlyArray<{ value: Value; label: string; count?: number | undefined }>
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className="inline-flex items-center gap-1.75 min-h-8 py-0.5 px-2.75 border border-line
            rounded-full bg-surface text-14 font-semibold pointer-coarse:min-h-11 hover:border-ink
            aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
          {choice.count !== undefined && (
            <span className="text-muted font-medium tabular-nums in-aria-pressed:text-inherit">
              {groupedNumber(choice.count)}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
