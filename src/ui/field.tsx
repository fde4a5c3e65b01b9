import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { clockShift, longDateTime, parseDate } from '#domain/dates.ts'
import { FormError } from './form-error.tsx'

export interface FieldTexts {
  label: string
  /** A help text, linked by `aria-describedby`. */
  hint?: ReactNode
  /** The error of the value. */
  error?: string
  /** The length of the value, for example '12/160'. */
  counter?: string
  /** Hides the label visually. */
  hideLabel?: boolean
}

/** The attributes that link a control to its hint and error. */
export interface ControlTies {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/**
 * A label, control, counter, hint and error, linked for screen readers. `children` is a function of
 * those attributes, for controls other than the ones below.
 */
export function Field({
  label,
  hint,
  error,
  counter,
  hideLabel = false,
  id: wantedId,
  control,
}: FieldTexts & { id?: string; control: (ties: ControlTies) => ReactNode }) {
  const ties = useTies(wantedId, error, hint)
  const { id } = ties
  return (
    <div className="form-field">
      <div className={hideLabel ? 'sr-only' : 'form-label'}>
        <label htmlFor={id}>{label}</label>
        {counter && <span className="form-counter">{counter}</span>}
      </div>
      {control(ties)}
      <FieldMessages id={id} error={error} hint={hint} />
    </div>
  )
}

/** The attributes that link a control to its error and hint; an id is made where none is given. */
export function useTies(
  given: string | undefined,
  error: string | undefined,
  hint: ReactNode,
): ControlTies {
  const own = useId()
  const id = given ?? own
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
  }
}

/** The error and the hint below a field, with the ids that `aria-describedby` names. */
export function FieldMessages({
  id,
  error,
  hint,
}: {
  id: string
  error: string | undefined
  hint: ReactNode
}) {
  return (
    <>
      <FormError id={`${id}-error`}>{error}</FormError>
      {hint && (
        <p id={`${id}-hint`} className="form-hint">
          {hint}
        </p>
      )}
    </>
  )
}

/** The props of a field, and those of its control. */
function parted<Props extends FieldTexts & { id?: string }>(props: Props) {
  const { label, hint, error, counter, hideLabel, id, ...rest } = props
  return [{ label, hint, error, counter, hideLabel, id }, rest] as const
}

type TextFieldProps = FieldTexts &
  InputHTMLAttributes<HTMLInputElement> & {
    ref?: Ref<HTMLInputElement>
    /** Shown before the text inside the field, for example '/article/'. */
    prefix?: string
  }

/**
 * A single-line text field, which runs in the direction of its first letter. `ref` and native props
 * reach the input.
 */
export function TextField({ prefix, className = '', ...props }: TextFieldProps) {
  const [texts, rest] = parted(props)
  return (
    <Field
      {...texts}
      control={(ties) =>
        prefix === undefined ? (
          <input type="text" dir="auto" {...rest} {...ties} className={`control ${className}`} />
        ) : (
          <span className="control">
            <span aria-hidden="true">{prefix}</span>
            <input type="text" {...rest} {...ties} className={className} />
          </span>
        )
      }
    />
  )
}

type TextAreaProps = FieldTexts &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

export function TextArea({ className = '', rows = 3, ...props }: TextAreaProps) {
  const [texts, rest] = parted(props)
  return (
    <Field
      {...texts}
      control={(ties) => (
        <textarea dir="auto" rows={rows} {...rest} {...ties} className={`control ${className}`} />
      )}
    />
  )
}

type SelectFieldProps = FieldTexts &
  SelectHTMLAttributes<HTMLSelectElement> & {
    ref?: Ref<HTMLSelectElement>
    options: ReadonlyArray<{ value: string; label: string }>
  }

export function SelectField({ options, className = '', ...props }: SelectFieldProps) {
  const [texts, rest] = parted(props)
  return (
    <Field
      {...texts}
      control={(ties) => (
        <select {...rest} {...ties} className={`control ${className}`}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    />
  )
}

/**
 * A field for names, addresses and codes: words in it are not corrected, and begin with no capital
 * letter by themselves.
 */
export function LiteralField(props: TextFieldProps) {
  return <TextField autoCapitalize="none" spellCheck={false} {...props} />
}

/** A field for a file. */
export function FileField({
  onFile,
  ...props
}: TextFieldProps & { onFile: (file: File | undefined) => void }) {
  return (
    <TextField
      {...props}
      type="file"
      dir={undefined}
      className="p-1.25 file:me-2.5 file:py-0.75 file:px-2.5 file:border-[1.5px] file:border-ink
        file:rounded-[3px] file:bg-surface file:text-ink file:font-semibold"
      onChange={({ target }) => onFile(target.files?.[0])}
    />
  )
}

/** A field for integers. */
export function NumberField(props: TextFieldProps) {
  return <TextField inputMode="numeric" step={1} {...props} type="number" />
}

/**
 * A date and time by the clock of a time zone, in the format of the native picker
 * (`YYYY-MM-DDTHH:MM`). `shown` is its value. A hint says so when the clock skips that time or
 * shows it twice, because daylight saving begins or ends.
 */
export function DateTimeField({
  timeZone,
  shown,
  hint,
  ...props
}: TextFieldProps & { timeZone: string; shown: string }) {
  const shift = clockShift(shown, timeZone)
  const note =
    shift && `${shiftNotes[shift]} ${longDateTime(parseDate(shown, timeZone) as Date, timeZone)}. `
  return (
    <TextField
      {...props}
      type="datetime-local"
      counter={timeZone}
      hint={
        <>
          {note}
          {hint}
        </>
      }
    />
  )
}

const shiftNotes = {
  skipped: 'The clock skips this time, so it becomes',
  repeated: 'The clock shows this time twice; the first is meant:',
} as const
