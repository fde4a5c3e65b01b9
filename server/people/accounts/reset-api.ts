import type { Router } from 'express'
import { resetCalls } from '#contract/accounts.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import { networkOf } from '../../http/network-of.ts'
import type { Log } from '../../platform/log.ts'
import type { RateLimit, RateLimits } from '../../platform/token-bucket.ts'
import type { Accounts } from './accounts.ts'
import { resetMail } from './reset-mail.ts'
import { resetUrl } from './resets.ts'

/** Sends mails of accounts; rejects with MailError. */
export interface AccountMailer {
  send(mail: { to: string; subject: string; text: string; html: string }): Promise<void>
  close(): void
}

/** Calls of people who forgot their password. Nothing they answer tells whether an account exists. */
export function createResetApi(parts: {
  accounts: Accounts
  /** Null: no mail is set up. */
  mailer: AccountMailer | null
  limits: RateLimits
  siteName: () => string
  gate: CallGate
  log: Log
}): { routes: Router; mailsSent(): Promise<void> } {
  const { accounts, mailer, limits, siteName, gate, log } = parts
  const { resets } = accounts
  const requests = limits('password reset', { burst: 5, perSecond: 1 / 120 })
  const codes = limits('password reset code', { burst: 20, perSecond: 0.1 })
  /** Limits mails to one user, from all networks together. */
  const mails = limits('password reset mail', { burst: 3, perSecond: 1 / 1200 })
  const underWay = new Set<Promise<void>>()

  async function mailLink(send: AccountMailer['send'], nameOrAddress: string): Promise<void> {
    const user = await resets.findUser(nameOrAddress)
    if (!user || user.email === '' || (await mails.take(String(user.id))) > 0) return
    const made = await resets.make(user.id, 'mail')
    if (!made) return
    await send({ to: user.email, ...resetMail(siteName(), user.username, resetUrl(gate.siteUrl, made.code)) })
  }

  /** Does the work after the answer, which therefore takes the same time for every name. */
  function later(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => log.error({ err: error }, 'a link for a new password could not be mailed'))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }

  const routes = mountCalls(resetCalls, gate, {
    async 'POST /api/auth/reset'({ body: { username }, req }) {
      await takeFrom(requests, req.ip)
      if (!mailer)
        throw new HttpError(
          409,
          'This site sends no mails. Ask another administrator for a link to set a new password.',
        )
      later(mailLink(mailer.send, username))
      return { ok: true }
    },
    async 'POST /api/auth/reset/finish'({ body: { code, password }, req }) {
      await takeFrom(codes, req.ip)
      const outcome = await resets.finish(code, password)
      if (outcome.kind === 'closed') throw new HttpError(403, 'This link has expired or was used already.')
      if (outcome.kind === 'refused')
        throw new HttpError(422, outcome.fault, { issues: [{ path: 'password', message: outcome.fault }] })
      log.info({ user: outcome.user.id }, 'a password was set with a link')
      return { ok: true }
    },
  })
  return {
    routes,
    /** Resolves when the mails under way are sent. */
    async mailsSent() {
      await Promise.all(underWay)
    },
  }
}

async function takeFrom(limit: RateLimit, address: string | undefined): Promise<void> {
  const wait = await limit.take(networkOf(address ?? ''))
  if (wait > 0)
    throw new HttpError(429, `Too many attempts. Please try again in ${Math.ceil(wait / 60)} min.`, {
      headers: { 'Retry-After': String(wait) },
    })
}
