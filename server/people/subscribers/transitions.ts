import type { ReaderChoice } from '#domain/segment.ts'
import type { NewSubscriber, Subscriber } from '#domain/subscriber.ts'

/** Input of a form or an administrator. */
export type Application = Pick<NewSubscriber, 'email' | 'source' | 'utm' | 'customFields'> & {
  page: string | null
  wording: string
}

/**
 * How long an unconfirmed record is stored and the link in the mail works (rulings, section 6b).
 */
export const confirmationDays = 30
/**
 * Limits of confirmation mails per person, so that nobody can flood another person's mailbox. The
 * number counts since the last confirmation.
 */
const betweenMailsMs = 60 * 60 * 1000
const mailsAtMost = 5

const noMail = { sent: 0, lastAt: null, due: false }

/** Record of a new person; with double opt-in it is unconfirmed. */
export function newSubscriber(
  application: Application,
  doubleOptIn: boolean,
  now: Date,
): NewSubscriber {
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
 * Record of a known person who subscribes again: their first data stays. An unsubscribed person
 * gets a new consent, and a mail as soon as the limits permit it (`waitBeforeMail`); an unconfirmed
 * one, who has a mail already, another one after an hour. Null when nothing changes.
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
  const { lastAt, due } = person.confirmation
  const sent = sentSinceConfirmation(person)
  const isAllowed = sent < mailsAtMost
  // The confirmation page links to the download that was requested last.
  const customFields = { ...person.customFields, ...only(application.customFields, 'download_id') }
  if (person.status === 'unconfirmed' && (due || !isAllowed || waitBeforeMail(person, now) > 0))
    return customFields.download_id === person.customFields.download_id
      ? null
      : { ...person, customFields }
  return {
    ...person,
    status: 'unconfirmed',
    consent,
    customFields,
    confirmation: { sent, lastAt, due: isAllowed },
  }
}

/** The mails that the person has not answered. */
function sentSinceConfirmation({ confirmation: { sent, lastAt }, confirmedAt }: Subscriber) {
  return lastAt !== null && confirmedAt !== null && lastAt <= confirmedAt ? 0 : sent
}

/**
 * How long a due confirmation mail has to wait, so that mails to one person are an hour apart, in
 * milliseconds.
 */
export function waitBeforeMail({ confirmation: { lastAt } }: Subscriber, now: Date): number {
  if (lastAt === null) return 0
  // `abs`, so that a clock that was set back does not delay the mail by days.
  return Math.max(0, betweenMailsMs - Math.abs(now.getTime() - Date.parse(lastAt)))
}

function only(fields: NewSubscriber['customFields'], name: string): NewSubscriber['customFields'] {
  const value = fields[name]
  return value === undefined ? {} : { [name]: value }
}

/**
 * Confirms a person; null when they are active or unsubscribed. With `welcome` the mail that
 * welcomes them is due.
 */
export function confirmed(person: Subscriber, now: Date, welcome: boolean): Subscriber | null {
  if (person.status !== 'unconfirmed') return null
  return {
    ...person,
    status: 'active',
    confirmedAt: now.toISOString(),
    confirmation: { ...person.confirmation, due: welcome },
  }
}

/**
 * Unsubscribes a person, by the link of an issue's mail where `issue` names one; null when they
 * already are.
 */
export function unsubscribed(
  person: Subscriber,
  now: Date,
  issue: number | null = null,
): Subscriber | null {
  if (person.status === 'unsubscribed') return null
  return {
    ...person,
    status: 'unsubscribed',
    unsubscribedAt: now.toISOString(),
    ...(issue !== null && { leftIssue: issue }),
    confirmation: { ...person.confirmation, due: false },
  }
}

/**
 * Stores the topics and levels that an active person chose; null when nothing changes. Nothing
 * chosen is not stored.
 */
export function withChoice(
  person: Subscriber,
  { topics, levels }: ReaderChoice,
): Subscriber | null {
  const { choice, ...others } = person
  if (person.status !== 'active') return null
  const isSame = (before: ReadonlyArray<string> = [], after: ReadonlyArray<string>) =>
    before.length === after.length && before.every((one, at) => one === after[at])
  if (isSame(choice?.topics, topics) && isSame(choice?.levels, levels)) return null
  return topics.length + levels.length === 0 ? others : { ...others, choice: { topics, levels } }
}
