import type { NewSubscriber, Subscriber } from '#domain/subscriber.ts'

/** What a form or an administrator gives. */
export type Application = Pick<NewSubscriber, 'email' | 'source' | 'utm' | 'customFields'> & {
  page: string | null
  wording: string
}

/** How long an unconfirmed person is kept, and the link in the mail works (rulings, section 6b). */
export const confirmationDays = 30
/** One mail an hour and five in all: nobody's mailbox is filled by somebody else's typing. */
const betweenMailsMs = 60 * 60 * 1000
const mailsAtMost = 5

const noMail = { sent: 0, lastAt: null, due: false }

/** Somebody new. With double opt-in they have to confirm first. */
export function newSubscriber(application: Application, doubleOptIn: boolean, now: Date): NewSubscriber {
  const { page, wording, ...given } = application
  const at = now.toISOString()
  return {
    ...given,
    subscribedAt: at,
    status: doubleOptIn ? 'unconfirmed' : 'active',
    consent: { at, page, wording },
    confirmedAt: null,
    unsubscribedAt: null,
    confirmation: doubleOptIn ? { ...noMail, due: true } : noMail,
    told: null,
  }
}

/**
 * Somebody known who subscribes again: their first data stays. Who had left comes back, with a new consent; who is unconfirmed gets another mail, if
 * not too many. Null when nothing changes.
 */
export function returning(
  person: Subscriber,
  application: Application,
  doubleOptIn: boolean,
  now: Date,
): Subscriber | null {
  if (person.status === 'active') return null
  const at = now.toISOString()
  const consent = { at, page: application.page, wording: application.wording }
  if (!doubleOptIn) return { ...person, status: 'active', consent, confirmation: noMail }
  const { sent, lastAt, due } = person.confirmation
  // A clock that was set back must not make anybody wait for days.
  const another =
    sent < mailsAtMost && (lastAt === null || Math.abs(now.getTime() - Date.parse(lastAt)) >= betweenMailsMs)
  // The page that confirms leads to what was asked for last.
  const customFields = { ...person.customFields, ...only(application.customFields, 'download_id') }
  if (person.status === 'unconfirmed' && (due || !another))
    return customFields.download_id === person.customFields.download_id ? null : { ...person, customFields }
  return { ...person, status: 'unconfirmed', consent, customFields, confirmation: { sent, lastAt, due: another } }
}

function only(fields: NewSubscriber['customFields'], name: string): NewSubscriber['customFields'] {
  const value = fields[name]
  return value === undefined ? {} : { [name]: value }
}

/** Null when there is nothing to confirm: they are active already, or have left since. */
export function confirmed(person: Subscriber, now: Date): Subscriber | null {
  if (person.status !== 'unconfirmed') return null
  return {
    ...person,
    status: 'active',
    confirmedAt: now.toISOString(),
    confirmation: { ...person.confirmation, due: false },
  }
}

/** Null when they have left already. */
export function unsubscribed(person: Subscriber, now: Date): Subscriber | null {
  if (person.status === 'unsubscribed') return null
  return {
    ...person,
    status: 'unsubscribed',
    unsubscribedAt: now.toISOString(),
    confirmation: { ...person.confirmation, due: false },
  }
}

/** Whether somebody has left the request for confirmation unanswered for too long. */
export function isOverdue(person: Subscriber, now: Date): boolean {
  const limit = confirmationDays * 24 * 60 * 60 * 1000
  return person.status === 'unconfirmed' && now.getTime() - Date.parse(person.consent.at) > limit
}
