import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { issuesOf, messageOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'

/** Shows an error: the server's reason in a toast, and messages for fields in the form. */
export function showFailure<Fields extends FieldValues>(
  title: string,
  error: unknown,
  form?: UseFormReturn<Fields>,
): void {
  console.error(error)
  const known = form ? Object.keys(form.getValues()) : []
  for (const { path, message } of issuesOf(error))
    if (known.includes(path))
      form?.setError(path as FieldPath<Fields>, { message }, { shouldFocus: true })
  void showToast({ title, description: messageOf(error), variant: 'destructive' })
}
