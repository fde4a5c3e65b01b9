import { z } from 'zod'
import {
  authStatus,
  credentials,
  invitation,
  passwordChange,
  profileChange,
  registration,
  sessionView,
  userAnswer,
  userView,
} from '#domain/account.ts'
import type { CallTable } from './call.ts'
import { anyText, itemId } from './parameters.ts'

const done = z.strictObject({ ok: z.literal(true) })

/** Signing in and out, and registration. */
export const sessionCalls = {
  'GET /api/auth/status': {
    group: 'session',
    who: 'everybody',
    summary: 'Tells who is signed in.',
    answer: authStatus,
  },
  'POST /api/auth/login': {
    group: 'session',
    who: 'everybody',
    summary: 'Signs in.',
    note: 'After five failures in 15 minutes, an account is closed to that network for a while (an IPv4 address, the first 64 bits of an IPv6 address); a network that fails with many names has to wait, too.',
    body: credentials,
    bodyLimit: '10kb',
    answer: userAnswer,
    answerHeaders: ['Set-Cookie'],
    errors: [401, 429, 503],
  },
  'POST /api/auth/logout': {
    group: 'session',
    who: 'everybody',
    summary: 'Ends the session for good; fine without one, too.',
    answer: done,
    answerHeaders: ['Set-Cookie'],
  },
  'POST /api/auth/register': {
    group: 'session',
    who: 'everybody',
    summary: 'Makes an administrator and signs in.',
    note: 'The first one with the setup code that the server prints, all others with the code of an invitation.',
    body: registration,
    bodyLimit: '10kb',
    status: 201,
    answer: userAnswer,
    answerHeaders: ['Set-Cookie'],
    errors: [503],
  },
} satisfies CallTable

/** One's own account, invitations, the other users. */
export const accountCalls = {
  'POST /api/auth/password': {
    group: 'account',
    who: 'administrators',
    summary: 'Changes one’s own password and ends all other sessions.',
    headers: ['Idempotency-Key'],
    body: passwordChange,
    bodyLimit: '10kb',
    answer: done,
    errors: [429, 503],
  },
  'PATCH /api/auth/profile': {
    group: 'account',
    who: 'administrators',
    summary: 'Sets the name and the address that one’s commits carry.',
    headers: ['Idempotency-Key'],
    body: profileChange,
    bodyLimit: '10kb',
    answer: userAnswer,
  },
  'GET /api/auth/sessions': {
    group: 'account',
    who: 'administrators',
    summary: 'Lists one’s own sessions.',
    answer: z.array(sessionView),
  },
  'DELETE /api/auth/sessions/{id}': {
    group: 'account',
    who: 'administrators',
    summary: 'Ends one of one’s own sessions.',
    params: { id: anyText },
    headers: ['Idempotency-Key'],
    answer: z.strictObject({ deleted: z.literal(true), id: z.string() }),
    errors: [404],
  },
  'POST /api/auth/invitations': {
    group: 'account',
    who: 'administrators',
    summary: 'Makes an invitation with which one more person can register.',
    headers: ['Idempotency-Key'],
    status: 201,
    answer: invitation,
  },
  'GET /api/users': {
    group: 'account',
    who: 'administrators',
    summary: 'Lists the administrators.',
    answer: z.array(userView),
  },
  'DELETE /api/users/{id}': {
    group: 'account',
    who: 'administrators',
    summary: 'Deletes an administrator with all sessions. The last one stays.',
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    answer: z.strictObject({ deleted: z.literal(true), id: z.int().positive() }),
    errors: [404, 409],
  },
} satisfies CallTable
