import { isEmail } from '#domain/email.ts'
import type { FormTextKey } from '#domain/site/texts/en-forms.ts'
import type { SubscribeAnswer, SubscribeRequest } from '#domain/subscribe.ts'
import { refusalOf } from '../../api/refusal.ts'
import { type FormTextOf, specifiedFormTexts } from '../../ui/form-texts.ts'
import type { ToastMessage } from '../../ui/toast-message.ts'

export type SubscribeOutcome =
  | { kind: 'invalid'; toast: ToastMessage }
  /** `confirmation`: the subscriber must first follow a link in a mail. */
  | { kind: 'success'; toast: ToastMessage; answer: SubscribeAnswer; confirmation: boolean }
  | { kind: 'failure'; toast: ToastMessage }

/**
 * Why the server did not take an address, by the status of its answer: the words of its own message
 * are English.
 */
const reasons: Readonly<Record<number, FormTextKey>> = {
  400: 'invalidEmailText',
  429: 'tooManySignUps',
  503: 'notSavedNow',
  507: 'notSavedNow',
}

/** The toast with double opt-in, where the subscription still has to be confirmed. */
export function confirmationAsked(text: FormTextOf): ToastMessage {
  return { title: text('subscriptionReceived'), description: text('pleaseConfirm') }
}

/**
 * Sends a subscription and returns the outcome with its toast (specification, section 8). An
 * invalid address is not sent. Never rejects.
 */
export async function submitSubscription(
  payload: SubscribeRequest,
  send: (payload: SubscribeRequest) => Promise<{ answer: SubscribeAnswer; confirmation: boolean }>,
  text = specifiedFormTexts,
): Promise<SubscribeOutcome> {
  if (!isEmail(payload.email)) {
    return {
      kind: 'invalid',
      toast: {
        title: text('invalidEmail'),
        description: text('invalidEmailText'),
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
        ? confirmationAsked(text)
        : {
            title: text(answer.synced === false ? 'subscriptionReceived' : 'subscriptionDone'),
            description: text('subscriptionText'),
          },
    }
  } catch (error) {
    return {
      kind: 'failure',
      toast: {
        title: text('subscriptionFailed'),
        description: text(reasons[refusalOf(error)?.status ?? 0] ?? 'tryAgain'),
        variant: 'destructive',
      },
    }
  }
}
