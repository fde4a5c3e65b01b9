import type { Router } from 'express'
import { resetCalls } from '#contract/accounts.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import { requestIdOf } from '../../http/request-parts.ts'
import { takeToken } from '../../http/take-token.ts'
import type { RateLimits } from '../../platform/token-bucket.ts'
import { resetMail } from './account-mail.ts'
import type { AccountMailer, AccountMails } from './account-mails.ts'
import type { Accounts } from './accounts.ts'
import { resetUrl } from './resets.ts'

/**
 * Calls of people who forgot their password. Nothing they answer tells whether an account exists.
 */
export function resetApi(parts: {
  accounts: Accounts
  mails: AccountMails
  limits: RateLimits
  siteName: () => string
  gate: CallGate
}): Router {
  const { accounts, mails, limits, siteName, gate } = parts
  const { resets } = accounts
  const requests = limits('password reset', { burst: 5, perSecond: 1 / 120 })
  const codes = limits('password reset code', { burst: 20, perSecond: 0.1 })
  /** Limits mails to one user, from all networks together. */
  const mailsOfUser = limits('password reset mail', { burst: 3, perSecond: 1 / 1200 })

  async function mailLink(
    send: AccountMailer['send'],
    nameOrAddress: string,
    from: { address: string; request: string },
  ) {
    const user = await resets.findUser(nameOrAddress)
    if (!user || user.email === '' || (await mailsOfUser.take(String(user.id))) > 0) return
    const made = await resets.make(user.id, 'mail')
    if (!made) return
    await gate.recordAction({
      action: 'reset-link-mailed',
      outcome: 'done',
      by: null,
      whom: user,
      object: null,
      ...from,
    })
    await send({
      to: user.email,
      ...resetMail(siteName(), user.username, resetUrl(gate.siteUrl, made.code)),
    })
  }

  return mountCalls(resetCalls, gate, {
    async 'POST /api/auth/reset'({ body: { username }, req, res, about }) {
      await takeToken(requests, req.ip)
      if (!mails.sendLink)
        throw new HttpError(
          409,
          'This site sends no mails. Ask another administrator for a link to set a new password.',
        )
      // After the answer, which therefore takes the same time for every name.
      const from = { address: req.ip ?? '', request: requestIdOf(res) }
      mails.later(
        mailLink(mails.sendLink, username, from),
        'a link for a new password could not be mailed',
      )
      about(null)
      return { ok: true }
    },
    async 'POST /api/auth/reset/finish'({ body: { code, password }, req, about }) {
      await takeToken(codes, req.ip)
      const outcome = await resets.finish(code, password)
      if (outcome.kind === 'closed') {
        about(null)
        throw new HttpError(403, 'This link has expired or was used already.')
      }
      if (outcome.kind === 'refused') throw invalidField('password', outcome.fault)
      about(outcome.user)
      return { ok: true }
    },
  })
}
