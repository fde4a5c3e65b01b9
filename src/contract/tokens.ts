import { z } from 'zod'
import { newToken, tokenRequest, tokenView } from '#domain/access-token.ts'
import type { CallTable } from './call.ts'
import { anyText, deletedAnswer } from './parameters.ts'

const own = { group: 'account', who: 'writer' } as const

/** One's own tokens for programs. */
export const tokenCalls = {
  'GET /api/auth/tokens': {
    ...own,
    summary: 'Lists the user’s own tokens, oldest first, expired ones included.',
    answer: z.array(tokenView),
  },
  'POST /api/auth/tokens': {
    ...own,
    record: 'token-made',
    summary: 'Makes a token with which a program makes calls in the name of the user.',
    note: 'The program sends it as `Authorization: Bearer`. It is stored as a hash and shown once. A new password ends all tokens of the user.',
    confirmation: 'recently',
    body: tokenRequest,
    bodyLimit: '10kb',
    status: 201,
    answer: newToken,
    errors: [409],
  },
  'DELETE /api/auth/tokens/{id}': {
    ...own,
    record: 'token-ended',
    summary: 'Ends one of the user’s own tokens at once.',
    params: { id: anyText },
    headers: ['Idempotency-Key'],
    answer: deletedAnswer,
    errors: [404],
  },
} satisfies CallTable
