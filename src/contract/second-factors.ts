import { z } from 'zod'
import {
  codeRequest,
  recoveryCodes,
  secondFactorDemand,
  secondFactors,
  totpConfirmation,
  totpSetup,
} from '#domain/account.ts'
import type { CallTable } from './call.ts'

const own = {
  group: 'account',
  who: 'writer',
  headers: ['Idempotency-Key'],
  confirmation: 'recently',
} as const
const done = z.strictObject({ ok: z.literal(true) })

/** The second step of one's own sign-in. */
export const secondFactorCalls = {
  'GET /api/auth/second-factors': {
    group: 'account',
    who: 'writer',
    beforeSecondFactor: true,
    summary:
      'Returns whether the user signs in with an authenticator app, how many recovery codes are left, and whether the site demands a second factor.',
    answer: secondFactors,
  },
  'POST /api/auth/totp': {
    ...own,
    beforeSecondFactor: true,
    summary: 'Begins the setup of an authenticator app (TOTP, RFC 6238); stores nothing.',
    answer: totpSetup,
  },
  'POST /api/auth/totp/confirm': {
    ...own,
    beforeSecondFactor: true,
    record: 'app-switched-on',
    summary:
      'Switches the authenticator app on, after it has shown a right code, and returns recovery codes.',
    note: 'From then on a sign-in needs a code. The setup is valid for 15 minutes.',
    body: totpConfirmation,
    bodyLimit: '10kb',
    answer: recoveryCodes,
    errors: [429],
  },
  'POST /api/auth/totp/off': {
    ...own,
    record: 'app-switched-off',
    summary:
      'Switches the authenticator app off with one of its codes, and removes the recovery codes.',
    note: '409 for the last second factor on a site that demands one.',
    body: codeRequest,
    bodyLimit: '10kb',
    answer: done,
    errors: [409, 429],
  },
  'POST /api/auth/second-factors/demand': {
    ...own,
    who: 'owner',
    record: 'second-factor-demanded',
    summary:
      'Demands a second factor, an authenticator app or a passkey, of all users, or leaves it to each of them.',
    note: 'Who has none may only set one up, from then on and in every session. 409 for an administrator who has none: they would lock themselves out of their own screen. `npm run user:second-factor` on the machine of the server does the same.',
    body: secondFactorDemand,
    bodyLimit: '10kb',
    answer: secondFactorDemand,
    errors: [409],
  },
  'POST /api/auth/recovery-codes': {
    ...own,
    record: 'recovery-codes-made',
    summary: 'Makes new recovery codes; the earlier ones do not work any more.',
    answer: recoveryCodes,
    errors: [409],
  },
} satisfies CallTable
