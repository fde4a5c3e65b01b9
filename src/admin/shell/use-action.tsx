import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { callKeyOf } from '../../api/admin-call.ts'
import type { CallKey } from '../../api/call.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { showToast } from '../../ui/show-toast.ts'
import type { ToastMessage } from '../../ui/toast-message.ts'
import { showFailure } from './show-failure.ts'

export interface ActionOptions<Answer, Fields extends FieldValues> {
  /** Title of the toast after a failure. */
  failed: string
  /** The form that shows what the server says about its fields. */
  form?: UseFormReturn<Fields>
  /** Toast after a success. */
  done?: ToastMessage | ((answer: Answer) => ToastMessage | null)
  /** Calls whose answers are out of date then. */
  refresh?: ReadonlyArray<CallKey>
  onDone?: (answer: Answer) => unknown
}

/**
 * An action of a screen: makes a call, refreshes what it changes, and says in a toast how it went.
 */
export function useAction<Input = void, Answer = unknown, Fields extends FieldValues = FieldValues>(
  call: (input: Input) => Promise<Answer>,
  { failed, form, done, refresh = [], onDone }: ActionOptions<Answer, Fields>,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: call,
    async onSuccess(answer) {
      const message = typeof done === 'function' ? done(answer) : done
      if (message) void showToast(message)
      await Promise.all(
        refresh.map((key) => queries.invalidateQueries({ queryKey: callKeyOf(key) })),
      )
      await onDone?.(answer)
    },
    onError: (error) => showFailure(failed, error, form),
  })
}

/** A button that runs an action. */
export function ActionButton({
  action,
  ...rest
}: ButtonProps & { action: { isPending: boolean; mutate: () => void } }) {
  return <Button pending={action.isPending} onClick={() => action.mutate()} {...rest} />
}
