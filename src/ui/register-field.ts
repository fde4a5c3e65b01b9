import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form'

/** What a field needs of its form: the props of its control, and the error of its value. */
export function registerField<Values extends FieldValues, Context, Sent>(
  { register, formState }: UseFormReturn<Values, Context, Sent>,
  name: FieldPath<Values>,
  options?: RegisterOptions<Values>,
) {
  return {
    ...register(name, options),
    error: (get(formState.errors, name) as FieldError | undefined)?.message,
  }
}
