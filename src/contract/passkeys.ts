import { z } from 'zod'
import { currentPassword, newPasskey, passkeyList, passkeyOptions } from '#domain/account.ts'
import type { CallTable } from './call.ts'
import { anyText } from './parameters.ts'

const own = { group: 'account', who: 'administrators', headers: ['Idempotency-Key'] } as const

/** One's own passkeys. */
export const passkeyCalls = {
  'GET /api/auth/passkeys': {
    group: 'account',
    who: 'administrators',
    summary: 'Lists the user’s own passkeys.',
    answer: passkeyList,
  },
  'POST /api/auth/passkeys/new': {
    ...own,
    summary: 'Returns what a browser needs to make a passkey (WebAuthn); stores nothing.',
    body: currentPassword,
    bodyLimit: '10kb',
    answer: passkeyOptions,
    errors: [409, 429, 503],
  },
  'POST /api/auth/passkeys': {
    ...own,
    summary: 'Stores the passkey that a browser made.',
    body: newPasskey,
    bodyLimit: '30kb',
    status: 201,
    answer: z.strictObject({ ok: z.literal(true) }),
  },
  'DELETE /api/auth/passkeys/{id}': {
    ...own,
    summary: 'Removes one of the user’s own passkeys.',
    params: { id: anyText },
    answer: z.strictObject({ deleted: z.literal(true), id: z.string() }),
    errors: [404],
  },
} satisfies CallTable
