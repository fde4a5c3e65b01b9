import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { issuesOf, messageOf, refusalOf } from '../../api/refusal.ts'
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

/** Advice for a problem with the site's files that no screen can repair. */
export const onTheServer =
  'It has to be repaired where the files of the site are stored: pass this message on to the person who runs the server.'

/**
 * The reason of a refused save, followed by the advice when the state of the site's files is the
 * reason.
 */
export function withWayOut(message: string, error: unknown): string {
  const { kind } = (refusalOf(error)?.body ?? {}) as { kind?: unknown }
  return kind === 'uncommitted' || kind === 'shape' ? `${message} ${onTheServer}` : message
}
