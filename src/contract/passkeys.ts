import { z } from 'zod'
import { newPasskey, passkeyList, passkeyOptions } from '#domain/account.ts'
import type { CallTable } from './call.ts'
import { anyText, deletedAnswer } from './parameters.ts'

const own = { group: 'account', who: 'writer', headers: ['Idempotency-Key'] } as const

/** One's own passkeys. */
export const passkeyCalls = {
  'GET /api/auth/passkeys': {
    group: 'account',
    who: 'writer',
    beforeSecondFactor: true,
    summary: 'Lists the user’s own passkeys.',
    answer: passkeyList,
  },
  'POST /api/auth/passkeys/new': {
    ...own,
    beforeSecondFactor: true,
    summary: 'Returns what a browser needs to make a passkey (WebAuthn); stores nothing.',
    confirmation: 'recently',
    answer: passkeyOptions,
    errors: [409],
  },
  'POST /api/auth/passkeys': {
    ...own,
    beforeSecondFactor: true,
    record: 'passkey-added',
    summary: 'Stores the passkey that a browser made.',
    confirmation: 'recently',
    body: newPasskey,
    bodyLimit: '30kb',
    status: 201,
    answer: z.strictObject({ ok: z.literal(true) }),
  },
  'DELETE /api/auth/passkeys/{id}': {
    ...own,
    record: 'passkey-removed',
    summary: 'Removes one of the user’s own passkeys.',
    note: '409 for the last second factor on a site that demands one.',
    confirmation: 'recently',
    params: { id: anyText },
    answer: deletedAnswer,
    errors: [404, 409],
  },
} satisfies CallTable
