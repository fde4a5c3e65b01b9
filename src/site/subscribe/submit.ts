import { isEmail } from '#domain/email.ts'
import type { SubscribeAnswer, SubscribeRequest } from '#domain/subscribe.ts'
import { reasonOf } from '../../api/refusal.ts'
import type { ToastMessage } from '../../ui/toast-message.ts'

export type SubscribeOutcome =
  | { kind: 'invalid'; toast: ToastMessage }
  /** `confirmation`: the subscriber must first follow a link in a mail. */
  | { kind: 'success'; toast: ToastMessage; answer: SubscribeAnswer; confirmation: boolean }
  | { kind: 'failure'; toast: ToastMessage }

/** The toast with double opt-in, where the subscription still has to be confirmed. */
export const confirmationAsked = {
  title: 'Subscription received!',
  description: 'Please confirm it with the link in the mail that is on its way to you.',
}

/**
 * Sends a subscription and returns the outcome with its toast (specification, section 8). An invalid address is not
 * sent. Never rejects.
 */
export async function submitSubscription(
  payload: SubscribeRequest,
  send: (payload: SubscribeRequest) => Promise<{ answer: SubscribeAnswer; confirmation: boolean }>,
): Promise<SubscribeOutcome> {
  if (!isEmail(payload.email)) {
    return {
      kind: 'invalid',
      toast: {
        title: 'Invalid email address',
        description: 'Please enter a valid email address.',
        variant: 'destructive',
      },
    }
  }
  try {
    const { answer, confirmation } = await send(payload)
    return {
      kind: 'success',
      answer,
      confirmation,
      toast: confirmation
        ? confirmationAsked
        : {
            title: answer.synced === false ? 'Subscription received!' : 'Subscription successful!',
            description: "You'll now receive our weekly tips and tricks.",
          },
    }
  } catch (error) {
    return {
      kind: 'failure',
      toast: {
        title: 'Subscription failed',
        description: reasonOf(error) || 'Something went wrong. Please try again.',
        variant: 'destructive',
      },
    }
  }
}
