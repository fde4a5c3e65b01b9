import type { RecordedAction } from '#domain/recorded-action.ts'
import type { ActionDone } from '../../http/recording.ts'
import type { Log } from '../../platform/log.ts'
import { noticeMail } from './account-mail.ts'

/** Sends mails of accounts; rejects with MailError. */
export interface AccountMailer {
  send(mail: { to: string; subject: string; text: string; html: string }): Promise<void>
  close(): void
}

/** The changes of who can sign in that a person is told of by mail. */
const notices: Readonly<Partial<Record<RecordedAction, string>>> = {
  'address-changed': 'Another mail address was set. Mails go to that one from now on.',
  'invitation-made': 'An invitation was made, with which one more person can register.',
  'password-changed': 'The password was changed.',
  'password-reset': 'A new password was set with a link for a forgotten password.',
  'reset-link-made': 'An administrator made a link with which a new password can be set.',
  'passkey-added': 'A passkey was added. It signs in without the password.',
  'passkey-removed': 'A passkey was removed.',
  'app-switched-on': 'An authenticator app was set up.',
  'app-switched-off': 'The authenticator app was switched off.',
  'recovery-codes-made': 'New recovery codes were made. The earlier ones do not work any more.',
  'sessions-ended': 'An administrator signed you out everywhere.',
  'role-changed': 'An administrator changed what the account may do.',
  'user-set': 'The password was set on the machine of the server.',
  'second-factors-removed':
    'Authenticator app and passkeys were removed on the machine of the server.',
  'user-deleted': 'An administrator deleted the account.',
}

/**
 * Mails about accounts, which are sent after the answer. A mail that fails is logged and not tried
 * again.
 */
export function createAccountMails(parts: {
  /** Sends links for new passwords, and notices; null: no mail is set up. */
  mailers: { links: AccountMailer; notices: AccountMailer } | null
  siteName: () => string
  siteUrl: string
  log: Log
}) {
  const { mailers, siteName, siteUrl, log } = parts
  const underWay = new Set<Promise<void>>()

  /** Does work after the answer. `failure` is its line in the log. */
  function later(work: Promise<void>, failure: string) {
    const done = work
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }

  return {
    /** Null: no mail is set up. */
    sendLink: mailers?.links.send ?? null,
    later,
    /** Tells the person of an action at the address that they had before it. */
    tell({ action, outcome, whom }: Pick<ActionDone, 'action' | 'outcome' | 'whom'>): void {
      const what = notices[action]
      if (!mailers || outcome !== 'done' || !what || !whom?.email) return
      const mail = noticeMail(siteName(), whom.username ?? '', what, siteUrl)
      later(
        mailers.notices.send({ to: whom.email, ...mail }),
        'a person could not be told of a change of their account',
      )
    },
    /** Resolves when the mails under way are sent, and closes the connections. */
    async close(): Promise<void> {
      await Promise.all(underWay)
      mailers?.links.close()
      mailers?.notices.close()
    },
  }
}

export type AccountMails = ReturnType<typeof createAccountMails>
