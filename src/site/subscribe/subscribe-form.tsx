import { type FormEvent, useId, useState } from 'react'
import { honeypot } from '#domain/honeypot.ts'
import type { SubscribeAnswer, SubscribeRequest } from '#domain/subscribe.ts'
import { openCall } from '../../api/call.ts'
import { useFormTexts } from '../../ui/form-texts.ts'
import { showToast } from '../../ui/show-toast.ts'
import { type SubscribeContext, subscribePayload } from './payload.ts'
import { confirmationAsked, submitSubscription } from './submit.ts'
import { storedUtm } from './utm.ts'

export interface SubscribeFormProps extends SubscribeContext {
  /** The label of the button when idle. */
  action?: string
  /** Field and button in one row if there is enough room. */
  row?: boolean
}

type FormState =
  | { kind: 'idle' | 'pending' }
  | { kind: 'invalid'; message: string }
  /** The address that the confirmation mail was sent to. */
  | { kind: 'unconfirmed'; email: string }

/**
 * Replaces the form until the visitor leaves the page: the toast disappears, but the visitor still
 * has to confirm.
 */
export function PleaseConfirm({ email, onAgain }: { email: string; onAgain?: () => void }) {
  const text = useFormTexts()
  const asked = confirmationAsked(text)
  return (
    <div ref={takeFocus} tabIndex={-1} role="status" className="grid gap-2 outline-none">
      <p className="font-semibold">{asked.title}</p>
      <p className="text-small">
        {asked.description} {text('goesTo')} <strong className="break-all">{email}</strong>.
      </p>
      {onAgain && (
        <button
          type="button"
          className="justify-self-start text-small underline underline-offset-4"
          onClick={onAgain}
        >
          {text('otherAddress')}
        </button>
      )}
    </div>
  )
}

/** The focused button was removed. */
const takeFocus = (place: HTMLElement | null) => place?.focus({ preventScroll: true })

/** The answer, and whether a link in a mail has to be followed first. */
async function subscribe(
  body: SubscribeRequest,
): Promise<{ answer: SubscribeAnswer; confirmation: boolean }> {
  const response = await openCall('POST /api/subscribe', { body })
  return {
    answer: await response.json(),
    confirmation: response.headers.get('X-Confirmation') === 'mail',
  }
}

/** A newsletter form with the states and toasts of the specification (sections 4, 5 and 8). */
export function SubscribeForm({
  action,
  row = false,
  onSubscribed,
  ...context
}: SubscribeFormProps & {
  onSubscribed?: (answer: SubscribeAnswer, asked: string | null) => void
}) {
  const [state, setState] = useState<FormState>({ kind: 'idle' })
  const id = useId()
  const text = useFormTexts()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state.kind === 'pending') return
    const form = event.currentTarget
    const field = form.elements.namedItem('email') as HTMLInputElement
    setState({ kind: 'pending' })
    const { pathname, href } = window.location
    const bait = (form.elements.namedItem(honeypot) as HTMLInputElement).value
    const fields = bait ? { ...context.fields, [honeypot]: bait } : context.fields
    const payload = subscribePayload(
      field.value.trim(),
      { ...context, ...(fields && { fields }) },
      { pathname, href, utm: storedUtm(sessionStorage) },
    )
    const outcome = await submitSubscription(payload, subscribe, text)
    if (outcome.kind === 'invalid') {
      setState({ kind: 'invalid', message: outcome.toast.description ?? outcome.toast.title })
      field.focus()
    } else if (outcome.kind === 'success') {
      const asked = outcome.confirmation ? payload.email : null
      setState(asked === null ? { kind: 'idle' } : { kind: 'unconfirmed', email: asked })
      form.reset()
      onSubscribed?.(outcome.answer, asked)
    } else setState({ kind: 'idle' })
    const words = {
      dismiss: text('dismiss'),
      notification: text('notification'),
      notifications: text('notifications'),
    }
    await showToast({ ...outcome.toast, words })
  }

  if (state.kind === 'unconfirmed')
    return <PleaseConfirm email={state.email} onAgain={() => setState({ kind: 'idle' })} />

  const invalid = state.kind === 'invalid'
  return (
    <form
      // Without script the browser submits the form, and a page shows the result.
      method="post"
      action="/api/subscribe"
      noValidate
      onSubmit={submit}
      className={row ? 'grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]' : 'grid gap-2'}
    >
      <input type="hidden" name="source" value={context.source ?? context.placement ?? ''} />
      <input type="hidden" name="subscription_type" value={context.subscriptionType} />
      {context.fields?.download_id && (
        <input type="hidden" name="download_id" value={context.fields.download_id} />
      )}
      {/* Honeypot: invisible and unreachable for people, so only programs fill it in. */}
      <div className="hidden" aria-hidden="true">
        <label htmlFor={`${id}${honeypot}`}>{text('leaveEmpty')}</label>
        <input id={`${id}${honeypot}`} name={honeypot} tabIndex={-1} autoComplete="off" />
      </div>
      <label htmlFor={`${id}email`} className="sr-only">
        {text('emailAddress')}
      </label>
      <input
        id={`${id}email`}
        name="email"
        type="email"
        autoComplete="email"
        placeholder={text('emailExample')}
        dir="ltr"
        required
        maxLength={254}
        aria-invalid={invalid}
        aria-describedby={invalid ? `${id}error` : undefined}
        className="field"
      />
      <button type="submit" disabled={state.kind === 'pending'} className="btn btn-solid">
        {state.kind === 'pending' ? text('subscribing') : (action ?? text('subscribe'))}
      </button>
      {invalid && (
        <p id={`${id}error`} className="col-span-full text-tiny text-danger">
          {state.message}
        </p>
      )}
    </form>
  )
}
