import type { Subscriber } from '#domain/subscriber.ts'
import { MailError } from '../../platform/errors.ts'
import { signToken } from './link-tokens.ts'
import { createRetries, type Retries } from './retries.ts'
import type { OpenStore, SubscriberStore } from './store.ts'
import { confirmationDays } from './transitions.ts'
import { Trouble } from './trouble.ts'

/** How a mail leaves; `server/mail` does it. */
export type SendMail = (mail: {
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}) => Promise<void>

/** Asks people by mail whether they want to be on the list. */
export interface ConfirmationMails extends Pick<Retries, 'waiting' | 'problem' | 'close'> {
  /** Puts everybody in line who is still to be asked; after a start. */
  begin(): Promise<void>
  /** Puts somebody in line. */
  add(id: number): void
}

/** Sends the mails that are due by the records, each until the mail server takes it or refuses the address for good. */
export function createConfirmationMails(parts: {
  open: OpenStore
  send: SendMail
  /** The headers for one-click unsubscribing. */
  listHeaders: (unsubscribeUrl: string) => Record<string, string>
  siteUrl: string
  siteName: () => string
  now: () => Date
  /** The mail server does not work any more, and why. */
  troubled: (message: string) => void
  /** An address was refused for good, and why; nobody tries it again. */
  undeliverable: (message: string) => void
  failed: (error: unknown) => void
}): ConfirmationMails {
  const { open, send, listHeaders, siteUrl, siteName, now, troubled, undeliverable, failed } = parts
  const retries = createRetries({
    async attempt(id) {
      const store = await open()
      const person = store.byId(id)
      if (!person?.confirmation.due) return
      const { sent } = person.confirmation
      const out = () => ({ sent: sent + 1, lastAt: now().toISOString(), due: false })
      try {
        await send(mailTo(person, store))
      } catch (error) {
        if (!(error instanceof MailError)) throw error
        // They may have it: a second one only when somebody asks for it (docs/decisions/017-mails-go-out-once.md).
        if (error.maybeTaken) await done(store, id, { ...out(), unsure: true })
        throw new Trouble(error.message, error.permanent ? 'final' : 'service', { over: error.maybeTaken })
      }
      await done(store, id, { ...out(), unsure: false })
    },
    gaveUp(id, message) {
      undeliverable(message)
      void open()
        .then((store) => done(store, id, { ...store.byId(id)?.confirmation, due: false }))
        .catch(failed)
    },
    troubled,
    failed,
  })

  async function done(store: SubscriberStore, id: number, change: Partial<Subscriber['confirmation']>): Promise<void> {
    const person = store.byId(id)
    if (person) await store.put({ ...person, confirmation: { ...person.confirmation, ...change } })
  }

  function mailTo({ id, email }: Subscriber, { secret }: SubscriberStore) {
    const end = Math.floor(now().getTime() / 1000) + confirmationDays * 24 * 60 * 60
    const link = `${siteUrl}/confirm?token=${signToken(secret, 'confirm', id, end)}`
    const unsubscribe = `${siteUrl}/unsubscribe?token=${signToken(secret, 'unsubscribe', id)}`
    return { to: email, ...confirmationText(siteName(), link), headers: listHeaders(unsubscribe) }
  }

  return {
    ...{ waiting: retries.waiting, problem: retries.problem, close: retries.close, add: retries.add },
    async begin() {
      for (const { id, confirmation } of (await open()).all()) if (confirmation.due) retries.add(id)
    },
  }
}

/** Nothing that somebody typed into a form is in it: it goes to whoever owns the address. */
export function confirmationText(siteName: string, link: string): { subject: string; text: string; html: string } {
  const name = siteName.replace(/\s+/g, ' ')
  const why = `Somebody, we hope you, asked for the newsletter of ${name} with this address.`
  const ignore = `If it was not you, do nothing: no more mails come, and the address is deleted after ${confirmationDays} days.`
  return {
    subject: `Please confirm: the newsletter of ${name}`,
    text: `${why}\n\nTo get it, open this page and press the button there:\n\n${link}\n\n${ignore}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;color:#1d1b18;background:#fff;margin:0;padding:24px"><div style="max-width:34em"><p>${escaped(why)}</p><p><a href="${escaped(link)}" style="display:inline-block;padding:10px 18px;background:#1d1b18;color:#fff;text-decoration:none;font-weight:bold">Confirm my subscription</a></p><p>${escaped(ignore)}</p></div></body></html>\n`,
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
