import { z } from 'zod'
import { type Departure, departure } from '#domain/departure.ts'
import { type NewSubscriber, type Subscriber, subscriber } from '#domain/subscriber.ts'
import { emailKey } from './staged-subscribers.ts'

const instant = z.date().transform((date) => date.toISOString())

/** The columns that `subscriberRow` reads, and those by which subscribers are found. */
export const subscriberColumns = `id, email, email_key, search, subscribed_at, status, source, utm, custom_fields,
  consent_at, consent_page, consent_wording, confirmed_at, unsubscribed_at,
  confirmation_sent, confirmation_last_at, confirmation_due, confirmation_unsure,
  told_service, told_active, choice, left_issue`
export const departureColumns = 'id, email, service_key, service_name, at'

/** Converts a row of `subscribers` to a subscriber. */
export const subscriberRow = z
  .object({
    id: z.int(),
    email: z.string(),
    subscribed_at: instant,
    status: subscriber.shape.status,
    source: z.string(),
    utm: subscriber.shape.utm,
    custom_fields: subscriber.shape.customFields,
    consent_at: instant,
    consent_page: z.string().nullable(),
    consent_wording: z.string(),
    confirmed_at: instant.nullable(),
    unsubscribed_at: instant.nullable(),
    confirmation_sent: z.int(),
    confirmation_last_at: instant.nullable(),
    confirmation_due: z.boolean(),
    confirmation_unsure: z.boolean().nullable(),
    told_service: z.string().nullable(),
    told_active: z.boolean().nullable(),
    choice: subscriber.shape.choice.unwrap().nullable(),
    left_issue: z.int().nullable(),
  })
  .transform(
    (row): Subscriber => ({
      id: row.id,
      email: row.email,
      subscribedAt: row.subscribed_at,
      status: row.status,
      source: row.source,
      utm: row.utm,
      customFields: row.custom_fields,
      consent: { at: row.consent_at, page: row.consent_page, wording: row.consent_wording },
      confirmedAt: row.confirmed_at,
      unsubscribedAt: row.unsubscribed_at,
      confirmation: {
        sent: row.confirmation_sent,
        lastAt: row.confirmation_last_at,
        due: row.confirmation_due,
        ...(row.confirmation_unsure !== null && { unsure: row.confirmation_unsure }),
      },
      ...(row.choice !== null && { choice: row.choice }),
      ...(row.left_issue !== null && { leftIssue: row.left_issue }),
      told:
        row.told_service === null || row.told_active === null
          ? null
          : { service: row.told_service, active: row.told_active },
    }),
  )

/** The columns of a subscriber. Without an id, the database assigns one. */
export function rowOfSubscriber(person: NewSubscriber & { id?: number }) {
  const { consent, confirmation, told } = person
  return {
    id: person.id ?? null,
    email: person.email,
    email_key: emailKey(person.email),
    search: searchText(person.email, person.source),
    subscribed_at: person.subscribedAt,
    status: person.status,
    source: person.source,
    utm: person.utm,
    custom_fields: person.customFields,
    consent_at: consent.at,
    consent_page: consent.page,
    consent_wording: consent.wording,
    confirmed_at: person.confirmedAt,
    unsubscribed_at: person.unsubscribedAt,
    confirmation_sent: confirmation.sent,
    confirmation_last_at: confirmation.lastAt,
    confirmation_due: confirmation.due,
    confirmation_unsure: confirmation.unsure ?? null,
    told_service: told?.service ?? null,
    told_active: told?.active ?? null,
    choice: person.choice ?? null,
    left_issue: person.leftIssue ?? null,
  }
}

/** The text that a search examines. The line end prevents matches across two fields. */
const searchText = (email: string, source: string) =>
  `${email.toLowerCase()}\n${source.toLowerCase()}`

/** The pattern of LIKE for a part of an address or a source. */
export function searchPattern(q: string): string {
  return `%${q
    .trim()
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\\%_]/g, (character) => `\\${character}`)}%`
}

export const departureRow = z
  .object({
    id: z.int(),
    email: z.string().nullable(),
    service_key: z.string(),
    service_name: z.string(),
    at: instant,
  })
  .transform(
    ({ id, email, service_key, service_name, at }): Departure =>
      departure.parse({ id, email, service: { key: service_key, name: service_name }, at }),
  )

export function rowOfDeparture({ id, email, service, at }: Departure) {
  return {
    id,
    email,
    email_key: email === null ? null : emailKey(email),
    service_key: service.key,
    service_name: service.name,
    at,
  }
}
