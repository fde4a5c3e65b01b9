import { directionOf } from '#domain/site/direction.ts'
import { siteTextsOf, type TextSettings } from '#domain/site/profile-of.ts'
import type { Subscriber } from '#domain/subscriber.ts'
import type { Bus } from '../../platform/bus.ts'
import { MailError } from '../../platform/errors.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { Leases } from '../../platform/leases.ts'
import { signToken, unsubscribeLink } from './link-tokens.ts'
import { AttemptError } from './retries.ts'
import { createSharedQueue, type SharedQueue } from './shared-queue.ts'
import type { OpenStore, SubscriberStore } from './subscriber-store.ts'
import { confirmationDays, waitBeforeMail } from './transitions.ts'

/** Sends one mail; rejects with MailError. */
export type SendMail = (mail: {
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}) => Promise<void>

/**
 * Creates the mail that welcomes a reader, with their link to leave and the URL of the file that
 * they asked for; null: the site has none.
 */
export type Welcome = (
  unsubscribeUrl: string,
  downloadUrl: string | null,
) => Promise<{ subject: string; text: string; html: string } | null>

/** The settings that say how a confirmation mail reads. */
export type MailSettings = TextSettings & { name: string }

interface ConfirmationParts {
  open: OpenStore
  bus: Bus
  leases: Leases
  send: SendMail
  /** Headers for one-click unsubscribing (RFC 8058). */
  listHeaders: (unsubscribeUrl: string) => Record<string, string>
  welcome: Welcome
  /** Creates a signed link to the file of a download. */
  downloadLinkFor: (id: number) => { url: string } | null
  siteUrl: string
  settings: () => MailSettings
  now: () => Date
  /** Called with the reason when the mail server stops working. */
  serviceFailed: (message: string) => void
  /** Called with the reason when an address is rejected permanently; it is not tried again. */
  undeliverable: (message: string) => void
  failed: (error: unknown) => void
}

/**
 * Mails people a link to confirm their subscription (double opt-in): sends the due mails of the
 * records, and retries each until the mail server accepts it or rejects
 * the address permanently. Mails to one person are an hour apart. Those who have confirmed get the
 * mail that welcomes them.
 */
export function createConfirmationMails(parts: ConfirmationParts): SharedQueue {
  const { open, send, now, undeliverable, failed } = parts
  return createSharedQueue({
    ...parts,
    name: 'confirmation mails',
    load: async () => (await open()).dueConfirmations(),
    async attempt(id) {
      const store = await open()
      const person = await store.find(id)
      if (!person?.confirmation.due) return
      if (person.status !== 'unconfirmed') return welcomeOnce(parts, store, person)
      const askedWaitMs = waitBeforeMail(person, now())
      if (askedWaitMs > 0)
        throw new AttemptError('The last mail was sent within the hour.', 'early', { askedWaitMs })
      const { sent, unsure: wasBegun = false } = person.confirmation
      const out = () => ({ sent: sent + 1, lastAt: now().toISOString(), due: false })
      // Stored before the mail server is asked, so that a crash leaves nobody who gets a third mail
      // (docs/decisions/017-mails-go-out-once.md).
      await done(store, id, wasBegun ? { due: false } : { unsure: true })
      try {
        await send(mailTo(parts, person, store.secret))
      } catch (error) {
        if (!(error instanceof MailError)) throw error
        // The person may have received it: a second mail is sent only on request.
        await done(
          store,
          id,
          error.maybeAccepted ? { ...out(), unsure: true } : { due: true, unsure: wasBegun },
        )
        throw new AttemptError(error.message, error.permanent ? 'final' : 'service', {
          over: error.maybeAccepted,
        })
      }
      // The mail is out: a record that can't be changed must not queue the person again.
      await done(store, id, { ...out(), unsure: false }).catch(failed)
    },
    gaveUp(id, message) {
      undeliverable(message)
      void open()
        .then((store) => done(store, id, { due: false }))
        .catch(failed)
    },
  })
}

/**
 * Sends the mail that welcomes an active person, at most once: it is stored as sent before the mail
 * server is asked, and due again only when the server has surely not taken it.
 */
async function welcomeOnce(parts: ConfirmationParts, store: SubscriberStore, person: Subscriber) {
  const { id, email, status, customFields } = person
  const link = unsubscribeLink(parts.siteUrl, store.secret, id)
  const download = parts.downloadLinkFor(Number(customFields.download_id ?? Number.NaN))
  const downloadUrl = download && new URL(download.url, parts.siteUrl).href
  const mail = status === 'active' ? await parts.welcome(link, downloadUrl) : null
  const turn = (due: boolean) =>
    store.change([id], (known) =>
      known.status === status && known.confirmation.due !== due
        ? { ...known, confirmation: { ...known.confirmation, due } }
        : null,
    )
  const claimed = await turn(false)
  if (!mail || claimed.length === 0) return
  try {
    await parts.send({ to: email, ...mail, headers: parts.listHeaders(link) })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    if (!error.maybeAccepted && !error.permanent) await turn(true)
    throw new AttemptError(error.message, error.permanent ? 'final' : 'service', {
      over: error.maybeAccepted,
    })
  }
}

/**
 * The mail as text and HTML. It contains no input of the form, because the recipient may be
 * somebody else.
 */
export function confirmationText(
  settings: MailSettings,
  link: string,
): { subject: string; text: string; html: string } {
  const { language } = settings
  const name = settings.name.replace(/\s+/g, ' ')
  const say = siteTextsOf(settings)
  const why = say('confirmMailWhy', { name })
  const ignore = say('confirmMailIgnore', { days: confirmationDays })
  return {
    subject: say('confirmMailSubject', { name }),
    text: `${why}\n\n${say('confirmMailHow')}\n\n${link}\n\n${ignore}\n`,
    html: `<!doctype html><html lang="${escapeHtml(language)}" dir="${directionOf(language)}"><body style="font:16px/1.5 sans-serif;color:#1d1b18;background:#fff;margin:0;padding:24px"><div style="max-width:34em"><p>${escapeHtml(why)}</p><p><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;background:#1d1b18;color:#fff;text-decoration:none;font-weight:bold">${escapeHtml(say('confirmMailButton'))}</a></p><p>${escapeHtml(ignore)}</p></div></body></html>\n`,
  }
}

async function done(
  store: SubscriberStore,
  id: number,
  change: Partial<Subscriber['confirmation']>,
) {
  await store.change([id], (person) => ({
    ...person,
    confirmation: { ...person.confirmation, ...change },
  }))
}

function mailTo(
  { siteUrl, settings, listHeaders, now }: ConfirmationParts,
  { id, email }: Subscriber,
  secret: string,
) {
  const end = Math.floor(now().getTime() / 1000) + confirmationDays * 24 * 60 * 60
  const link = `${siteUrl}/confirm?token=${signToken(secret, 'confirm', id, end)}`
  return {
    to: email,
    ...confirmationText(settings(), link),
    headers: listHeaders(unsubscribeLink(siteUrl, secret, id)),
  }
}
