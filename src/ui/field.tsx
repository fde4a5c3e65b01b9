import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'

export interface FieldTexts {
  label: string
  /** A line that helps; read out with the field. */
  hint?: ReactNode
  /** What is wrong with the value. */
  error?: string
  /** How much is written, for example '12/160'. */
  counter?: string
  /** The label is read out and not shown. */
  hideLabel?: boolean
}

/** What ties a control to its hint and its error. */
export interface ControlTies {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label, control, counter, hint and error, tied together. Other controls than the ones below are given as a function of the ties. */
export function Field({
  label,
  hint,
  error,
  counter,
  hideLabel = false,
  id: wantedId,
  control,
}: FieldTexts & { id?: string; control: (ties: ControlTies) => ReactNode }) {
  const ownId = useId()
  const id = wantedId ?? ownId
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="form-field">
      <div className={hideLabel ? 'sr-only' : 'form-label'}>
        <label htmlFor={id}>{label}</label>
        {counter && <span className="form-counter">{counter}</span>}
      </div>
      {control({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="form-error" role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="form-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = FieldTexts &
  InputHTMLAttributes<HTMLInputElement> & {
    ref?: Ref<HTMLInputElement>
    /** Stands before the text inside the field, for example '/article/'. */
    prefix?: string
  }

/** A line of text. `ref` and the other native props reach the input. */
export function TextField({
  label,
  hint,
  error,
  counter,
  hideLabel,
  id,
  prefix,
  className = '',
  ...rest
}: TextFieldProps) {
  return (
    <Field
      {...{ label, hint, error, counter, hideLabel, id }}
      control={(ties) =>
        prefix === undefined ? (
          <input type="text" {...rest} {...ties} className={`control ${className}`} />
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

type TextAreaProps = FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** Several lines of text. */
export function TextArea({
  label,
  hint,
  error,
  counter,
  hideLabel,
  id,
  className = '',
  rows = 3,
  ...rest
}: TextAreaProps) {
  return (
    <Field
      {...{ label, hint, error, counter, hideLabel, id }}
      control={(ties) => <textarea rows={rows} {...rest} {...ties} className={`control ${className}`} />}
    />
  )
}

type SelectFieldProps = FieldTexts &
  SelectHTMLAttributes<HTMLSelectElement> & {
    ref?: Ref<HTMLSelectElement>
    options: ReadonlyArray<{ value: string; label: string }>
  }

/** One of a list. */
export function SelectField({
  label,
  hint,
  error,
  counter,
  hideLabel,
  id,
  options,
  className = '',
  ...rest
}: SelectFieldProps) {
  return (
    <Field
      {...{ label, hint, error, counter, hideLabel, id }}
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

/** A whole number. */
export function NumberField(props: TextFieldProps) {
  return <TextField inputMode="numeric" step={1} {...props} type="number" />
}

/** A day and a time without a zone, as the browser's own picker gives it (`YYYY-MM-DDTHH:MM`). */
export function DateTimeField(props: TextFieldProps) {
  return <TextField {...props} type="datetime-local" />
}
