import { z } from 'zod'
import {
  authStatus,
  invitation,
  loginRequest,
  newPassword,
  passkeyAnswer,
  passkeyOptions,
  passwordChange,
  profileChange,
  registration,
  resetLink,
  resetRequest,
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
    caching: 'private',
    summary: 'Returns the signed-in user.',
    answer: authStatus,
  },
  'POST /api/auth/login': {
    group: 'session',
    who: 'everybody',
    summary: 'Signs in.',
    note: 'After five failures in 15 minutes, an account is locked for that network for a while (an IPv4 address, or the first 64 bits of an IPv6 address); so is a network that fails with many user names. With the right password of a user who has an authenticator app, the answer is 401 with the kind `code` until a right `code` is sent. Wrong codes are counted for each user, whatever the network; recovery codes are not limited by that count.',
    body: loginRequest,
    bodyLimit: '10kb',
    answer: userAnswer,
    answerHeaders: ['Set-Cookie'],
    errors: [401, 429, 503],
  },
  'POST /api/auth/passkeys/options': {
    group: 'session',
    who: 'everybody',
    summary: 'Returns what a browser needs to sign in with a passkey (WebAuthn); names no user.',
    answer: passkeyOptions,
  },
  'POST /api/auth/passkeys/sign-in': {
    group: 'session',
    who: 'everybody',
    summary: 'Signs in with a passkey.',
    note: 'The device has checked its owner, so no further code is needed. An answer works once, within five minutes.',
    body: passkeyAnswer,
    bodyLimit: '30kb',
    answer: userAnswer,
    answerHeaders: ['Set-Cookie'],
    errors: [401, 429],
  },
  'POST /api/auth/logout': {
    group: 'session',
    who: 'everybody',
    summary: 'Ends the session; succeeds without one too.',
    answer: done,
    answerHeaders: ['Set-Cookie'],
  },
  'POST /api/auth/register': {
    group: 'session',
    who: 'everybody',
    summary: 'Creates an administrator and signs in.',
    note: 'The first one needs the setup code that the server prints, all others the code of an invitation.',
    body: registration,
    bodyLimit: '10kb',
    status: 201,
    answer: userAnswer,
    answerHeaders: ['Set-Cookie'],
    errors: [503],
  },
} satisfies CallTable

/** Forgotten passwords. */
export const resetCalls = {
  'POST /api/auth/reset': {
    group: 'session',
    who: 'everybody',
    summary: 'Mails a link for a new password to a user who forgot theirs.',
    note: 'The answer is the same, and comes at the same time, whether or not there is such a user with a mail address. 409 where no mail is set up: another administrator makes a link then.',
    body: resetRequest,
    bodyLimit: '10kb',
    answer: done,
    errors: [409, 429],
  },
  'POST /api/auth/reset/finish': {
    group: 'session',
    who: 'everybody',
    summary: 'Sets a new password with the code of a link, and ends all sessions of the user.',
    note: 'A code works once, for an hour when it was mailed and for a day when an administrator made it. Nobody is signed in by it: an authenticator app stays required.',
    body: newPassword,
    bodyLimit: '10kb',
    answer: done,
    errors: [429, 503],
  },
} satisfies CallTable

/** One's own account, invitations, the other users. */
export const accountCalls = {
  'POST /api/auth/password': {
    group: 'account',
    who: 'administrators',
    summary: 'Changes the user’s own password and ends all other sessions.',
    headers: ['Idempotency-Key'],
    body: passwordChange,
    bodyLimit: '10kb',
    answer: done,
    errors: [429, 503],
  },
  'PATCH /api/auth/profile': {
    group: 'account',
    who: 'administrators',
    summary: 'Sets the name and the mail address of the user’s commits.',
    headers: ['Idempotency-Key'],
    body: profileChange,
    bodyLimit: '10kb',
    answer: userAnswer,
  },
  'GET /api/auth/sessions': {
    group: 'account',
    who: 'administrators',
    summary: 'Lists the user’s own sessions.',
    answer: z.array(sessionView),
  },
  'DELETE /api/auth/sessions/{id}': {
    group: 'account',
    who: 'administrators',
    summary: 'Ends one of the user’s own sessions.',
    params: { id: anyText },
    headers: ['Idempotency-Key'],
    answer: z.strictObject({ deleted: z.literal(true), id: z.string() }),
    errors: [404],
  },
  'POST /api/auth/invitations': {
    group: 'account',
    who: 'administrators',
    summary: 'Creates an invitation with which one more person can register.',
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
  'POST /api/users/{id}/reset': {
    group: 'account',
    who: 'administrators',
    summary: 'Creates a link with which another administrator, who forgot their password, sets a new one.',
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    status: 201,
    answer: resetLink,
    errors: [404, 409],
  },
  'DELETE /api/users/{id}': {
    group: 'account',
    who: 'administrators',
    summary: 'Deletes an administrator with all sessions. The last administrator can’t be deleted.',
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    answer: z.strictObject({ deleted: z.literal(true), id: z.int().positive() }),
    errors: [404, 409],
  },
} satisfies CallTable
